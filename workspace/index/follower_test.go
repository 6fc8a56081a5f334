package index

import (
	"path/filepath"
	"testing"
	"time"

	"ptk-lsp/workspace/search"
)

// TestRefreshReadsReportedFiles checks that a refresh reads only written files, until a file is made or removed.
func TestRefreshReadsReportedFiles(t *testing.T) {
	t.Parallel()
	b := newBed(t, project())
	b.close()
	b.o.Search.Memory = search.NewMemory()
	defer b.o.Search.Memory.Close()
	b.open()
	time.Sleep(2100 * time.Millisecond) // a walk does not store folders that have just changed
	b.refresh()
	if b.x.follower == nil {
		t.Skip("the system can't watch this tree")
	}
	for _, k := range b.x.files {
		k.entry().Modified = 0 // looked at, it would be read again
	}
	if n := b.refresh(); n != 0 {
		t.Errorf("%d files are read though none was written", n)
	}
	b.put("http/server.go", "package http\n\nfunc Gopherspace() {}\n")
	b.refresh()
	b.first("gopherspace", "http/server.go")
	still := 0
	for _, k := range b.x.files {
		if k.entry().Modified == 0 {
			still++
		}
	}
	if want := len(b.x.files) - 1; still != want {
		t.Errorf("%d files were left alone, want %d", still, want)
	}
	b.put("new/walrus.go", "package walrus\n\nfunc Tusk() {}\n")
	if n := b.refresh(); n != still+1 {
		t.Errorf("%d files are read after one was made, want %d", n, still+1)
	}
	b.first("tusk", "new/walrus.go")
	if err := b.x.Clear(); err != nil {
		t.Fatal(err)
	}
	if n := b.refresh(); n != len(b.x.files) {
		t.Errorf("%d of %d files are read after the index was cleared in %s", n, len(b.x.files), filepath.Base(b.root))
	}
}
