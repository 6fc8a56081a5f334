package search

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// stamp tells the state of what is at the path from the folder, links not followed; ok is false where there is nothing.
// It allocates nothing, for it is called for every file.
func (f *files) stamp(rel string) (s Stamp, ok bool) {
	if f.dir < 0 || len(rel) >= len(f.path) {
		return s, false
	}
	n := copy(f.path[:], rel)
	for n > 1 && f.path[n-1] == '/' {
		n--
	}
	f.path[n] = 0
	for {
		_, _, errno := unix.Syscall6(unix.SYS_STATX, uintptr(f.dir), uintptr(unsafe.Pointer(&f.path[0])), unix.AT_SYMLINK_NOFOLLOW,
			unix.STATX_BASIC_STATS, uintptr(unsafe.Pointer(&f.statx)), 0)
		if errno == unix.EINTR {
			continue
		}
		x := &f.statx
		return Stamp{int64(x.Size), nanoseconds(x.Mtime), nanoseconds(x.Ctime), x.Ino}, errno == 0
	}
}

func nanoseconds(t unix.StatxTimestamp) int64 { return t.Sec*1e9 + int64(t.Nsec) }

func stampOf(st *unix.Stat_t) Stamp {
	return Stamp{st.Size, st.Mtim.Nano(), st.Ctim.Nano(), st.Ino}
}
