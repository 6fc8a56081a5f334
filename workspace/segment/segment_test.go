package segment

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func testFormat() Format { return Format{Magic: "PTKTST01", Numbers: 2} }

// example returns a segment with some data, tables of two strings, and two numbers.
func example(t testing.TB) []byte {
	var out bytes.Buffer
	w := NewWriter(&out)
	w.Append([]byte("data"))
	w.Finish(testFormat(), AppendString(AppendString(nil, "one"), "two"), 7, -8)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(data []byte) (*File, []byte, error) {
	return Read(bytes.NewReader(data), int64(len(data)), testFormat())
}

func TestReadReturnsWhatWasWritten(t *testing.T) {
	s, tables, err := read(example(t))
	if err != nil {
		t.Fatal(err)
	}
	d := &Decoder{B: tables}
	if diff := cmp.Diff([]string{"one", "two"}, []string{d.Text(), d.Text()}); diff != "" || d.Bad || len(d.B) > 0 {
		t.Error(diff, d)
	}
	if diff := cmp.Diff([]int64{7, -8}, s.Numbers); diff != "" {
		t.Error(diff)
	}
	if p, err := s.Piece(1, 3, s.Data); string(p) != "ata" || err != nil {
		t.Errorf("got %q, %v", p, err)
	}
	if _, err := s.Piece(2, 3, s.Data); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a piece across the end of the data: %v", err)
	}
}

func TestDamageIsReported(t *testing.T) {
	whole := example(t)
	for at := range whole {
		if _, _, err := read(whole[:at]); !errors.Is(err, ErrCorrupt) {
			t.Errorf("cut at %d: %v", at, err)
		}
		if at < len("data") {
			continue // owners check their data
		}
		bad := slices.Clone(whole)
		bad[at] ^= 1
		if _, _, err := read(bad); !errors.Is(err, ErrCorrupt) {
			t.Errorf("byte %d: %v", at, err)
		}
	}
	other := testFormat()
	other.Magic = "PTKTST02"
	if _, _, err := Read(bytes.NewReader(whole), int64(len(whole)), other); !errors.Is(err, ErrCorrupt) {
		t.Errorf("another version: %v", err)
	}
}

func TestCreateReplacesWholeFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "base-00000001")
	put := func(text string, fail error) error {
		return Create(path, Durable, func(w *Writer) error {
			w.Append([]byte(text))
			return fail
		})
	}
	fail := errors.New("no more")
	if err := errors.Join(put("old", nil), put("new", nil)); err != nil {
		t.Fatal(err)
	}
	if err := put("half", fail); !errors.Is(err, fail) {
		t.Errorf("got %v", err)
	}
	data, err := os.ReadFile(path)
	entries, _ := os.ReadDir(filepath.Dir(path))
	if string(data) != "new" || err != nil || len(entries) != 1 {
		t.Errorf("got %q, %v beside %d files", data, err, len(entries))
	}
}

func TestDirNumbersLocksAndCleans(t *testing.T) {
	one, two := NewDir(filepath.Join(t.TempDir(), "x")), (*Dir)(nil)
	two = NewDir(one.path)
	if err := errors.Join(one.Make(), one.Lock()); err != nil {
		t.Fatal(err)
	}
	if err := two.Lock(); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v", err)
	}
	for _, name := range []string{"base-00000003", "base-00000012", "base-x", "delta-00000013", "new-1"} {
		if err := os.WriteFile(filepath.Join(one.path, name), []byte("12345"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]int{3, 12}, one.Numbers("base")); diff != "" {
		t.Error(diff)
	}
	if n, bytes := one.Next("base", "delta"), one.Bytes("base"); n != 14 || bytes != 10 {
		t.Errorf("next is %d, and there are %d bytes", n, bytes)
	}
	if err := one.Clean(func(path string) bool { return path == one.Path("base", 12) }, "base"); err != nil {
		t.Error(err)
	}
	left, err := filepath.Glob(filepath.Join(one.path, "*-*"))
	if diff := cmp.Diff([]string{one.Path("base", 12), one.Path("delta", 13)}, left); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if err := errors.Join(one.Unlock(), two.Lock(), two.Unlock(), two.Remove()); err != nil {
		t.Error(err)
	}
}

// FuzzRead reads hostile bytes: they are refused, or what is read lies within them.
func FuzzRead(f *testing.F) {
	whole := example(f)
	f.Add(whole, int64(0), int64(4))
	f.Add(whole[:len(whole)/2], int64(-1), int64(1<<62))
	f.Fuzz(func(t *testing.T, data []byte, at, n int64) {
		s, tables, err := read(data)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) {
				t.Error(err)
			}
			return
		}
		if s.Data < 0 || s.Data+int64(len(tables)) > int64(len(data)) || len(s.Numbers) != 2 {
			t.Errorf("got %+v with tables of %d bytes", s, len(tables))
		}
		if p, err := s.Piece(at, n, s.Data); err == nil && (int64(len(p)) != n || !bytes.Equal(p, data[at:at+n])) {
			t.Errorf("got %q at %d", p, at)
		}
	})
}

// FuzzDecoder decodes hostile bytes: nothing is larger than they are.
func FuzzDecoder(f *testing.F) {
	f.Add(AppendString([]byte{3, 200, 1}, "text"))
	f.Add(bytes.Repeat([]byte{0xff}, 20))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := &Decoder{B: data}
		for range data {
			d.Varint()
			if n := d.Count(2); n > len(data)/2 {
				t.Errorf("%d elements of two bytes in %d", n, len(data))
			}
			if s := d.Text(); len(s) > len(data) {
				t.Errorf("a string of %d bytes in %d", len(s), len(data))
			}
		}
		if d.Bad && len(d.B) > 0 {
			t.Error("there is something left after an error")
		}
	})
}
