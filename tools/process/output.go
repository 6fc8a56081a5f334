package process

import "sync"

// Output is what a program wrote, standard output and errors together.
type Output struct {
	Text      string // valid UTF-8
	Truncated bool   // the middle was replaced by a note
	File      string // holds all of it if it was truncated
}

// output collects what a program writes: its beginning and end, and all of it in a file if that is more.
type output struct {
	live  func(chunk string)
	limit int64  // bytes that are collected; 0 means no limit
	stop  func() // called once more than that was written

	mu         sync.Mutex // guards what follows
	excerpt    excerpt
	spill      spill
	characters characters
	seen       int  // bytes of all that news has returned
	size       int  // bytes collected
	over       bool // more was written than is collected
}

const defaultLimit = 30_000

func newOutput(s Spec, stop func()) *output {
	o := &output{live: s.Output, limit: s.MaxOutput, stop: stop, excerpt: excerpt{half: s.Limit / 2}, spill: spill{dir: s.Spill}}
	if s.Limit <= 0 {
		o.excerpt.half = defaultLimit / 2
	}
	if o.live == nil {
		o.live = func(string) {}
	}
	return o
}

// Write implements [io.Writer]. It returns no error: a failing file must not stop the program.
func (o *output) Write(data []byte) (int, error) {
	o.mu.Lock()
	chunk, stop := "", false
	if room := o.room(data); len(room) == len(data) {
		chunk = o.add(room)
	} else if !o.over {
		o.over, stop = true, true
		chunk = o.add(room)
	}
	o.mu.Unlock()
	if stop {
		o.stop()
	}
	if chunk != "" {
		o.live(chunk)
	}
	return len(data), nil
}

// room returns the part of the data that is within the limit. The rest is dropped, so that the program does not wait for a
// reader while it is being killed.
func (o *output) room(data []byte) []byte {
	if o.limit <= 0 {
		return data
	}
	return data[:min(int64(len(data)), max(0, o.limit-int64(o.size)))]
}

// exceeded returns the limit if more was written, else 0.
func (o *output) exceeded() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.over {
		return 0
	}
	return o.limit
}

// add collects data and returns the chunk to show. The caller holds mu.
func (o *output) add(data []byte) (chunk string) {
	o.size += len(data)
	if !o.spill.opened() && !o.excerpt.fits(len(data)) {
		o.spill.open(o.excerpt.kept())
	}
	o.spill.write(data)
	o.excerpt.add(data)
	return o.characters.add(data)
}

func (o *output) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.spill.close()
}

func (o *output) all() Output {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen = o.size
	return o.excerpt.from(0, o.spill.name)
}

// news returns what was written since the last call.
func (o *output) news() Output {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := o.seen
	o.seen = o.size
	return o.excerpt.from(at, o.spill.name)
}
