package main

import (
	"fmt"
	"strings"
)

// lua writes the schema as annotations for LuaLS, and the names of the methods as tables.
func lua(s *schema) string {
	var b strings.Builder
	fmt.Fprintf(&b, "-- %s\n\nlocal M = {}\n", generated)
	for _, t := range s.types {
		fmt.Fprintf(&b, "\n---%s\n", t.doc)
		switch {
		case t.arms != nil:
			fmt.Fprintf(&b, "---@alias ptk.%s\n---| ptk.%s\n", t.name, strings.Join(t.arms, "\n---| ptk."))
		case t.values != nil:
			fmt.Fprintf(&b, "---@alias ptk.%s %s\n", t.name, quotedUnion(t.values, "|"))
		default:
			fmt.Fprintf(&b, "---@class ptk.%s\n", t.name)
			for _, f := range t.fields {
				luaField(&b, f)
			}
		}
	}
	luaMethods(&b, s, false)
	luaMethods(&b, s, true)
	b.WriteString("\nreturn M\n")
	return b.String()
}

func luaField(b *strings.Builder, f field) {
	mark := ""
	if f.optional {
		mark = "?"
	}
	line := fmt.Sprintf("---@field %s%s %s %s", f.name, mark, luaType(f), f.doc)
	b.WriteString(strings.TrimSpace(line) + "\n")
}

func luaType(f field) string {
	switch {
	case f.literal != "":
		return fmt.Sprintf("%q", f.literal)
	case f.lua != "":
		return f.lua
	case f.list:
		return luaName(f.typ) + "[]"
	}
	return luaName(f.typ)
}

func luaName(goType string) string {
	switch goType {
	case "string":
		return "string"
	case "bool":
		return "boolean"
	case "int", "int32", "int64", "uint32":
		return "integer"
	case "float64":
		return "number"
	case "Object":
		return "table<string, any>"
	case "Any":
		return "any"
	case "ProgressToken":
		return "integer|string"
	}
	return "ptk." + goType
}

func luaMethods(b *strings.Builder, s *schema, toEditor bool) {
	name, who := "server", "the editor may ask of the server"
	if toEditor {
		name, who = "editor", "the server may ask of the editor"
	}
	fmt.Fprintf(b, "\n---What %s.\nM.%s = {\n", who, name)
	for _, m := range s.methods {
		if m.toEditor == toEditor {
			fmt.Fprintf(b, "  %s = %q,\n", lowerFirst(m.key), m.name)
		}
	}
	b.WriteString("}\n")
}
