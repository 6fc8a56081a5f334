package main

import (
	"fmt"
	"strings"
)

const generated = "Generated from the Go structs of lsp/wire by `go generate ./lsp/wire`; do not edit."

// typeScript writes the schema as strict TypeScript.
func typeScript(s *schema) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n", generated)
	for _, t := range s.types {
		fmt.Fprintf(&b, "\n/** %s */\n", t.doc)
		switch {
		case t.arms != nil:
			fmt.Fprintf(&b, "export type %s =\n  | %s;\n", t.name, strings.Join(t.arms, "\n  | "))
		case t.values != nil:
			fmt.Fprintf(&b, "export type %s = %s;\n", t.name, quotedUnion(t.values, " | "))
		case len(t.fields) == 0:
			fmt.Fprintf(&b, "export type %s = Record<string, never>;\n", t.name)
		default:
			fmt.Fprintf(&b, "export interface %s {\n", t.name)
			for _, f := range t.fields {
				tsField(&b, f)
			}
			b.WriteString("}\n")
		}
	}
	tsMethods(&b, s, false)
	tsMethods(&b, s, true)
	return b.String()
}

func tsField(b *strings.Builder, f field) {
	if f.doc != "" {
		fmt.Fprintf(b, "  /** %s */\n", f.doc)
	}
	mark := ""
	if f.optional {
		mark = "?"
	}
	fmt.Fprintf(b, "  %s%s: %s;\n", f.name, mark, tsType(f))
}

func tsType(f field) string {
	switch {
	case f.literal != "":
		return fmt.Sprintf("%q", f.literal)
	case f.ts != "":
		return f.ts
	case f.list:
		return tsName(f.typ) + "[]"
	}
	return tsName(f.typ)
}

func tsName(goType string) string {
	switch goType {
	case "string":
		return "string"
	case "bool":
		return "boolean"
	case "int", "int32", "int64", "uint32", "float64":
		return "number"
	case "Object":
		return "Record<string, unknown>"
	case "Any":
		return "unknown"
	case "ProgressToken":
		return "number | string"
	}
	return goType
}

// tsMethods writes the names of the methods and, for each, its parameters and its result.
func tsMethods(b *strings.Builder, s *schema, toEditor bool) {
	names, types, who := "serverMethods", "ServerRequests", "the editor may ask of the server"
	if toEditor {
		names, types, who = "editorMethods", "EditorRequests", "the server may ask of the editor"
	}
	fmt.Fprintf(b, "\n/** What %s. */\nexport const %s = {\n", who, names)
	for _, m := range s.methods {
		if m.toEditor == toEditor {
			fmt.Fprintf(b, "  %s: %q,\n", lowerFirst(m.key), m.name)
		}
	}
	fmt.Fprintf(b, "} as const;\n\n/** The parameters and results of what %s. */\nexport interface %s {\n", who, types)
	for _, m := range s.methods {
		if m.toEditor == toEditor {
			fmt.Fprintf(b, "  %q: { params: %s; result: %s };\n", m.name, m.params, m.result)
		}
	}
	b.WriteString("}\n")
}

func quotedUnion(values []string, sep string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = fmt.Sprintf("%q", v)
	}
	return strings.Join(quoted, sep)
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
