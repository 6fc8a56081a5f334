//go:build unix

package mcp

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// own returns the configuration that runs the test's binary as a server; env is added to its environment.
func own(t *testing.T, how string, env ...string) Config {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Command: self, Env: map[string]string{behaviourVariable: how}}
	for _, e := range env {
		k, v, _ := strings.Cut(e, "=")
		c.Env[k] = v
	}
	return c
}

// behave is the server: a few tools with the faults of real servers.
func behave(how string) {
	ctx := context.Background()
	switch how {
	case "refuse":
		fmt.Fprintln(os.Stderr, "starting\nno \x1b[31mlicence\x1b[0m found")
		os.Exit(3)
	case "mute":
		time.Sleep(time.Hour)
	case "garbage":
		fmt.Println("Welcome to the server!")
		time.Sleep(time.Hour)
	}
	s := sdk.NewServer(&sdk.Implementation{Name: "small", Version: "1"}, nil)
	text := func(s string) *sdk.CallToolResult {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: s}}}
	}
	add := func(name string, do func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error)) {
		sdk.AddTool(s, &sdk.Tool{
			Name: name, Description: "Does " + name + ".",
		}, func(ctx context.Context, r *sdk.CallToolRequest, _ noArgs) (*sdk.CallToolResult, any, error) {
			result, err := do(ctx, r)
			return result, nil, err
		})
	}
	add("crash", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(9)
		return nil, nil
	})
	add("hang", func(ctx context.Context, _ *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		<-ctx.Done()
		os.WriteFile(os.Getenv("PTK_TEST_CANCELLED"), []byte("cancelled"), 0o600)
		return nil, ctx.Err()
	})
	add("freeze", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		time.Sleep(time.Second) // it stops a moment later
		return text("woken"), nil
	})
	add("huge", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return text(strings.Repeat("é", 2<<20)), nil
	})
	add("flood", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return text(strings.Repeat("x", maxMessage+1)), nil
	})
	add("fail", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return nil, fmt.Errorf("the disk is full")
	})
	add("grow", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		add("grown", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { return text("grown"), nil })
		s.RemoveTools("fail")
		return text("more"), nil
	})
	add("environ", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return text(strings.Join(os.Environ(), "\n")), nil
	})
	add("child", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		c := exec.Command("sleep", "3600")
		err := c.Start()
		return text(fmt.Sprint(c.Process.Pid)), err
	})
	add("ask", func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		_, sampled := r.Session.CreateMessage(
			ctx,
			&sdk.CreateMessageParams{
				MaxTokens: 10, Messages: []*sdk.SamplingMessage{{Role: "user", Content: &sdk.TextContent{Text: "the key?"}}},
			},
		)
		_, elicited := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: "your password?"})
		return text(fmt.Sprintf("sampling: %v\nelicitation: %v", sampled, elicited)), nil
	})
	add("roots", func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		list, err := r.Session.ListRoots(ctx, nil)
		var uris []string
		if err == nil {
			for _, root := range list.Roots {
				uris = append(uris, root.URI)
			}
		}
		return text(strings.Join(uris, " ")), err
	})
	if err := s.Run(ctx, &sdk.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
