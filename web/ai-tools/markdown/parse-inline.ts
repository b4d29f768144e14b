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
  const add = (inline: Inline) => {
    const { children } = top();
    const last = children.at(-1);
    if (typeof inline === "string" && typeof last === "string") children[children.length - 1] = last + inline;
    else if (inline !== "") children.push(inline);
  };
  const flatten = () => {
    const { delimiter, children } = stack.pop() as Open;
    add(delimiter ?? "");
    for (const child of children) add(child);
  };

  let position = 0;
  const unclosed = new Set<number>();
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    // "***" first closes the delimiter that was opened last.
    const isTriple = match[0] === "**" && text[match.index + 2] === "*" && top().delimiter === "*";
    const token = isTriple ? "*" : match[0];
    add(text.slice(position, match.index));
    position = match.index + token.length;
    if (token.endsWith("\n")) add({ kind: "break" });
    else if (token.startsWith("\\")) add(token.slice(1));
    else if (token.startsWith("`")) {
      const end = unclosed.has(token.length) ? -1 : findRun(text, position, token.length);
      if (end < 0) {
        unclosed.add(token.length);
        add(token);
      } else {
        add({ kind: "code", text: text.slice(position, end).replaceAll("\n", " ") });
        position = end + token.length;
      }
    } else if (token.endsWith("[")) position = parseBracket(text, match.index, token, sources, add);
    else addDelimiter(token as Delimiter, text[match.index - 1], text[position]);
    TOKEN.lastIndex = position;
  }
  add(text.slice(position));
  while (stack.length > 1) flatten();
  return top().children;

  function addDelimiter(token: Delimiter, before = " ", after = " "): void {
    const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);
    const isUnderscore = token.startsWith("_");
    const canClose = /\S/.test(before) && !(isUnderscore && isWord(after));
    const canOpen = /\S/.test(after) && !(isUnderscore && isWord(before));
    const openIndex = canClose ? stack.findLastIndex(({ delimiter }) => delimiter === token) : -1;
    if (openIndex > 0) {
      while (stack.length - 1 > openIndex) flatten();
      const { children } = stack.pop() as Open;
      add({ kind: DELIMITERS[token], children });
    } else if (canOpen && stack.length <= DEPTH_MAX) stack.push({ delimiter: token, children: [] });
    else add(token);
  }
}

/** Parses a link, an image or a citation and returns the position after it. */
function parseBracket(
  text: string,
  from: number,
  token: string,
  sources: ReadonlySet<number>,
  add: (inline: Inline) => void,
): number {
  LINK.lastIndex = from;
  const link = LINK.exec(text);
  if (link) {
    const [matched, label = "", to = ""] = link;
    const plainLabel = label.replace(/\\([!-/:-@[-`{-~])/g, "$1");
    if (token === "![") add(plainLabel);
    else if (isLocalPath(to)) add({ kind: "link", to, children: [plainLabel === "" ? to : plainLabel] });
    else add(plainLabel === to || plainLabel === "" ? to : `${plainLabel} (${to})`);
    return from + matched.length;
  }
  CITATION.lastIndex = from;
  const citation = token === "[" ? CITATION.exec(text) : null;
  const numbers = (citation?.[1] ?? "").split(",").map(Number);
  if (citation && numbers.every((number) => sources.has(number))) {
    for (const number of numbers) add({ kind: "citation", number });
    return from + citation[0].length;
  }
  add(token);
  return from + token.length;
}

/** A path on this site; "//host" and "/\host" are external. */
function isLocalPath(to: string): boolean {
  return /^\/(?![/\\])[^\\]*$/.test(to);
}

/** Returns the position of the next run of exactly `length` backticks, or -1. */
function findRun(text: string, from: number, length: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let run = runs.exec(text); run; run = runs.exec(text)) {
    if (run[0].length === length) return run.index;
  }
  return -1;
}
