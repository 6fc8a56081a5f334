package repomap

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// bytesPerToken is the least average length of a token of paths and names.
const bytesPerToken = 3

// folderShare is the share of the text for folders; names take the rest.
const folderShare = 3

// namesAFile is the maximum number of names of one file, so that no file fills the map.
const namesAFile = 8

// Text returns the map in at most so many tokens: the folders, then files with the names they define, in the order of their paths.
// The same map and budget give the same bytes. It returns "" if the map is empty.
func (m *Map) Text(tokens int) string {
	if m == nil || m.files == 0 {
		return ""
	}
	room := tokens * bytesPerToken
	head := fmt.Sprintf("%d files", m.files)
	dirs := m.folderLines(room/folderShare - len(head))
	if len(dirs) > 0 {
		head += "; in folders: " + strings.Join(dirs, ", ")
	}
	names := m.nameLines(room - len(head))
	if len(names) == 0 && len(dirs) == 0 || len(head) > room {
		return ""
	}
	return strings.Join(append([]string{head}, names...), "\n")
}

// folderLines returns as many folders as fit, the outer ones first, in the order of their paths.
func (m *Map) folderLines(room int) (lines []string) {
	const frame = len("; in folders: ")
	room -= frame
	for _, f := range m.folders {
		line := fmt.Sprintf("%s/ %d", f.rel, f.files)
		if room -= len(line) + 2; room < 0 {
			break
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// nameLines selects the best names that fit, and returns them by file.
func (m *Map) nameLines(room int) (lines []string) {
	byFile := map[string][]string{}
	var files []string
	for _, s := range m.symbols {
		cost := len(s.Name) + 2
		if byFile[s.File] == nil {
			cost += len(s.File) + 1
		}
		if cost > room {
			break
		}
		if len(byFile[s.File]) == namesAFile {
			continue
		}
		if byFile[s.File] == nil {
			files = append(files, s.File)
		}
		byFile[s.File] = append(byFile[s.File], s.Name)
		room -= cost
	}
	slices.SortFunc(files, cmp.Compare)
	for _, f := range files {
		lines = append(lines, f+": "+strings.Join(byFile[f], ", "))
	}
	return lines
}
