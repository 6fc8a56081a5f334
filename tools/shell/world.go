package shell

// Reach is what a path on the command line leads to.
type Reach int

// The reaches.
const (
	Inside    Reach = iota // the workspace
	Outside                // reading it needs consent
	Secret                 // reading it needs consent each time
	Protected              // changing it needs consent each time
)

// World is what the judgement knows of the machine. All functions must be set.
type World struct {
	// Dir is the absolute folder in which the command starts, Base the workspace folder that holds it.
	Dir, Base string
	// Home is the user's home folder, for ~.
	Home string
	// Path is the PATH of commands that run without a question: system folders only.
	Path string
	// Reach returns where an absolute path leads. The path is not cleaned: a ".." after a link is resolved as the system does.
	Reach func(path string) Reach
	// List returns the names in a folder, and false if it can't or may not be read.
	List func(dir string) ([]string, bool)
	// IsDir reports whether the path is a folder. Links are followed.
	IsDir func(path string) bool
	// Exists reports whether there is something at the path, a broken link included.
	Exists func(path string) bool
	// Program returns the full path of a system program; "" if there is none of that name.
	Program func(name string) string
	// Secrets returns the names of the files below a folder that may hold secrets and whose names are wanted; false if they
	// can't be determined. The names of folders end with a slash.
	Secrets func(dir string, wanted func(name string) bool) ([]string, bool)
	// Git looks at the repository that git would use in a folder.
	Git func(dir string) Repository
}

// Repository is what [World] knows of a git repository.
type Repository struct {
	Unsafe  string      // why git must not run in it without a question, in words; "" if it may
	Secrets func() bool // reports whether it tracks files that may hold secrets
}
