package chunk

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The lines that begin a definition, and the names that they define.
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
		{"a.ts", "  private readonly _loading: {[Ref in string]?: Promise<X>} = {}", "_loading"},
		{"a.ts", "  private readonly seen = new Map<string, Set<string>>()", "seen"},
		{"a.ts", "  static of<T>(x: T): Box<T>", "of"},
		{"a.ts", "export const enum Kind {", "Kind"},
		{"a.c", "static struct list_head *merge(void *priv, list_cmp_func_t cmp,", "merge"},
		{"a.c", "static const struct file_operations foo_fops = {", "foo_fops"},
		{"a.c", "static const char * const names[] = {", "names"},
		{"a.c", "SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)", "read"},
		{"a.h", "static inline void INIT_LIST_HEAD(struct list_head *list)", "INIT_LIST_HEAD"},
		{"a.h", "typedef int (*cmp_func_t)(void *priv);", "cmp_func_t"},
		{"a.h", "typedef struct node {", "node"},
		{"a.h", "typedef unsigned long word_t;", "word_t"},
		{"a.h", "#define list_for_each(pos, head) \\", "list_for_each"},
		{"a.h", "#define LIMIT 3", "LIMIT"},
		{"a.h", "#if (LIMIT > 2)", ""},
		{"a.cpp", "enum class Color {", "Color"},
		{"a.cpp", "void Parser::parse(const std::string& text) {", "parse"},
		{"a.rs", "pub struct Error(core::ffi::c_int);", "Error"},
		{"a.rs", "impl<T: Copy> fmt::Write for Formatter<T> {", "Formatter"},
		{"a.rs", "impl Error {", "Error"},
		{"a.rs", "pub const fn to_errno(self) -> i32 {", "to_errno"},
		{"a.rs", "    pub(crate) fn from_buffer<T>(b: T) -> Self {", "from_buffer"},
		{"a.py", "    class Inner:", "Inner"},
		{"a.py", "class Outer(Base):", "Outer"},
		{"A.java", "    private static final Logger LOG = LoggerFactory.getLogger(A.class);", "LOG"},
		{"A.java", "    public void run() throws IOException {", "run"},
		{"A.java", "    String title(int n) {", "title"},
	} {
		var got string
		for _, ch := range Split(c.file, []byte(c.line+"\n")) {
			for _, s := range ch.Symbols {
				got = s
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s\n%s", c.file, c.line, d)
		}
	}
}

// A definition is not cut from what belongs to it: its comment, in C the lines above its name, and in Python the docstring within
// it.
func TestPiecesBeginWithTheirDefinition(t *testing.T) {
	body := strings.Repeat("\tx();\n", minLines)
	for _, c := range []struct{ file, before, piece string }{
		{"a.go", "func a() {\n" + body + "}\n", "\n// b does.\nfunc b() {\n"},
		{"a.c", "int a(void)\n{\n" + body + "}\n", "\n/* b does. */\nstatic int\nb(void)\n{\n"},
		{
			"a.c", "int a(void)\n{\n" + body + "}\n",
			"\n/*\n" + strings.Repeat(" * b does.\n", minLines) + " */\n__attribute__((nonnull(2)))\nvoid b(void)\n{\n",
		},
		{"a.c", "#ifdef A\nint a(void)\n{\n" + body + "}\n#endif\n", "\n#if B\nint b(void)\n{\n"},
		{"a.h", "struct a {\n" + body + "};\n", "\n/* b does. */\n#define b(x) \\\n\ta(x)\n"},
		{"a.cpp", "void A::a() {\n" + body + "}\n", "\n// B does.\ntemplate <typename T>\nclass B {\n"},
		{"a.rs", "fn a() {\n" + body + "}\n", "\n/// B does.\n#[derive(Debug)]\npub struct B(u8);\n"},
		{"a.py", "class A(B):\n    \"\"\"A does.\n" + strings.ReplaceAll(body, "\t", "    ") + "    \"\"\"\n", "\n    def b(self):\n"},
		{"A.java", "class A {\n    void a() {\n" + body + "    }\n", "\n    /** b does. */\n    @Override\n    public void b() {\n"},
	} {
		pieces := Split(c.file, []byte(c.before+c.piece))
		if len(pieces) != 2 || string(pieces[1].Text) != c.piece {
			t.Errorf("%s: %q is cut into %d pieces, the last is\n%q", c.file, c.before+c.piece, len(pieces), pieces[len(pieces)-1].Text)
		}
	}
}
