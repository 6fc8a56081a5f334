// Puts a text into the input of a chat page in one go and tells the page's own scripts of it.
(selector, text) => {
  const e = [...document.querySelectorAll(selector)].find((e) => e.getClientRects().length > 0);
  e.focus();
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e), 'value'); // a framework may have put its own over it
  if (!own) {
    document.execCommand('selectAll');
    document.execCommand('insertText', false, text);
    return;
  }
  own.set.call(e, e.maxLength >= 0 ? text.slice(0, e.maxLength) : text);
  e.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
};
