import type { Token } from "./read-tokens.ts";
import type { Span } from "./tree.ts";
import { UnreadableSource } from "./unreadable-source.ts";

/** A top-level construct: a contract, a pragma, a function. */
export interface Item extends Span {
  /** Its token range, end exclusive. */
  readonly from: number;
  readonly to: number;
  /** Whether the parser's grammar allows it outside a contract. */
  readonly isTopLevel: boolean;
  /** Whether its closing bracket was found. */
  readonly isClosed: boolean;
}

export interface Items {
  readonly items: readonly Item[];
  /** Prose between the items. */
  readonly passedOver: readonly Span[];
}

/** Finds the Solidity code in a text with prose around it. Throws UnreadableSource. */
export function findItems(tokens: readonly Token[]): Items {
  const items: Item[] = [];
  const passedOver: Span[] = [];
  let at = 0;
  for (let token = tokens[at]; token !== undefined && token.kind !== "end"; token = tokens[at]) {
    if (beginsItem(tokens, at)) {
      const item = readItem(tokens, at);
      const bad = tokens.slice(item.from, item.to).find(({ kind }) => kind === "bad");
      if (bad !== undefined) throw new UnreadableSource(bad.text, bad.start);
      items.push(item);
      at = item.to;
    } else if (items.length > 0 && token.kind === "sign") {
      if (token.text !== ";") throw new UnreadableSource(stray(token), token.start);
      at += 1;
    } else if (items.length > 0 && token.kind === "bad") {
      throw new UnreadableSource(token.text, token.start);
    } else {
      const { start } = token;
      do at += 1;
      while (isBefore(tokens, at) && !(tokens[at]?.opensLine && beginsItem(tokens, at)));
      passedOver.push({ start, end: tokens[at - 1]?.end ?? start });
    }
  }
  return { items, passedOver };
}

const stray = ({ text }: Token): string =>
  `unexpected \`${text}\`; expected a contract, a function or the end of the text`;

const isBefore = (tokens: readonly Token[], at: number): boolean => at < tokens.length - 1;

const WITH_BODY = new Set(
  "abstract contract interface library struct enum function modifier constructor".split(" "),
);
const NOT_OF_FILE = new Set(["modifier", "mapping"]);

function readItem(tokens: readonly Token[], from: number): Item {
  const first = tokens[from];
  const word = first?.text ?? "";
  let at = from + 1;
  let isClosed = false;
  for (; isBefore(tokens, at); at += 1) {
    const token = tokens[at];
    if (token === undefined || token.kind !== "sign") {
      // A pragma ends with its line, so the error is reported on the next token.
      if (word === "pragma" && token?.opensLine) break;
      continue;
    }
    isClosed = token.text === ";" || (token.text === "{" && WITH_BODY.has(word) && token.partner !== -1);
    if (token.text === "{" && token.partner !== -1) at = token.partner;
    else if ((token.text === "(" || token.text === "[") && token.partner !== -1) at = token.partner;
    else if (token.text === "{" || token.text === "(" || token.text === "[") at = tokens.length - 2;
    if (isClosed) break;
  }
  const to = Math.min(tokens.length - 1, isClosed ? at + 1 : at);
  const isTopLevel = WITH_BODY.has(word)
    ? !NOT_OF_FILE.has(word)
    : !NOT_OF_FILE.has(word) && (FILE_KEYWORDS.has(word) || tokens[from + 1]?.text === "constant");
  return {
    from,
    to,
    start: first?.start ?? 0,
    end: tokens[to - 1]?.end ?? 0,
    isTopLevel,
    isClosed,
  };
}

const FILE_KEYWORDS = new Set(["pragma", "import", "using", "event", "error", "type"]);

const NAME = /^[A-Za-z_$][\w$]*$/;
const RESERVED = new Set(
  (
    "abstract assembly break contract continue do else enum event for function if import interface is library mapping " +
    "modifier new pragma return struct throw try using while true false delete emit constant public private internal " +
    "external memory storage view pure returns payable"
  ).split(" "),
);
const isName = (token: Token | undefined): boolean =>
  token?.kind === "word" && NAME.test(token.text) && !RESERVED.has(token.text);

/** Whether Solidity code starts at this token, strict enough to rule out prose. */
function beginsItem(tokens: readonly Token[], at: number): boolean {
  const [first, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (first?.kind !== "word" || second === undefined) return false;
  switch (first.text) {
    case "pragma":
      return ["solidity", "experimental", "abicoder"].includes(second.text);
    case "import":
      return second.kind === "string" || second.text === "{" || second.text === "*" || third?.text === "from";
    case "abstract":
      return second.text === "contract";
    case "contract":
    case "interface":
    case "library":
      return isName(second) && ["{", "is", "layout"].includes(third?.text ?? "");
    case "constructor":
    case "mapping":
      return second.text === "(";
    case "using":
      return second.text === "{" || (isName(second) && [".", "for"].includes(third?.text ?? ""));
    case "function":
      return second.text === "(" || third?.text === "(";
    case "modifier":
    case "struct":
    case "enum":
      return second.kind === "word" && ["{", "("].includes(third?.text ?? "");
    case "event":
    case "error":
      return isName(second) && third?.text === "(";
    case "type":
      return isName(second) && third?.text === "is";
    default:
      return (second.text === "constant" || second.text === "public") && isName(third);
  }
}
