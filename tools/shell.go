package tools

import (
	"cmp"
	"path/filepath"
	"strings"
	"time"

	"ptk-lsp/workspace"
)

// Shell holds the options of the tools that run commands. The zero value runs them unconfined with the usual limits.
type Shell struct {
	// Jobs are the commands in the background; nil if none may run there.
	Jobs *Jobs
	// Self is the path of this program, which confines commands if the system supports it; "" confines none.
	Self string
	// Temp is a private folder of the program in which commands may write and long outputs are stored; it must exist.
	Temp string
	// Cache is a folder for the caches of compilers and package managers: confined commands can't write to the user's own. If it
	// outlives the program, builds are faster. "" is a folder in Temp.
	Cache string
	// Network allows connections to all commands, not only to those for which the user agreed to them.
	Network bool
	// Timeout and MaxTimeout are 5 and 60 seconds if they are 0.
	Timeout, MaxTimeout time.Duration
	// Environ is the program's environment. Commands get the variables that are known to hold no secrets, and never those of
	// KeyNames, which hold keys.
	Environ  []string
	KeyNames []string
	// Pass names further variables that commands get.
	Pass []string
	// Secrets are the files that are not read without consent; nil means [workspace.DefaultSecrets].
	Secrets workspace.Secrets
}

// timeout returns how long a command may run, for a number of seconds that the model asked for or 0.
func (s *Shell) timeout(seconds int) time.Duration {
	t := cmp.Or(time.Duration(max(seconds, 0))*time.Second, s.Timeout, 5*time.Second)
	return min(t, s.maxTimeout())
}

func (s *Shell) maxTimeout() time.Duration { return cmp.Or(s.MaxTimeout, 60*time.Second) }

func (s *Shell) secrets() workspace.Secrets {
	if s.Secrets == nil {
		return workspace.DefaultSecrets()
	}
	return s.Secrets
}

func (s *Shell) cache() string { return cmp.Or(s.Cache, filepath.Join(s.Temp, "cache")) }

// home returns the user's home folder with links resolved; "" if it is unknown.
func (s *Shell) home() string {
	for _, entry := range s.Environ {
		if home, ok := strings.CutPrefix(entry, "HOME="); ok && filepath.IsAbs(home) {
			if real, err := filepath.EvalSymlinks(home); err == nil {
				return real
			}
		}
	}
	return ""
}

// outputs returns the files that hold the long outputs of earlier commands, which the model may read.
func (s *Shell) outputs() []string {
	temp, err := filepath.EvalSymlinks(s.Temp)
	if err != nil {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(temp, "output-*.txt"))
	if err != nil {
		return nil
	}
	return files
}
