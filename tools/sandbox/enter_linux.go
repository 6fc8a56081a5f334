package sandbox

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// enter confines this thread by the policy, irrevocably.
func enter(p Policy, w ways) error {
	rules := agreedRules
	if p.Strict {
		rules = strictRules
	}
	if w.mount {
		if err := keep(p); err != nil {
			return err
		}
	}
	if w.pids && !w.again {
		if err := unix.Unshare(unix.CLONE_NEWPID); err != nil {
			return fmt.Errorf("making a pid namespace: %w", err)
		}
	}
	r, err := rules(p, w.abi)
	if err != nil {
		return err
	}
	defer r.close()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("giving up new privileges: %w", err)
	}
	if err := dropCapabilities(p.Strict || w.again); err != nil {
		return err
	}
	if err := r.restrict(); err != nil {
		return err
	}
	if p.Strict {
		return strictFilter(w.scope || w.pids).install()
	}
	if auditArch == 0 {
		return nil
	}
	return agreedFilter(p.Network).install()
}

// dropCapabilities drops privileges of the superuser, irrevocably. If all is set, only the right to read and search as any
// owner is left; otherwise all but those that could get around Landlock by inspecting other processes or changing the
// kernel.
func dropCapabilities(all bool) error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&header, &data[0]); err != nil {
		return fmt.Errorf("reading the capabilities: %w", err)
	}
	had := uint64(data[1].Permitted)<<32 | uint64(data[0].Permitted)
	kept := had
	for _, c := range []int{
		unix.CAP_SYS_ADMIN, unix.CAP_SYS_PTRACE, unix.CAP_PERFMON, unix.CAP_BPF, unix.CAP_SYS_MODULE, unix.CAP_SYS_RAWIO, unix.CAP_SYS_BOOT,
		unix.CAP_SYS_TIME, unix.CAP_SYSLOG, unix.CAP_MAC_ADMIN, unix.CAP_MAC_OVERRIDE,
	} {
		kept &^= 1 << c
	}
	if all {
		kept &= 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH
	}
	if kept == had {
		return nil
	}
	for i := range data {
		half := uint32(kept >> (32 * i))
		data[i] = unix.CapUserData{Effective: half, Permitted: half}
	}
	if err := unix.Capset(&header, &data[0]); err != nil {
		return fmt.Errorf("dropping capabilities: %w", err)
	}
	return nil
}

// keep mounts the files to keep over themselves, read-only, in a mount namespace of this thread.
func keep(p Policy) error {
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("making a mount namespace: %w", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("keeping mounts to the command: %w", err)
	}
	for _, path := range p.Pin {
		if err := mountOver(path, false); err != nil {
			return err
		}
	}
	for _, path := range p.Keep {
		if err := mountOver(path, true); err != nil {
			return err
		}
	}
	return nil
}

func mountOver(path string, readOnly bool) error {
	if err := unix.Mount(path, path, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		if err == unix.ENOENT {
			return nil
		}
		return fmt.Errorf("mounting %s: %w", path, err)
	}
	if !readOnly {
		return nil
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, path, unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return fmt.Errorf("keeping %s read-only: %w", path, err)
	}
	return nil
}
