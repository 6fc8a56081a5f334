package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// marked returns the processes with the mark in their environment, such as those that started a session of their own.
func marked(mark string) []int {
	entry := []byte(markName + "=" + mark)
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		return nil
	}
	var out []int
	for _, f := range files {
		env, err := os.ReadFile(f)
		if err != nil || !bytes.Contains(env, entry) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f))); err == nil && pid != os.Getpid() {
			out = append(out, pid)
		}
	}
	return out
}
