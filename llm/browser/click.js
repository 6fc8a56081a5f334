// Presses the first button that is shown.
(selector) => {
  [...document.querySelectorAll(selector)].find((e) => e.getClientRects().length > 0).click();
};
