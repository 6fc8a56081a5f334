package search

import (
	"cmp"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// stamp returns the state of the file or folder at the path from the folder, without following links; ok is false if there is
// none. It does not allocate, because it is called for every file.
func (f *files) stamp(rel string) (s Stamp, ok bool) {
	if f.dir < 0 || len(rel) >= len(f.path) {
		return s, false
	}
	rel = strings.TrimSuffix(rel, "/")
	f.path[copy(f.path[:], cmp.Or(rel, "."))] = 0
	for {
		_, _, errno := unix.Syscall6(unix.SYS_STATX, uintptr(f.dir), uintptr(unsafe.Pointer(&f.path[0])), unix.AT_SYMLINK_NOFOLLOW,
			unix.STATX_BASIC_STATS, uintptr(unsafe.Pointer(&f.statx)), 0)
		if errno == unix.EINTR {
			continue
		}
		x := &f.statx
		f.device, f.names = uint64(x.Dev_major)<<32|uint64(x.Dev_minor), x.Nlink
		return Stamp{int64(x.Size), nanoseconds(x.Mtime), nanoseconds(x.Ctime), x.Ino}, errno == 0
	}
}

func nanoseconds(t unix.StatxTimestamp) int64 { return t.Sec*1e9 + int64(t.Nsec) }

// dependable reports whether the times of files and folders below follow POSIX: on local disks, but not on network disks or FUSE.
func dependable(root string) bool {
	var st unix.Statfs_t
	if err := unix.Statfs(root, &st); err != nil {
		return false
	}
	switch uint32(st.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC, unix.TMPFS_MAGIC,
		unix.OVERLAYFS_SUPER_MAGIC, zfsMagic, bcachefsMagic:
		return true
	}
	return false
}

const zfsMagic, bcachefsMagic = 0x2fc12fc1, 0xca451a4e
