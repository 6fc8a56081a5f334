// Package doctor checks what works on this machine.
package doctor

import (
	"context"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/dirs"
)

// Run prints what works here and what to do about what doesn't. It fails only if no chat is possible.
func Run(ctx context.Context, p *cli.Process, args []string) int {
	b, asJSON, code, ok := backend.OpenList(ctx, p, "doctor", args)
	if !ok {
		return code
	}
	defer b.CloseIn(p)
	found := append(settingsFindings(b.Config), providerFindings(ctx, b.Manager)...)
	found = append(found, workspaceFindings(ctx, b)...)
	found = append(found, searchFindings(dirs.New(p.Env), b.Folders())...)
	found = append(found, serverFindings(ctx, b)...)
	found = append(found, editorFindings(ctx, b)...)
	found = append(found, sandboxFindings(ctx, backend.SandboxProgram())...)
	found = append(found, embeddingsFinding(b.Embedder(), b.Config.Settings.Embeddings))
	if asJSON {
		return p.PrintJSON(map[string]any{"findings": found})
	}
	table := cli.NewTable(p.Stdout)
	for _, f := range found {
		mark := "ok"
		if !f.OK {
			mark = "--"
		}
		table.Row(mark, f.Area, f.Name, f.Says)
		if f.Do != "" {
			table.Row("", "", "", "  "+f.Do)
		}
	}
	table.Flush()
	return cli.ExitOK
}
