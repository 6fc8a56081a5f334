package tools_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools"
)

func TestReadFile(t *testing.T) {
	r := newRoom(t, map[string]string{"a.txt": "one\r\ntwo\r\nthree", "u16.txt": "\xff\xfeh\x00i\x00", "empty": "", "bin": "\x00\x01"})
	got := r.ok("read_file", `{"path": "a.txt"}`)
	want := "<code=\"" + filepath.Join(r.dir, "a.txt") + "\" #1:3>\n     1\tone\n     2\ttwo\n     3\tthree\n</code>"
	if got["content"] != want || got["lines"] != 3.0 || got["total_lines"] != 3.0 || got["truncated"] != false ||
		got["dirty"] != false || got["error"] != "" {
		t.Errorf("got %v", got)
	}
	got = r.ok("read_file", `{"path": "a.txt", "offset": 2, "limit": 1}`)
	if !strings.Contains(got["content"].(string), "#2:2>\n     2\ttwo\n<") || got["truncated"] != true {
		t.Errorf("got %v", got)
	}
	if got := r.ok("read_file", `{"path": "u16.txt"}`); !strings.Contains(got["content"].(string), "\thi\n") {
		t.Errorf("got %v", got)
	}
	if got := r.ok("read_file", `{"path": "empty"}`); got["total_lines"] != 0.0 {
		t.Errorf("got %v", got)
	}
	r.fails("read_file", `{"path": "bin"}`, tools.UserError, "binary file of 2 bytes")
	r.fails("read_file", `{"path": "a.txt", "offset": 9}`, tools.UserError, "has 3 lines")
	r.fails("read_file", `{"path": "none"}`, tools.UserError, "list_files")
	r.fails("read_file", `{"path": "."}`, tools.UserError, "is a folder")
	r.fails("read_file", `{"path": "../x"}`, tools.SecurityError, "outside the workspace")
	r.fails("read_file", `{}`, tools.ValidationError, "path")
	r.fails("read_file", `{"path": 5}`, tools.ValidationError, "path")
	r.fails("no_such_tool", `{}`, tools.ValidationError, "read_file")
}

func TestReadPictures(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n\x00"
	r := newRoom(
		t,
		map[string]string{
			"a.png": png, "text.png": "no picture", "large.png": png + strings.Repeat("\x00", tools.MaxImage), "b.txt": "b\n",
		},
	)
	want := []tools.Image{{MIME: "image/png", Data: []byte(png)}}
	for tool, args := range map[string]string{"read_file": `{"path": "a.png"}`, "read": `{"file_paths": ["a.png", "b.txt", "text.png"]}`} {
		res := r.call(tool, args)
		if d := cmp.Diff(want, res.Images); d != "" || !res.Success() {
			t.Errorf("%s: %v %s", tool, res.Err, d)
		}
		if text := string(res.JSON()); !strings.Contains(text, "[image/png, 9 bytes: a picture]") ||
			!strings.Contains(strings.Join(res.Preview, "\n"), "a picture") {
			t.Errorf("%s: %s, %q", tool, text, res.Preview)
		}
	}
	r.fails("read_file", `{"path": "large.png"}`, tools.UserError, "binary file of 5242889 bytes")
}

func TestReadLargeFileByRange(t *testing.T) {
	r := newRoom(t, map[string]string{"big.log": strings.Repeat("0123456789abcde\n", 1<<20)})
	got := r.ok("read_file", `{"path": "big.log", "offset": 1048570, "limit": 3}`)
	if got["lines"] != 3.0 || got["total_lines"] != float64(1<<20) ||
		!strings.Contains(got["content"].(string), "1048570\t0123456789abcde\n") {
		t.Errorf("got %v", got)
	}
}

func TestRead(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n", "b": "2\n"})
	got := r.ok("read", `{"file_paths": ["a", "missing", "b"]}`)
	files := got["files"].([]any)
	if got["files_read"] != 2.0 || len(files) != 3 || files[1].(map[string]any)["error"] == nil ||
		files[2].(map[string]any)["path"] != "b" {
		t.Errorf("got %v", got)
	}
}
