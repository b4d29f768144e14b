/** What a line of text is made of. Nothing in it can load anything, nor lead anywhere but to this site. */
export type Inline =
  | string
  | { readonly kind: "strong" | "em" | "del"; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly to: string; readonly children: readonly Inline[] }
  | { readonly kind: "citation"; readonly number: number }
  | { readonly kind: "break" };

const DELIMITERS = { "**": "strong", __: "strong", "*": "em", _: "em", "~~": "del" } as const;
type Delimiter = keyof typeof DELIMITERS;

/** Deeper than this, signs are what they are: nobody writes so, and the walk stays linear. */
const DEPTH_MAX = 16;

/** As in CommonMark, whatever is punctuation in ASCII may stand behind a backslash for itself. */
const TOKEN = /\\[!-/:-@[-`{-~]|\\\n| {2,}\n|`+|\*\*|__|~~|[*_]|!?\[/g;
const LINK =
  /!?\[((?:[^[\]\n\\]|\\.|\[[^[\]\n]{0,20}\]){0,400})\]\(\s?([^()\s]{1,600})(?:\s"[^"\n]{0,200}")?\)/y;
const CITATION = /\[(\d{1,3}(?:\s?,\s?\d{1,3}){0,9})\]/y;

interface Open {
  readonly delimiter: Delimiter | null;
  readonly children: Inline[];
}

/**
 * The text of one block. `sources` are the numbers that a citation may name; others stay as they are written. Links
 * to elsewhere stand as their words with the address behind them, pictures as their words.
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
    // "***" closes what was opened last first.
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

/** Puts what begins with a bracket, and gives where the text goes on after it. */
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

/** A path of this site; "//host" and "/\host" lead elsewhere. */
function isOwnPath(to: string): boolean {
  return /^\/(?![/\\])[^\\]*$/.test(to);
}

/** Where the next run of exactly so many backticks begins; -1 when there is none. */
function findRun(text: string, from: number, length: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let run = runs.exec(text); run; run = runs.exec(text)) {
    if (run[0].length === length) return run.index;
  }
  return -1;
}
