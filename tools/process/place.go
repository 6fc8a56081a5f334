package process

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// InWorkspace is the value of the setting cwd for starting a program in the workspace.
const InWorkspace = "workspace"

// WorkspaceVariable is the variable that holds the workspace's first folder for programs.
const WorkspaceVariable = "PTK_WORKSPACE"

// Place says where programs that the user's settings name are started. Many run code from the folder in which they are started:
// npx runs its node_modules/.bin, Python imports from it, npm obeys its .npmrc. So they are started in a folder of their own.
type Place struct {
	// Neutral returns the path of an empty folder that only the user can write, and creates it if necessary. If it is nil, the
	// root of the file system is used.
	Neutral func() (string, error)
	// Folders are the folders of the workspace.
	Folders []string
}

// Spec returns how to start a program with an environment. cwd is "" for the neutral folder, [InWorkspace], or an absolute path.
// Programs inside the workspace are not found by their names.
func (p Place) Spec(argv []string, cwd string, env []string) (s Spec, err error) {
	if s.Dir, err = p.dir(cwd); err != nil {
		return s, err
	}
	program, err := Find(argv[0], env, p.Folders)
	if err != nil {
		return s, err
	}
	if cwd == "" && program != filepath.Base(program) && !filepath.IsAbs(program) {
		return s, fmt.Errorf("%s is a relative path: give an absolute one, or set cwd to %q", program, InWorkspace)
	}
	s.Argv, s.Env = append([]string{program}, argv[1:]...), SafePath(env, p.Folders)
	if len(p.Folders) > 0 && !slices.ContainsFunc(env, func(e string) bool { return nameOf(e) == WorkspaceVariable }) {
		s.Env = append(s.Env, WorkspaceVariable+"="+p.Folders[0])
	}
	return s, nil
}

func (p Place) dir(cwd string) (string, error) {
	switch {
	case cwd == "" && p.Neutral != nil:
		return p.Neutral()
	case cwd == "":
		wd, err := os.Getwd()
		return filepath.VolumeName(wd) + string(filepath.Separator), err
	case cwd == InWorkspace && len(p.Folders) == 0:
		return "", fmt.Errorf("cwd is %q, and no folder is open", cwd)
	case cwd == InWorkspace:
		return p.Folders[0], nil
	case !filepath.IsAbs(cwd):
		return "", fmt.Errorf("cwd is %q; it must be %q or an absolute path", cwd, InWorkspace)
	}
	return cwd, nil
}
