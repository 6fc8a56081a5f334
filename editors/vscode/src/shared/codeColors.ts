/** The colors of code in the user's theme, such as "#569CD6", by class of token. */
export interface CodeColors {
  keyword?: string;
  atom?: string;
  number?: string;
  string?: string;
  comment?: string;
  function?: string;
  type?: string;
  property?: string;
  meta?: string;
}
