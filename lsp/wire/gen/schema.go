package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// schema is the protocol as the structs tell it, in the order of the files.
type schema struct {
	types   []*typeDecl
	methods []method
}

// typeDecl is one type: a struct has fields, an enum values, a union arms.
type typeDecl struct {
	name, doc string
	fields    []field
	values    []string
	arms      []string
	union     string // for an interface, the method that its arms have
}

// field is one member of a struct, under its JSON name.
type field struct {
	name, doc string
	optional  bool
	typ       string // the Go type, without pointer and list
	list      bool
	literal   string // its only value; "" if it can have any
	ts, lua   string // the type to write instead; "" for the one that follows from typ
}

// method is one request with its direction.
type method struct {
	key, name      string // "Chat", "ptk/chat"
	params, result string
	toEditor       bool
}

// parse reads the structs, enums, unions and methods of the package in dir.
func parse(dir string) (*schema, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	s := &schema{}
	var files []*ast.File
	fset := token.NewFileSet()
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	for _, f := range files {
		if err := s.addTypes(f); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		if err := s.addMembers(f); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *schema) find(name string) *typeDecl {
	for _, t := range s.types {
		if t.name == name {
			return t
		}
	}
	return nil
}

// addTypes takes the exported types of a file; aliases are known to the writers by name.
func (s *schema) addTypes(f *ast.File) error {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		spec := g.Specs[0].(*ast.TypeSpec)
		if !spec.Name.IsExported() || spec.Assign.IsValid() {
			continue
		}
		t := &typeDecl{name: spec.Name.Name, doc: docText(g.Doc, "", "")}
		switch x := spec.Type.(type) {
		case *ast.StructType:
			if err := t.addFields(x); err != nil {
				return err
			}
		case *ast.InterfaceType:
			t.union = x.Methods.List[0].Names[0].Name
		case *ast.Ident: // an enum; its values come with the constants
		default:
			return fmt.Errorf("type %s: can't express %T", t.name, x)
		}
		s.types = append(s.types, t)
	}
	return nil
}

// addMembers takes a file's enum values, union arms and methods.
func (s *schema) addMembers(f *ast.File) error {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.addArm(d)
		case *ast.GenDecl:
			if d.Tok != token.CONST {
				continue
			}
			for _, spec := range d.Specs {
				if err := s.addConst(spec.(*ast.ValueSpec), docText(d.Doc, "", "")); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (s *schema) addArm(d *ast.FuncDecl) {
	if d.Recv == nil {
		return
	}
	for _, t := range s.types {
		if t.union != "" && t.union == d.Name.Name {
			t.arms = append(t.arms, d.Recv.List[0].Type.(*ast.Ident).Name)
		}
	}
}

func (s *schema) addConst(v *ast.ValueSpec, group string) error {
	lit, ok := v.Values[0].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return nil
	}
	value, err := strconv.Unquote(lit.Value)
	if err != nil {
		return err
	}
	if id, ok := v.Type.(*ast.Ident); ok {
		if t := s.find(id.Name); t != nil {
			t.values = append(t.values, value)
		}
		return nil
	}
	key, ok := strings.CutPrefix(v.Names[0].Name, "Method")
	if !ok {
		return nil
	}
	params, result, ok := strings.Cut(v.Comment.Text(), "→")
	if !ok {
		return fmt.Errorf("method %s: no comment of the form Params → Result", value)
	}
	ofServer := strings.HasPrefix(group, "The requests of the server")
	if !ofServer && !strings.HasPrefix(group, "The requests of an editor") {
		return fmt.Errorf("method %s: the comment of its group names neither the requests of an editor nor those of the server", value)
	}
	s.methods = append(s.methods, method{key, value, strings.TrimSpace(params), strings.TrimSpace(result), ofServer})
	return nil
}

func (t *typeDecl) addFields(x *ast.StructType) error {
	for _, f := range x.Fields.List {
		tag := reflect.StructTag("")
		if f.Tag != nil {
			tag = reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
		}
		name, rest, _ := strings.Cut(tag.Get("json"), ",")
		if len(f.Names) != 1 || name == "" {
			return fmt.Errorf("type %s: each field needs a line of its own and a json tag", t.name)
		}
		typ, list, err := fieldType(f.Type)
		if err != nil {
			return fmt.Errorf("type %s, field %s: %w", t.name, name, err)
		}
		t.fields = append(t.fields, field{
			name: name, doc: docText(f.Doc, f.Names[0].Name, name), optional: strings.Contains(rest, "omitzero"),
			typ: typ, list: list, literal: tag.Get("is"), ts: tag.Get("ts"), lua: tag.Get("lua"),
		})
	}
	return nil
}

func fieldType(e ast.Expr) (name string, list bool, err error) {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name, false, nil
	case *ast.StarExpr:
		return fieldType(e.X)
	case *ast.ArrayType:
		name, _, err = fieldType(e.Elt)
		return name, true, err
	}
	return "", false, fmt.Errorf("can't express %T", e)
}

// docText returns a comment on one line, with the JSON name in place of the Go name at its start.
func docText(g *ast.CommentGroup, goName, jsonName string) string {
	text := strings.Join(strings.Fields(g.Text()), " ")
	text = strings.NewReplacer("[", "", "]", "").Replace(text)
	if rest, ok := strings.CutPrefix(text, goName+" "); ok && goName != "" {
		return jsonName + " " + rest
	}
	return text
}
