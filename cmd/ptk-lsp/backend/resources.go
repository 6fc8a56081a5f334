package backend

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/tools"
	"ptk-lsp/workspace/journal"
)

// resources are what tools use beside the workspace and what must be released in the end.
type resources struct {
	journal  *journal.Journal // nil if it can't be opened
	jobs     *tools.Jobs
	neutral  *NeutralDir
	temp     string // the private folder of commands; "" if it can't be created
	ownsTemp bool
	trimming sync.WaitGroup
}

// newResources opens the journal and creates the private folder, unless nothing runs. Errors are problems of the configuration.
func newResources(d dirs.Dirs, readOnly bool, c *Config) *resources {
	r := &resources{jobs: tools.NewJobs(), neutral: &NeutralDir{parent: filepath.Join(d.State(), "programs")}}
	if readOnly {
		r.temp = os.TempDir() // only named
		return r
	}
	var err error
	r.journal, err = journal.Open(filepath.Join(d.State(), "journal"))
	c.report("the undo journal", err)
	r.temp, err = os.MkdirTemp("", "ptk-")
	c.report("the folder for commands", err)
	r.ownsTemp = r.temp != ""
	return r
}

// undoFor is how long the changes of a turn can be undone.
const undoFor = 90 * 24 * time.Hour

// trim removes old entries of the journal in the background and calls failed if that fails.
func (r *resources) trim(failed func(error)) {
	if r.journal == nil {
		return
	}
	r.trimming.Go(func() {
		if err := r.journal.Trim(time.Now().Add(-undoFor)); err != nil {
			failed(fmt.Errorf("trimming the undo journal: %w", err))
		}
	})
}

// close removes the folders. The programs that use them have ended.
func (r *resources) close() error {
	r.trimming.Wait()
	err := r.neutral.close()
	if r.ownsTemp {
		if tempErr := os.RemoveAll(r.temp); tempErr != nil {
			err = errors.Join(fmt.Errorf("removing the folder of commands: %w", tempErr), err)
		}
	}
	return err
}

// openPermissions returns the permissions that the user stored for the workspace.
func openPermissions(d dirs.Dirs, folders []string, c *Config) *tools.Permissions {
	dir := ""
	if len(folders) > 0 {
		dir = folders[0]
	}
	file := ""
	if folder, err := filepath.Abs(dir); err == nil {
		file = tools.PermissionsFile(d.State(), folder)
	}
	p := tools.OpenPermissions(file, rules(c.Settings))
	c.report("what was allowed for good", p.Check())
	return p
}
