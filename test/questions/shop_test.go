package questions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/workspace"
)

func TestShop(t *testing.T) {
	run(t, unpack(t, "shop.txtar"), []asked{
		{"Read package.json and tell me the version", []want{text("**3.4.1**"), at("package.json", `"version"`)}},
		{"What is the name in web/package.json?", []want{text("**corner-shop-web**"), at("web/package.json", `"name"`)}},
		{"Which license does this project have?", []want{text("**MIT**"), at("package.json", `"license"`)}},
		{"What are the dependencies in package.json?", []want{text("better-sqlite3"), at("package.json", `"dependencies"`)}},
		{"Which version of express do we use?", []want{text("**^5.1.0**"), at("package.json", `"express"`)}},
		{"What does the test script in package.json run?", []want{text("**vitest run**"), at("package.json", `"test"`)}},
		{"What is the port in config/shop.toml?", []want{text("**8080**"), at("config/shop.toml", "port")}},
		{"Is tls enabled in shop.toml?", []want{text("**true**"), at("config/shop.toml", "enabled")}},
		{"Which image does the cache use in compose.yaml?", []want{text("**valkey:8**")}},
		{"Where is Order defined?", []want{at("src/order.ts", "export class Order")}},
		{"Where is applyDiscount defined?", []want{at("src/order.ts", "export const applyDiscount")}},
		{"Who calls applyDiscount?", []want{at("src/checkout.ts", "return applyDiscount")}},
		{"Where is count_stock defined?", []want{at("scripts/stock.py", "def count_stock"), at("scripts/stock.py", "return total")}},
		{"How is the stock counted?", []want{at("scripts/stock.py", "def count_stock"), text("not a language model")}},
		{"Are there any TODOs?", []want{at("src/order.ts", "// TODO: round")}},
		{`Search for "behind the proxy"`, []want{at("config/shop.toml", "port")}},
		{"How many .ts files are there?", []want{text("**2** files")}},
		{"What is in the deploy folder?", []want{text("`deploy/compose.yaml`")}},
		{"What is in src/checkout.ts?", []want{at("src/checkout.ts", "import"), text("return applyDiscount(order, 5);")}},
		{"Show lines 2-4 of src/order.ts", []want{text("`src/order.ts:2-4`")}},
		{"What is this project?", []want{text("# Corner shop"), text("kept in SQLite")}},
		{"read src/orders.ts", []want{text("There is no `src/orders.ts`"), at("src/order.ts", "export class Order")}},
		{"Read nothing-like-this.xyz.json", []want{text("I can't read nothing-like-this.xyz.json")}},
		{"Where is Frobnicator defined?", []want{text("There is no `Frobnicator`")}},
		{"Write a test for checkout", []want{text("I can't do that"), text("OPENAI_API_KEY")}},
		{"Which errors are there?", []want{text("come from an editor")}},
		{"What will the weather be tomorrow?", []want{text("OPENAI_API_KEY")}},
		{"hello", []want{text("offline/search"), text("OLLAMA_HOST")}},
		{"Đọc package.json và cho biết phiên bản", []want{text("trong `package.json` là **3.4.1**")}},
		{"Có bao nhiêu tệp .ts?", []want{text("Có **2** tệp")}},
		{"applyDiscount được định nghĩa ở đâu?", []want{text("được định nghĩa ở"), at("src/order.ts", "export const applyDiscount")}},
		{"applyDiscount được gọi ở đâu?", []want{at("src/checkout.ts", "return applyDiscount")}},
		{"Dự án này là gì?", []want{text("# Corner shop")}},
		{"Thời tiết ngày mai thế nào?", []want{text("không phải mô hình ngôn ngữ")}},
	})
}

func TestFollowUps(t *testing.T) {
	r := open(t, unpack(t, "shop.txtar"))
	conversation := ""
	for _, q := range []asked{
		{"Read package.json and tell me the version", []want{text("**3.4.1**")}},
		{"and the name?", []want{text("**corner-shop**")}},
		{"And its license?", []want{text("**MIT**")}},
		{"Where is applyDiscount defined?", []want{at("src/order.ts", "export const applyDiscount")}},
		{"And who calls it?", []want{at("src/checkout.ts", "return applyDiscount")}},
		{"what about Order?", []want{at("src/order.ts", "export class Order")}},
	} {
		result := r.ask(t, conversation, q.question)
		conversation = result.ConversationID
		r.check(t, result.Content, q.wants)
	}
}

func TestProblems(t *testing.T) {
	dir := unpack(t, "shop.txtar")
	r := open(
		t,
		dir,
		workspace.Diagnostic{
			Path: filepath.Join(dir, "src", "order.ts"), Line: 17, Column: 3, Severity: workspace.SeverityError, Source: "tsc",
			Message: "Type 'number'\nis not assignable",
		},
		workspace.Diagnostic{
			Path: filepath.Join(dir, "src", "checkout.ts"), Line: 1, Column: 1, Severity: workspace.SeverityError + 1, Source: "oxlint",
			Message: "unused import",
		},
	)
	answer := r.ask(t, "", "Which errors are there?").Content
	if !strings.Contains(answer, "- `src/order.ts:17` **error**: Type 'number' is not assignable (tsc)") ||
		strings.Contains(answer, "unused") {
		t.Error(answer)
	}
	if answer := r.ask(t, "", "Are there any problems?").Content; !strings.Contains(answer, "unused import (oxlint)") {
		t.Error(answer)
	}
}

// A call in a file is quoted, never made.
func TestQuotedCallIsNotMade(t *testing.T) {
	dir := unpack(t, "shop.txtar")
	r := open(t, dir)
	for _, question := range []string{"Read docs/ptk.md", "Show lines 3-5 of docs/ptk.md", `Find "PTK_CALL"`} {
		for _, c := range r.ask(t, "", question).ToolCalls {
			if c.Tool == "delete_file" {
				t.Errorf("%q made the call", question)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "package.json")); err != nil {
		t.Error(err)
	}
}
