package browser_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// chatPage is a chat page for a browser; the server sends the answers of its model in pieces.
const chatPage = `<!doctype html><meta charset="utf-8"><title>Chat</title>
<body><div id="log"></div>
<div id="door" hidden><button id="signin">Sign in</button></div>
<div id="alert" role="alert" hidden></div>
<button id="new" hidden>New chat</button>
<div id="bar"><textarea id="box"></textarea><button id="go" disabled>Run</button></div>
<script>
const $ = (id) => document.getElementById(id);
const wanted = new URLSearchParams(location.search);
if (wanted.has('rich')) {
  const box = document.createElement('div');
  box.id = 'box';
  box.contentEditable = 'true';
  box.style.whiteSpace = 'pre-wrap';
  Object.defineProperty(box, 'typed', { get: () => box.innerText, set: (t) => { box.textContent = t; } });
  $('box').replaceWith(box);
} else {
  Object.defineProperty($('box'), 'typed', { get() { return this.value; }, set(t) { this.value = t; } });
}
if (wanted.has('old')) {
  $('log').innerHTML = '<div class="model">An answer of yesterday</div>';
  $('new').hidden = false;
  $('new').addEventListener('click', () => setTimeout(() => {
    $('log').innerHTML = '';
    $('new').hidden = true;
    fetch('/new', { method: 'POST' });
  }, 200));
}
const enter = () => {
  const inside = !wanted.has('login') || document.cookie.includes('user=me');
  $('door').hidden = inside;
  $('bar').hidden = !inside;
  if (!inside) fetch('/user').then((r) => r.text()).then((t) => {
    if (t === 'logs in') { document.cookie = 'user=me; max-age=86400'; enter(); } else setTimeout(enter, 50);
  });
};
enter();
if (wanted.has('short')) $('box').maxLength = 100;
if (wanted.has('moved')) $('go').id = 'elsewhere';
$('box').addEventListener('input', () => { ($('go') ?? $('elsewhere')).disabled = $('box').typed === ''; });
($('go') ?? $('elsewhere')).addEventListener('click', async () => {
  const prompt = $('box').typed;
  $('box').typed = '';
  const spin = document.createElement('i');
  spin.className = 'busy';
  spin.textContent = '…';
  $('bar').append(spin);
  const turn = document.createElement('div');
  turn.className = 'model';
  const reply = await fetch('/say', { method: 'POST', body: prompt });
  if (!reply.ok) {
    $('alert').hidden = false;
    $('alert').textContent = await reply.text();
    spin.remove();
    return;
  }
  $('log').append(turn);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    pending += value;
    for (let end; (end = pending.indexOf('\u0001')) >= 0; pending = pending.slice(end + 1)) turn.innerHTML = pending.slice(0, end);
  }
  spin.remove();
});
</script>`

// chat is the server behind the page.
type chat struct {
	*httptest.Server
	// states are the HTML of the answer, which the page shows one after the other; each waits to receive from tell.
	states  []string
	tell    chan struct{} // nil if the page does not wait
	limit   string        // what the page reports instead of an answer
	stuck   bool          // the answer never ends
	mu      sync.Mutex
	prompts []string // guarded by mu
	user    bool     // the user logs in; guarded by mu
	begun   int      // how often a new chat was begun; guarded by mu
	left    chan struct{}
}

func newChat(t *testing.T, c *chat) *chat {
	t.Helper()
	c.left = make(chan struct{}, 8)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, chatPage) })
	mux.HandleFunc("GET /user", func(w http.ResponseWriter, _ *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.user {
			fmt.Fprint(w, "logs in")
		}
	})
	mux.HandleFunc("POST /say", c.say)
	mux.HandleFunc("POST /new", func(http.ResponseWriter, *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.begun++
	})
	c.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		c.CloseClientConnections()
		c.Close()
	})
	return c
}

func (c *chat) say(w http.ResponseWriter, r *http.Request) {
	body := make([]byte, 1<<20)
	n := 0
	for {
		m, err := r.Body.Read(body[n:])
		if n += m; err != nil {
			break
		}
	}
	c.mu.Lock()
	c.prompts = append(c.prompts, string(body[:n]))
	c.mu.Unlock()
	if c.limit != "" {
		http.Error(w, c.limit, http.StatusTooManyRequests)
		return
	}
	for i, state := range c.states {
		if c.tell != nil && i > 0 {
			select {
			case <-c.tell:
			case <-r.Context().Done():
				return
			}
		}
		fmt.Fprint(w, state, "\u0001")
		w.(http.Flusher).Flush()
	}
	if c.stuck {
		<-r.Context().Done()
		c.left <- struct{}{}
	}
}

func (c *chat) sent() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.prompts...)
}

// chromium finds the browser of the test bed, or the system's own.
func chromium(t *testing.T) string {
	t.Helper()
	var bed struct {
		Chromium string `json:"chromium"`
	}
	if data, err := os.ReadFile(filepath.Join("..", "..", ".tools", "vscode", "bed.json")); err == nil {
		if err := json.Unmarshal(data, &bed); err != nil {
			t.Fatalf("reading bed.json: %v; run test/beds/vscode.sh", err)
		}
	}
	for _, name := range []string{bed.Chromium, "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("there is no Chromium to test in; run test/beds/vscode.sh")
	return ""
}
