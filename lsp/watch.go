package lsp

import "context"

// watch shows work in the background as work-done progress, where the editor takes any; see [Start.Watch].
func (s *server) watch(title string, stop func()) (report func(message string, done, total int), end func(message string)) {
	if !s.client.workDone {
		return func(string, int, int) {}, func(string) {}
	}
	ctx, cancel := context.WithCancel(s.life)
	w := &workDone{s: s, ctx: ctx, title: title, after: s.watchAfter, token: s.newToken("work"), stop: cancel}
	s.works.add(w.token, stop)
	w.asking.Go(w.create)
	shown := -1
	return func(message string, done, total int) {
		if percent := 100 * done / max(1, total); percent != shown {
			shown = percent
			p := uint32(percent)
			w.report(message, &p)
		}
	}, w.finish
}
