/** Inline content. Nothing in it loads anything or links outside this site. */
export type Inline =
  | string
  | { readonly kind: "strong" | "em" | "del"; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly to: string; readonly children: readonly Inline[] }
  | { readonly kind: "citation"; readonly number: number }
  | { readonly kind: "break" };

const DELIMITERS = { "**": "strong", __: "strong", "*": "em", _: "em", "~~": "del" } as const;
type Delimiter = keyof typeof DELIMITERS;

/** Deeper nesting is treated as literal characters, which keeps parsing linear. */
const DEPTH_MAX = 16;

/** As in CommonMark, any ASCII punctuation can be escaped with a backslash. */
const TOKEN = /\\[!-/:-@[-`{-~]|\\\n| {2,}\n|`+|\*\*|__|~~|[*_]|!?\[/g;
const LINK =
  /!?\[((?:[^[\]\n\\]|\\.|\[[^[\]\n]{0,20}\]){0,400})\]\(\s?([^()\s]{1,600})(?:\s"[^"\n]{0,200}")?\)/y;
const CITATION = /\[(\d{1,3}(?:\s?,\s?\d{1,3}){0,9})\]/y;

interface Open {
  readonly delimiter: Delimiter | null;
  readonly children: Inline[];
}

/**
 * Parses the text of one block. Citations of numbers not in `sources` stay as text. External links become their text
 * followed by the address; images become their alternative text.
 */
export function parseInline(text: string, sources: ReadonlySet<number>): readonly Inline[] {
  const stack: Open[] = [{ delimiter: null, children: [] }];
  const top = () => stack[stack.length - 1] as Open;
  const put = (piece: Inline) => {
    const { children } = top();
    const last = children.at(-1);
    if (typeof piece === "string" && typeof last === "string") children[children.length - 1] = last + piece;
    else if (piece !== "") children.push(piece);
  };
  const flatten = () => {
    const { delimiter, children } = stack.pop() as Open;
    put(delimiter ?? "");
    for (const child of children) put(child);
  };

  let at = 0;
  const unclosed = new Set<number>();
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    // "***" closes the delimiter opened last first.
    const isTriple = found[0] === "**" && text[found.index + 2] === "*" && top().delimiter === "*";
    const token = isTriple ? "*" : found[0];
    put(text.slice(at, found.index));
    at = found.index + token.length;
    if (token.endsWith("\n")) put({ kind: "break" });
    else if (token.startsWith("\\")) put(token.slice(1));
    else if (token.startsWith("`")) {
      const end = unclosed.has(token.length) ? -1 : findRun(text, at, token.length);
      if (end < 0) {
        unclosed.add(token.length);
        put(token);
      } else {
        put({ kind: "code", text: text.slice(at, end).replaceAll("\n", " ") });
        at = end + token.length;
      }
    } else if (token.endsWith("[")) at = putBracket(text, found.index, token, sources, put);
    else putDelimiter(token as Delimiter, text[found.index - 1], text[at]);
    TOKEN.lastIndex = at;
  }
  put(text.slice(at));
  while (stack.length > 1) flatten();
  return top().children;

  function putDelimiter(token: Delimiter, before = " ", after = " "): void {
    const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign);
    const inWord = token.startsWith("_");
    const mayClose = /\S/.test(before) && !(inWord && isWord(after));
    const mayOpen = /\S/.test(after) && !(inWord && isWord(before));
    const open = mayClose ? stack.findLastIndex(({ delimiter }) => delimiter === token) : -1;
    if (open > 0) {
      while (stack.length - 1 > open) flatten();
      const { children } = stack.pop() as Open;
      put({ kind: DELIMITERS[token], children });
    } else if (mayOpen && stack.length <= DEPTH_MAX) stack.push({ delimiter: token, children: [] });
    else put(token);
  }
}

/** Handles text that starts with a bracket and returns the position after it. */
function putBracket(
  text: string,
  from: number,
  token: string,
  sources: ReadonlySet<number>,
  put: (piece: Inline) => void,
): number {
  LINK.lastIndex = from;
  const link = LINK.exec(text);
  if (link) {
    const [whole, label = "", to = ""] = link;
    const words = label.replace(/\\([!-/:-@[-`{-~])/g, "$1");
    if (token === "![") put(words);
    else if (isOwnPath(to)) put({ kind: "link", to, children: [words === "" ? to : words] });
    else put(words === to || words === "" ? to : `${words} (${to})`);
    return from + whole.length;
  }
  CITATION.lastIndex = from;
  const citation = token === "[" ? CITATION.exec(text) : null;
  const numbers = (citation?.[1] ?? "").split(",").map(Number);
  if (citation && numbers.every((number) => sources.has(number))) {
    for (const number of numbers) put({ kind: "citation", number });
    return from + citation[0].length;
  }
  put(token);
  return from + token.length;
}

/** A path on this site; "//host" and "/\host" are external. */
function isOwnPath(to: string): boolean {
  return /^\/(?![/\\])[^\\]*$/.test(to);
}

/** The position of the next run of exactly this many backticks; -1 if there is none. */
function findRun(text: string, from: number, length: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let run = runs.exec(text); run; run = runs.exec(text)) {
    if (run[0].length === length) return run.index;
  }
  return -1;
}
