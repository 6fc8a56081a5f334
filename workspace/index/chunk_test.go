package index

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Which lines begin a definition, and the name that they define.
func TestDefinitions(t *testing.T) {
	for _, c := range []struct{ file, line, want string }{
		{"a.go", "func (s *server) Serve(ctx context.Context) error {", "Serve"},
		{"a.go", "type Index struct {", "Index"},
		{"a.go", "\tif ready(x) {", ""},
		{"a.go", "\tlist_for_each(pos) {", ""},
		{"a.c", "\tlist_for_each(pos, head) {", ""},
		{"a.c", "static int usb_suspend(struct device *dev)", "usb_suspend"},
		{"a.h", "struct gpio_chip;", ""},
		{"a.h", "struct gpio_chip {", "gpio_chip"},
		{"a.py", "    def read(self, path):", "read"},
		{"a.ts", "export function compileSchema(this: Ajv, sch: SchemaEnv): SchemaEnv {", "compileSchema"},
		{"a.ts", "export default class Ajv {", "Ajv"},
		{"a.ts", "  addKeyword(kwd: string, def?: Definition): Ajv {", "addKeyword"},
		{"a.ts", "  private async load<T>(uri: string): Promise<T> {", "load"},
		{"a.ts", "  get size(): number {", "size"},
		{"a.ts", "  if (this.opts.strict) {", ""},
		{"a.ts", "  for (const x of xs) {", ""},
		{"a.ts", "  describe('a', () => {", ""},
		{"a.ts", "  this.add(x, function () {", ""},
		{"a.ts", "  const f = (x) => {", ""},
		{"a.ts", "        deep(x) {", ""},
		{"A.java", "    public void run() throws IOException {", "run"},
		{"A.java", "    String title(int n) {", "title"},
	} {
		var got string
		for _, ch := range chunks(c.file, []byte(c.line+"\n")) {
			for _, s := range ch.symbols {
				got = s
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s\n%s", c.file, c.line, d)
		}
	}
}
