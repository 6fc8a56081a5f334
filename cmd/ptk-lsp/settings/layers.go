package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/regular"
)

// Layers are the sources of settings. If two set the same key, the later source wins:
// the user's file, the workspace's file, the editor's settings, the command line. The environment's variables
// (OPENAI_API_KEY and the like) have less priority than all of them, the defaults of the program least.
type Layers struct {
	// UserFile is the path of the user's TOML file; it need not exist.
	UserFile string
	// Workspace is the folder that may hold a TOML file of its own, [WorkspaceFile], which is not trusted; "" to read none.
	Workspace string
	// Editor is the editor's settings object, JSON; may be empty.
	Editor json.RawMessage
	// CommandLine are the settings of flags, such as {"model": …}; may be empty.
	CommandLine map[string]any
}

// Resolve reads all sources and returns the settings, and the problems of what was ignored. It never fails: what can't be read
// is a problem.
func (l Layers) Resolve() (Settings, []Problem) {
	r := resolving{merged: map[string]any{}}
	if tree, data := r.file(l.UserFile, userFile(l.UserFile)); tree != nil {
		r.add(&check{}, tree, l.UserFile, data, true)
	}
	name := l.WorkspaceFile()
	if tree, data := r.file(name, workspaceFile(l.Workspace)); tree != nil {
		c := &check{}
		distrust(c, tree, decode(r.merged))
		r.add(c, tree, name, data, false)
	}
	editor, problem := readJSON(l.Editor)
	if problem != nil {
		r.problems = append(r.problems, *problem)
	}
	r.add(&check{}, editor, editorSource, nil, true)
	r.add(&check{}, l.CommandLine, "the command line", nil, true)
	return decode(r.merged), r.problems
}

// WorkspaceFile returns the path of the workspace's settings, or "" if none are read.
func (l Layers) WorkspaceFile() string {
	if l.Workspace == "" {
		return ""
	}
	return filepath.Join(l.Workspace, ".ptk", "config.toml")
}

// resolving is the result of the sources that were read.
type resolving struct {
	merged   map[string]any
	problems []Problem
}

// add adds a source with more priority than those before.
func (r *resolving) add(c *check, tree map[string]any, source string, data []byte, trusted bool) {
	fit, _ := c.value("", tree, reflect.TypeFor[Settings](), "")
	r.problems = append(r.problems, c.located(source, data)...)
	layer := fit.(map[string]any)
	rules := joinRules(r.merged, layer, trusted)
	merge(r.merged, layer)
	if len(rules) > 0 {
		r.merged["permissions"].(map[string]any)["rules"] = rules
	}
}

// file reads a TOML file. It returns nil if there is none or it can't be used.
func (r *resolving) file(source string, read func() (data []byte, keys int, err error)) (tree map[string]any, data []byte) {
	if source == "" {
		return nil, nil
	}
	data, keys, err := read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		r.problems = append(r.problems, Problem{Source: source, Message: shown(err.Error())})
		return nil, nil
	}
	tree, problem := parseTOML(data, keys)
	if problem != nil {
		problem.Source = source
		r.problems = append(r.problems, *problem)
		return nil, nil
	}
	return tree, data
}

// Maximum sizes of settings files in bytes.
const (
	maxUserFile      = 4 << 20
	maxWorkspaceFile = 256 << 10
)

// maxWorkspaceKeys is how many keys a workspace's file may have: enough for [maxRules] rules.
const maxWorkspaceKeys = 8 * maxRules

func userFile(path string) func() ([]byte, int, error) {
	return func() ([]byte, int, error) {
		data, err := regular.Read(path, maxUserFile)
		return data, maxKeys, err
	}
}

// workspaceFile reads the file of a folder whose author is not the user.
//
//nolint:contextcheck // the file is small and local: the read is not cancelled
func workspaceFile(dir string) func() ([]byte, int, error) {
	return func() ([]byte, int, error) {
		w, err := workspace.New([]workspace.Folder{{Path: dir}}, workspace.Disk{})
		if err != nil {
			return nil, 0, err
		}
		text, err := w.ReadSmall(context.Background(), filepath.Join(".ptk", "config.toml"), maxWorkspaceFile)
		return []byte(text), maxWorkspaceKeys, errors.Join(err, w.Close())
	}
}

const editorSource = "the editor's settings"

// decode converts a checked tree to the struct. Rules are converted separately, since there may be very many.
func decode(tree map[string]any) (s Settings) {
	rules := rulesOf(tree)
	tree = maps.Clone(tree)
	if p, ok := tree["permissions"].(map[string]any); ok {
		p = maps.Clone(p)
		delete(p, "rules")
		tree["permissions"] = p
	}
	data, err := json.Marshal(tree)
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		panic(fmt.Sprintf("settings that were checked do not decode: %v", err)) // the check and the struct differ
	}
	for _, r := range rules {
		s.Permissions.Rules = append(s.Permissions.Rules, asRule(r))
	}
	return s
}

// asRule converts a checked rule.
func asRule(v any) Rule {
	text := func(key string) string {
		m, _ := v.(map[string]any)
		s, _ := m[key].(string)
		return s
	}
	return Rule{Tool: text("tool"), Match: text("match"), Decision: text("decision")}
}

// merge puts from over into: objects by key, everything else whole.
func merge(into, from map[string]any) {
	for k, v := range from {
		a, okA := into[k].(map[string]any)
		b, okB := v.(map[string]any)
		if okA && okB {
			merge(a, b)
			continue
		}
		into[k] = v
	}
}

// joinRules returns the permission rules of both. Rules of a trusted layer are tried first, those of an untrusted one last, so
// that it can't allow what the user has rejected.
func joinRules(merged, layer map[string]any, trusted bool) []any {
	before, after := rulesOf(merged), rulesOf(layer)
	if trusted {
		before, after = after, before
	}
	return slices.Concat(before, after)
}

func rulesOf(tree map[string]any) []any {
	p, _ := tree["permissions"].(map[string]any)
	rules, _ := p["rules"].([]any)
	return rules
}

func readJSON(raw json.RawMessage) (map[string]any, *Problem) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var tree map[string]any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return nil, &Problem{Source: editorSource, Message: "must be an object: " + err.Error()}
	}
	// Editors send null for a setting that has no value.
	dropNull(tree)
	return tree, nil
}

func dropNull(tree map[string]any) {
	for k, v := range tree {
		if v == nil {
			delete(tree, k)
		} else if m, ok := v.(map[string]any); ok {
			dropNull(m)
		}
	}
}

// parseTOML parses a text with a limited number of keys.
func parseTOML(data []byte, keys int) (map[string]any, *Problem) {
	if err := bounded(data, keys); err != nil {
		return nil, &Problem{Message: err.Error()}
	}
	tree := map[string]any{}
	if err := toml.Unmarshal(data, &tree); err != nil {
		p := Problem{Message: shown(err.Error())}
		if de, ok := errors.AsType[*toml.DecodeError](err); ok {
			p.Line, p.Column = de.Position()
		}
		return nil, &p
	}
	return tree, nil
}
