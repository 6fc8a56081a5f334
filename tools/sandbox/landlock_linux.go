package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The versions of Landlock that introduced a feature.
const (
	abiRefer = 2
	abiTCP   = 4
	abiIoctl = 5
	abiScope = 6
	abiUnix  = 9
	abiUDP   = 10
)

// What Landlock can allow below a path.
const (
	ioctlDev = unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	readFile = unix.LANDLOCK_ACCESS_FS_READ_FILE
	readDir  = unix.LANDLOCK_ACCESS_FS_READ_DIR
	readAll  = readFile | readDir
	execute  = readAll | unix.LANDLOCK_ACCESS_FS_EXECUTE
	device   = readFile | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	ofFiles  = readFile | unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	everything = 1<<17 - 1
)

// landlockABI returns the kernel's version of Landlock; 0 if it has none.
func landlockABI() int {
	v, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// ruleset is a Landlock ruleset. It must be closed.
type ruleset struct {
	fd      int
	handled uint64
}

// newRuleset returns a ruleset that denies everything that this kernel's Landlock can deny. If the network is allowed,
// connections are not restricted.
func newRuleset(abi int, network bool) (*ruleset, error) {
	if abi < 1 {
		return nil, fmt.Errorf("this kernel has no Landlock: %w", ErrUnavailable)
	}
	attr := unix.LandlockRulesetAttr{Handled_access_fs: 1<<13 - 1}
	for abiOf, access := range map[int]uint64{
		abiRefer: unix.LANDLOCK_ACCESS_FS_REFER, 3: unix.LANDLOCK_ACCESS_FS_TRUNCATE, abiIoctl: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV,
	} {
		if abi >= abiOf {
			attr.Handled_access_fs |= access
		}
	}
	size := unsafe.Offsetof(attr.Handled_access_net)
	if abi >= abiTCP {
		size = unsafe.Offsetof(attr.Scoped)
	}
	if abi >= abiScope {
		size = unsafe.Offsetof(attr.Quiet_access_fs)
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	if !network {
		attr.Handled_access_fs |= since(abi, abiUnix, unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX)
		attr.Handled_access_net = since(abi, abiTCP, unix.LANDLOCK_ACCESS_NET_BIND_TCP|unix.LANDLOCK_ACCESS_NET_CONNECT_TCP) |
			since(abi, abiUDP, unix.LANDLOCK_ACCESS_NET_BIND_UDP|unix.LANDLOCK_ACCESS_NET_CONNECT_SEND_UDP)
	}
	fd, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return nil, fmt.Errorf("making a Landlock ruleset: %w", errno)
	}
	return &ruleset{int(fd), attr.Handled_access_fs}, nil
}

func since(abi, version int, access uint64) uint64 {
	if abi >= version {
		return access
	}
	return 0
}

func (r *ruleset) close() { _ = unix.Close(r.fd) }

// allow allows access to a path and everything below it. Links are followed; paths that are missing or unreachable are
// ignored.
func (r *ruleset) allow(path string, access uint64) error {
	return r.allowOpened(path, access, unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC})
}

// allowReal does the same for a path that must not have links.
func (r *ruleset) allowReal(path string, access uint64) error {
	return r.allowOpened(
		path, access, unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC | unix.O_NOFOLLOW, Resolve: unix.RESOLVE_NO_SYMLINKS},
	)
}

func (r *ruleset) allowOpened(path string, access uint64, how unix.OpenHow) error {
	fd, err := unix.Openat2(unix.AT_FDCWD, path, &how)
	if err != nil {
		return nil // nothing is allowed if nothing is found
	}
	defer func() { _ = unix.Close(fd) }()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("looking at %s: %w", path, err)
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
	case unix.S_IFREG, unix.S_IFCHR:
		access &= ofFiles
	default:
		return nil
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: access & r.handled, Parent_fd: int32(fd)}
	if attr.Allowed_access == 0 {
		return nil
	}
	if _, _, errno := unix.RawSyscall6(
		unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0,
	); errno != 0 {
		return fmt.Errorf("allowing %s: %w", path, errno)
	}
	return nil
}

// allowBut allows access below a path except to hidden folders: their neighbours are allowed one by one.
func (r *ruleset) allowBut(path string, access uint64, hidden []string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil
	}
	inside := false
	for _, h := range hidden {
		if below(real, h) {
			return nil
		}
		inside = inside || below(h, real)
	}
	if !inside {
		return r.allow(real, access)
	}
	entries, err := os.ReadDir(real)
	if err != nil && !errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("looking below %s: %w", real, err)
	}
	for _, e := range entries {
		if e.Type()&os.ModeSymlink != 0 {
			continue // its target is handled at its own place
		}
		if err := r.allowBut(filepath.Join(real, e.Name()), access, hidden); err != nil {
			return err
		}
	}
	return nil
}

// below reports whether a clean path is the folder or below it.
func below(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// restrict applies the rules to this thread and what it starts from now on.
func (r *ruleset) restrict() error {
	if _, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(r.fd), 0, 0); errno != 0 {
		return fmt.Errorf("entering the Landlock domain: %w", errno)
	}
	return nil
}
