package tools

import (
	"fmt"

	"ptk-lsp/tools/process"
)

// Ran is the result of the tools bash, job_output and job_stop.
type Ran struct {
	Output     string `json:"output"`
	ReturnCode *int   `json:"return_code,omitempty"` // missing while it runs
	TimedOut   bool   `json:"timed_out"`
	Truncated  bool   `json:"truncated"`
	JobID      string `json:"job_id,omitempty"`
	Running    bool   `json:"running,omitempty"`
	Note       string `json:"note,omitempty"`
	// Changed are files that the conversation had read and the command changed or deleted.
	Changed []string `json:"changed_files,omitempty"`
	// Created are the first of the files that the command created.
	Created []string `json:"created_files,omitempty"`
	// Steering are new files that other programs execute or obey, with the reason, and that the command did not name.
	Steering []string `json:"steering_files,omitempty"`
}

// Preview returns the last lines, which usually show the outcome of a command.
func (r Ran) Preview() []string {
	lines := splitLines(r.Output)
	if r.ReturnCode != nil && *r.ReturnCode != 0 {
		lines = append(lines, fmt.Sprintf("exit code %d", *r.ReturnCode))
	}
	for _, s := range r.Steering {
		lines = append(lines, "It has made "+s)
	}
	return lines[max(0, len(lines)-4):]
}

// ran returns the output and exit code of a process.
func ran(p *process.Process) Ran {
	o := p.Output()
	r := Ran{Output: o.Text, Truncated: o.Truncated}
	if code, ended := p.Ended(); ended {
		r.ReturnCode = &code
	}
	return r
}
