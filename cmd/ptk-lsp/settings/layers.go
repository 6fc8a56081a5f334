package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"

	"github.com/pelletier/go-toml/v2"
)

// Layers are the sources of settings. Where two set the same key the later field wins:
// the user's file, the workspace's file, the editor's settings, the command line. The environment's variables
// (OPENAI_API_KEY and the like) stand below all of them, the defaults of the program below those.
type Layers struct {
	// UserFile is the path of the user's TOML file; it need not exist.
	UserFile string
	// WorkspaceFile is the path of the workspace's TOML file; it need not exist, and it is not trusted.
	WorkspaceFile string
	// Editor is the editor's settings object, JSON; may be empty.
	Editor json.RawMessage
	// CommandLine is what flags say, such as {"model": …}; may be empty.
	CommandLine map[string]any
}

// Resolve reads all sources and gives the settings, and what was left out of them and why. It never fails: what can't be
// read is a problem, and the rest counts.
func (l Layers) Resolve() (Settings, []Problem) {
	var problems []Problem
	merged := map[string]any{}
	add := func(tree map[string]any, source string, where places, trusted bool) {
		c := &check{}
		fit, _ := c.value("", tree, reflect.TypeFor[Settings](), "")
		problems = append(problems, where.locate(source, c.problems)...)
		layer := fit.(map[string]any)
		rules := joinRules(merged, layer, trusted)
		merge(merged, layer)
		if len(rules) > 0 {
			merged["permissions"].(map[string]any)["rules"] = rules
		}
	}
	for _, file := range []struct {
		path    string
		trusted bool
	}{{l.UserFile, true}, {l.WorkspaceFile, false}} {
		tree, where, problem := readTOML(file.path)
		if problem != nil {
			problems = append(problems, *problem)
			continue
		}
		if !file.trusted {
			problems = append(problems, where.locate(file.path, distrust(tree))...)
		}
		add(tree, file.path, where, file.trusted)
	}
	editor, problem := readJSON(l.Editor)
	if problem != nil {
		problems = append(problems, *problem)
	}
	add(editor, editorSource, nil, true)
	add(l.CommandLine, "the command line", nil, true)
	return decode(merged), problems
}

const editorSource = "the editor's settings"

// decode turns a checked tree into the struct.
func decode(tree map[string]any) (s Settings) {
	data, err := json.Marshal(tree)
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		panic(fmt.Sprintf("settings that were checked do not decode: %v", err)) // the check and the struct have drifted
	}
	return s
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

// joinRules gives the permission rules of both: a trusted layer's are tried first, an untrusted one's last, so that it
// can't take back what the user has rejected.
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

func readTOML(path string) (map[string]any, places, *Problem) {
	if path == "" {
		return nil, nil, nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, &Problem{Source: path, Message: err.Error()}
	}
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		p := Problem{Source: path, Message: err.Error()}
		if de, ok := errors.AsType[*toml.DecodeError](err); ok {
			p.Line, p.Column = de.Position()
		}
		return nil, nil, &p
	}
	return tree, findPlaces(data), nil
}
