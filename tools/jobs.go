package tools

import (
	"context"
	"fmt"
	"sync"

	"ptk-lsp/tools/process"
)

// maxJobs is how many commands may run in the background at once.
const maxJobs = 8

// Jobs are the commands that run in the background. They end with [Jobs.Close].
type Jobs struct {
	mu     sync.Mutex // guards what follows
	jobs   map[string]*job
	count  int
	closed bool
}

type job struct {
	*process.Process
	conversation string
}

// NewJobs returns an empty list of jobs, which must be closed.
func NewJobs() *Jobs { return &Jobs{jobs: map[string]*job{}} }

// start starts a command in the background.
func (j *Jobs) start(conversation string, s process.Spec) (id string, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	running := 0
	for _, job := range j.jobs {
		if _, ended := job.Ended(); !ended {
			running++
		}
	}
	if j.closed || running >= maxJobs {
		return "", &Error{
			Type: UserError, Message: fmt.Sprintf("%d commands run in the background already.", running),
			Suggestion: "End one with job_stop.",
		}
	}
	p, err := process.Start(s)
	if err != nil {
		return "", err
	}
	j.count++
	id = fmt.Sprintf("job-%d", j.count)
	j.jobs[id] = &job{p, conversation}
	return id, nil
}

// find returns a job of the conversation.
func (j *Jobs) find(conversation, id string) (*job, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if job := j.jobs[id]; job != nil && job.conversation == conversation {
		return job, nil
	}
	return nil, &Error{Type: UserError, Message: fmt.Sprintf("There is no job %q.", id), Suggestion: "Use the job_id that bash gave."}
}

// Close ends all jobs and waits for them.
func (j *Jobs) Close() {
	j.mu.Lock()
	j.closed = true
	jobs := j.jobs
	j.jobs = map[string]*job{}
	j.mu.Unlock()
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Go(job.Kill)
	}
	wg.Wait()
}

type jobArgs struct {
	JobID string `json:"job_id" jsonschema:"the id that bash gave for the command"`
}

func (j *Jobs) output() Tool {
	return Reading(Spec{
		Name: "job_output", Kind: KindRead, Poll: true,
		Description: "Gives what a background command has written since it was last looked at, and whether it still runs.",
	}, func(_ *Call, a jobArgs) (string, []Location) { return "Look at " + a.JobID, nil },
		func(_ context.Context, c *Call, a jobArgs) (Ran, error) {
			job, err := j.find(c.ConversationID, a.JobID)
			if err != nil {
				return Ran{}, err
			}
			code, ended := job.Ended()
			news := job.News()
			r := Ran{Output: news.Text, Truncated: news.Truncated, JobID: a.JobID, Running: !ended}
			if ended {
				r.ReturnCode = &code
			}
			return r, nil
		})
}

func (j *Jobs) stop() Tool {
	return New(Spec{Name: "job_stop", Kind: KindExecute, Description: "Ends a background command."},
		func(_ context.Context, c *Call, a jobArgs) (*Action, error) {
			job, err := j.find(c.ConversationID, a.JobID)
			if err != nil {
				return nil, err
			}
			return &Action{Title: "End " + a.JobID, Do: func(context.Context) (*Result, error) {
				job.Kill()
				r := ran(job.Process)
				r.JobID = a.JobID
				return succeed(r), nil
			}}, nil
		})
}
