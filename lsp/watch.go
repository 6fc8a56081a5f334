package lsp

import "context"

// watch shows a background job as work-done progress if the editor supports it; see [Start.Watch].
func watch(ctx context.Context, r *progressRegistry) jobWatcher {
	return func(title string, stop func()) (report func(message string, done, total int), end func(message string)) {
		if !r.peer.client.workDone {
			return func(string, int, int) {}, func(string) {}
		}
		job := r.beginJob(ctx, title, stop)
		shown := -1
		return func(message string, done, total int) {
			if percent := 100 * done / max(1, total); percent != shown {
				shown = percent
				p := uint32(percent)
				job.report(message, &p)
			}
		}, job.end
	}
}

type jobWatcher = func(title string, stop func()) (report func(message string, done, total int), end func(message string))
