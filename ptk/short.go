package ptk

import "ptk-lsp/ptk/clip"

func oneLine(s string) string { return clip.OneLine(s) }

func short(s string, n int) string { return clip.Runes(s, n) }
