package sandbox

import "path/filepath"

// systemPlaces returns the folders of the system's programs and of what these need to run, without folders of configuration
// and data.
func systemPlaces() []string {
	places := []string{
		"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64",
		"/usr/libx32",
		"/usr/libexec", "/usr/share", "/usr/include", "/usr/games", "/usr/src",
		"/usr/local/bin", "/usr/local/sbin", "/usr/local/lib", "/usr/local/lib64", "/usr/local/libexec", "/usr/local/share",
		"/usr/local/include", "/usr/local/go",
		"/nix/store", "/gnu/store",
	}
	for _, pattern := range []string{"/opt/*/bin", "/opt/*/lib", "/opt/*/lib64", "/opt/*/libexec"} {
		places = append(places, glob(pattern)...)
	}
	return places
}

// systemFiles returns the files and folders elsewhere that programs read, none of which holds a secret.
func systemFiles() []string {
	return append([]string{
		"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/nsswitch.conf", "/etc/passwd", "/etc/group",
		"/etc/localtime", "/etc/timezone", "/etc/locale.conf", "/etc/locale.alias", "/etc/default/locale", "/etc/os-release",
		"/etc/debian_version",
		"/etc/magic", "/etc/magic.mime", "/etc/mime.types", "/etc/terminfo", "/etc/inputrc", "/etc/perl", "/etc/ssl/openssl.cnf",
		"/etc/pki/tls/openssl.cnf", "/etc/crypto-policies/back-ends", "/etc/malloc.conf",
		"/proc/cpuinfo", "/proc/meminfo", "/proc/loadavg", "/proc/uptime", "/proc/stat", "/proc/version", "/proc/filesystems",
		"/proc/sys/kernel/osrelease", "/proc/sys/kernel/ostype", "/proc/sys/kernel/cap_last_cap", "/proc/sys/vm/overcommit_memory",
		"/proc/sys/vm/max_map_count",
		"/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage",
	}, glob("/etc/python3*")...)
}

func glob(pattern string) []string {
	found, err := filepath.Glob(pattern)
	if err != nil {
		return nil
	}
	return found
}

// strictRules allows the system's folders and what the policy names.
func strictRules(p Policy, abi int) (*ruleset, error) {
	r, err := newRuleset(abi, false)
	if err != nil {
		return nil, err
	}
	if err := r.strict(p); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *ruleset) strict(p Policy) error {
	for _, place := range systemPlaces() {
		if err := r.allowBut(place, execute, p.Hidden); err != nil {
			return err
		}
	}
	for access, paths := range map[uint64][]string{
		readAll:  systemFiles(),
		device:   {"/dev/null", "/dev/zero", "/dev/full"},
		readFile: {"/dev/random", "/dev/urandom"},
		execute:  p.Programs,
	} {
		for _, path := range paths {
			if err := r.allow(path, access); err != nil {
				return err
			}
		}
	}
	for _, path := range p.Read {
		if err := r.allowReal(path, readAll); err != nil {
			return err
		}
	}
	for _, path := range p.List {
		if err := r.allowReal(path, readDir); err != nil {
			return err
		}
	}
	return nil
}

// agreedRules allows reading everything, and writing below the folders of the policy.
func agreedRules(p Policy, abi int) (*ruleset, error) {
	r, err := newRuleset(abi, p.Network)
	if err != nil {
		return nil, err
	}
	terminals := uint64(readAll | ioctlDev | device)
	for _, rule := range []struct {
		access uint64
		paths  []string
	}{
		{execute, []string{"/"}},
		{device | ioctlDev, []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx"}},
		{terminals, []string{"/dev/pts"}},
		{everything &^ ioctlDev, p.Write},
	} {
		for _, path := range rule.paths {
			if err := r.allow(path, rule.access); err != nil {
				r.close()
				return nil, err
			}
		}
	}
	return r, nil
}
