// Looks at a chat page. sel are the selectors, before is how many answers there were before the message was sent, and
// wait how long to wait for a change first, in milliseconds.
async (sel, before, wait) => {
  const all = (s) => (s ? [...document.querySelectorAll(s)] : []);
  const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';
  const first = (s) => all(s).find(shown);

  const passed = 'button, svg, style, script, noscript, [hidden], [aria-hidden="true"], .material-icons, ms-thought-chunk';
  const blocks = new Set(['P', 'DIV', 'UL', 'OL', 'BLOCKQUOTE', 'TABLE', 'TR', 'SECTION', 'ARTICLE']);

  // Writes what a page shows as Markdown again; code comes as it is, and a block of code that everything else follows
  // loses its fence, for that is how the message asked for it.
  const markdown = (root) => {
    const code = [];
    const inner = (n) => [...n.childNodes].map(write).join('');
    const write = (n) => {
      if (n.nodeType === Node.TEXT_NODE) {
        return getComputedStyle(n.parentElement).whiteSpace.startsWith('pre') ? n.data : n.data.replace(/\s+/g, ' ');
      }
      if (n.nodeType !== Node.ELEMENT_NODE || n.matches(passed)) return '';
      switch (n.tagName) {
        case 'PRE':
          return `\n\n\u0000${code.push((n.querySelector('code') ?? n).textContent.replace(/\n$/, '')) - 1}\u0000\n\n`;
        case 'CODE':
          return '`' + n.textContent + '`';
        case 'STRONG':
        case 'B':
          return `**${inner(n)}**`;
        case 'EM':
        case 'I':
          return `*${inner(n)}*`;
        case 'BR':
          return '\n';
        case 'LI': {
          const at = n.parentElement.tagName === 'OL' ? `${[...n.parentElement.children].indexOf(n) + 1}.` : '-';
          return `\n${at} ${inner(n).trim()}`;
        }
        case 'TD':
        case 'TH':
          return `| ${inner(n).trim()} `;
      }
      if (/^H[1-6]$/.test(n.tagName)) return `\n\n${'#'.repeat(+n.tagName[1])} ${inner(n).trim()}\n\n`;
      if (!blocks.has(n.tagName)) return inner(n);
      return n.tagName === 'TR' || n.tagName === 'DIV' ? `\n${inner(n)}\n` : `\n\n${inner(n)}\n\n`;
    };
    const text = inner(root).replace(/[ \t]+\n/g, '\n').replace(/\n{3,}/g, '\n\n').trim();
    return text.replace(/\u0000(\d+)\u0000/g, (_, i, at) => (at === 0 ? code[i] : '```\n' + code[i] + '\n```'));
  };

  if (wait > 0) {
    await new Promise((done) => {
      const watch = new MutationObserver(() => finish());
      const timer = setTimeout(() => finish(), wait);
      const finish = () => {
        watch.disconnect();
        clearTimeout(timer);
        done();
      };
      watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  }
  const answers = all(sel.answer);
  const input = first(sel.input);
  const send = first(sel.send);
  return {
    input: !!input,
    written: input ? (input.value ?? input.innerText).replace(/\s+/g, '').length : 0,
    send: !!send && !send.disabled && send.getAttribute('aria-disabled') !== 'true',
    newChat: !!first(sel.newChat),
    busy: !!first(sel.busy),
    login: !!first(sel.login),
    limit: all(sel.limit).filter(shown).map((e) => e.innerText.trim()).join('\n'),
    answers: answers.length,
    text: answers.length > before ? markdown(answers.at(-1)) : '',
  };
};
