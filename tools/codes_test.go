package tools

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestErrorCodes: every code that a file of the tools sets is declared in codes.go, with its meaning, and described in
// docs/tools.md.
func TestErrorCodes(t *testing.T) {
	declared := declaredCodes(t)
	var values []string
	for _, v := range declared {
		values = append(values, v)
	}
	slices.Sort(values)
	if d := cmp.Diff(values, documentedCodes(t)); d != "" {
		t.Errorf("declared and documented (-/+):\n%s", d)
	}
	if bad := codesUsed(t, declared); len(bad) > 0 {
		t.Errorf("codes that are not constants of codes.go:\n%s", strings.Join(bad, "\n"))
	}
}

// declaredCodes returns the values of the constants in codes.go by name.
func declaredCodes(t *testing.T) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.ValueSpec); ok {
			codes[s.Names[0].Name] = strings.Trim(s.Values[0].(*ast.BasicLit).Value, `"`)
			if s.Comment == nil {
				t.Errorf("%s has no comment with its meaning", s.Names[0].Name)
			}
		}
		return true
	})
	return codes
}

// documentedCodes returns the codes in the table of docs/tools.md, sorted.
func documentedCodes(t *testing.T) (codes []string) {
	t.Helper()
	text, err := os.ReadFile("../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Errors\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		if code, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "` |"); ok && strings.HasPrefix(line, "| `") &&
			code == strings.ToUpper(code) {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

// codesUsed returns the places below tools at which the code of an error is no declared constant.
func codesUsed(t *testing.T, declared map[string]string) (bad []string) {
	t.Helper()
	fset := token.NewFileSet()
	check := func(value ast.Expr) {
		if s, ok := value.(*ast.SelectorExpr); ok {
			value = s.Sel
		}
		if id, ok := value.(*ast.Ident); !ok || declared[id.Name] == "" && id.Name != "Code" { // a copy
			bad = append(bad, fset.Position(value.Pos()).String())
		}
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && strings.HasSuffix(fmt.Sprint(typeName(lit.Type)), "Error") {
				for _, e := range lit.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok && fmt.Sprint(kv.Key) == "Code" {
						check(kv.Value)
					}
				}
			}
			if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
				for i, l := range a.Lhs {
					if sel, ok := l.(*ast.SelectorExpr); ok && sel.Sel.Name == "Code" {
						check(a.Rhs[i])
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return bad
}

func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.Sel.Name
	}
	return ""
}
