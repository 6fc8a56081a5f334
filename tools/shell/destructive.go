package shell

import (
	paths "path"
	"slices"
	"strings"
)

// destructive returns why a command is refused; "" if it isn't.
func destructive(name string, args []string, home string) string {
	precious := func(path string) bool { return precious(path, home) }
	switch {
	case name == "rm" && flagged(args, 'r', 'R', "--recursive") && slices.ContainsFunc(args, precious):
		return "deletes a whole system, home or device folder"
	case name == "rm" && slices.Contains(args, "--no-preserve-root"):
		return "deletes without regard to the root folder"
	case strings.HasPrefix(name, "mkfs") || name == "wipefs" || name == "mkswap":
		return "makes a new file system over an old one"
	case name == "dd" && slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "of=") && disk(a[3:]) }):
		return "writes directly to a disk"
	case (name == "shred" || name == "tee" || name == "cp" || name == "truncate" || name == "blkdiscard") &&
		slices.ContainsFunc(args, disk):
		return "writes directly to a disk"
	case (name == "chmod" || name == "chown" || name == "chgrp") && flagged(args, 'R', 'R', "--recursive") &&
		slices.ContainsFunc(args, precious):
		return "changes the rights of a whole system or home folder"
	case name == "mv" && len(args) > 1 && (args[len(args)-1] == "/dev/null" || slices.ContainsFunc(args[:len(args)-1], precious)):
		return "moves a system or home folder away"
	case slices.Contains([]string{"shutdown", "reboot", "halt", "poweroff", "telinit"}, name) || name == "init" &&
		len(args) > 0 && strings.Trim(args[0], "06") == "":
		return "shuts the machine down"
	case name == "systemctl" && slices.ContainsFunc(args, func(a string) bool {
		return slices.Contains([]string{"poweroff", "reboot", "halt", "suspend", "hibernate", "kexec"}, a)
	}):
		return "shuts the machine down"
	case name == "kill" && slices.ContainsFunc(args[min(1, len(args)):], func(a string) bool { return a == "-1" || a == "1" }):
		return "ends all programs"
	case name == "find" && slices.Contains(args, "-delete") && len(args) > 0 && precious(args[0]):
		return "deletes a whole system or home folder"
	}
	return ""
}

// flagged reports whether the options have one of the letters, or the long form.
func flagged(args []string, a, b byte, long string) bool {
	return slices.ContainsFunc(args, func(s string) bool {
		short := len(s) > 1 && s[0] == '-' && s[1] != '-'
		return s == long || short && (strings.IndexByte(s, a) > 0 || strings.IndexByte(s, b) > 0)
	})
}

// precious reports whether a folder must not be lost as a whole.
func precious(path, home string) bool {
	p := paths.Clean(strings.TrimRight(path, "*"))
	if path != "" && p == "/" {
		return true
	}
	if p == "~" || home != "" && p == paths.Clean(home) || p == "/home" || p == "/root" || p == "/Users" {
		return true
	}
	top := strings.TrimPrefix(p, "/")
	return strings.HasPrefix(p, "/") && slices.Contains([]string{
		"bin", "boot", "dev", "etc", "lib", "lib64", "opt", "proc", "sbin", "srv", "sys", "usr", "var",
		"usr/bin", "usr/lib", "usr/local", "var/lib", "System", "Library", "Applications",
	}, top)
}

// disk reports whether the path is a device that holds file systems.
func disk(path string) bool {
	name, ok := strings.CutPrefix(path, "/dev/")
	if !ok {
		return false
	}
	for _, p := range []string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/", "md", "dm-", "loop"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
