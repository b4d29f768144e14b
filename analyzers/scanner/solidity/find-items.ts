import type { Token } from "./tokenize-source.ts";
import type { Span } from "./tree.ts";
import { UnreadableSource } from "./unreadable-source.ts";

/** A piece of Solidity that isn't inside another one, such as a contract, a pragma or a lone function. */
export interface Item extends Span {
  /** The range of its tokens, end exclusive. */
  readonly from: number;
  readonly to: number;
  /** Whether the grammar allows the item outside a contract. */
  readonly isAllowedAtTopLevel: boolean;
  readonly isClosed: boolean;
}

/**
 * Finds the Solidity items in the input, and the prose around them, which is skipped. Throws UnreadableSource at a
 * contract without a name, at an invalid token in an item or right after it, and at stray punctuation right after it.
 */
export function findItems(tokens: readonly Token[]): { items: Item[]; skipped: Span[] } {
  const items: Item[] = [];
  const skipped: Span[] = [];
  let index = 0;
  for (let token = tokens[index]; token !== undefined && token.kind !== "end"; token = tokens[index]) {
    if (isNamelessContract(tokens, index))
      throw new UnreadableSource(`this ${token.text} has no name`, token.start);
    if (beginsItem(tokens, index)) {
      const item = readItem(tokens, index);
      const invalidToken = tokens.slice(item.from, item.to).find(({ kind }) => kind === "invalid");
      if (invalidToken !== undefined) throw new UnreadableSource(invalidToken.text, invalidToken.start);
      items.push(item);
      index = item.to;
    } else if (items.length > 0 && token.kind === "punctuator") {
      if (token.text !== ";") throw new UnreadableSource(describeStrayToken(token), token.start);
      index += 1;
    } else if (items.length > 0 && token.kind === "invalid") {
      throw new UnreadableSource(token.text, token.start);
    } else {
      const { start } = token;
      do index += 1;
      while (
        isBeforeEnd(tokens, index) &&
        !(tokens[index]?.isFirstOnLine && (beginsItem(tokens, index) || isNamelessContract(tokens, index)))
      );
      skipped.push({ start, end: tokens[index - 1]?.end ?? start });
    }
  }
  return { items, skipped };
}

const describeStrayToken = ({ text }: Token): string =>
  `unexpected \`${text}\`; expected a contract, a function or the end of the text`;

const isBeforeEnd = (tokens: readonly Token[], index: number): boolean => index < tokens.length - 1;

export const KEYWORDS_WITH_BODY = new Set(
  "abstract contract interface library struct enum function modifier constructor".split(" "),
);
const NEVER_TOP_LEVEL = new Set(["modifier", "mapping"]);

function readItem(tokens: readonly Token[], from: number): Item {
  const first = tokens[from];
  const word = first?.text ?? "";
  let index = from + 1;
  let isClosed = false;
  for (; isBeforeEnd(tokens, index); index += 1) {
    const token = tokens[index];
    if (token === undefined || token.kind !== "punctuator") {
      // A pragma without ";" ends with its line, so that the error is reported at the next token.
      if (word === "pragma" && token?.isFirstOnLine) break;
      continue;
    }
    isClosed =
      token.text === ";" || (token.text === "{" && KEYWORDS_WITH_BODY.has(word) && token.partner !== -1);
    if (token.text === "{" && token.partner !== -1) index = token.partner;
    else if ((token.text === "(" || token.text === "[") && token.partner !== -1) index = token.partner;
    else if (token.text === "{" || token.text === "(" || token.text === "[") index = tokens.length - 2;
    if (isClosed) break;
  }
  const to = Math.min(tokens.length - 1, isClosed ? index + 1 : index);
  const isAllowedAtTopLevel =
    !NEVER_TOP_LEVEL.has(word) &&
    (KEYWORDS_WITH_BODY.has(word) || FILE_KEYWORDS.has(word) || tokens[from + 1]?.text === "constant");
  return { from, to, start: first?.start ?? 0, end: tokens[to - 1]?.end ?? 0, isAllowedAtTopLevel, isClosed };
}

const FILE_KEYWORDS = new Set(["pragma", "import", "using", "event", "error", "type"]);

const NAME = /^[A-Za-z_$][\w$]*$/;
const RESERVED_WORDS = new Set(
  (
    "abstract assembly break contract continue do else enum event for function if import interface is library mapping " +
    "modifier new pragma return struct throw try using while true false delete emit constant public private internal " +
    "external memory storage view pure returns payable"
  ).split(" "),
);
const isName = (token: Token | undefined): boolean =>
  token?.kind === "word" && NAME.test(token.text) && !RESERVED_WORDS.has(token.text);

/**
 * Whether a contract without a name starts here: `contract {` or `contract is Base {`. If it were skipped as prose, its
 * code would not be scanned.
 */
function isNamelessContract(tokens: readonly Token[], index: number): boolean {
  const [first, second, third, fourth] = tokens.slice(index, index + 4);
  if (!["contract", "interface", "library"].includes(first?.text ?? "") || first?.kind !== "word")
    return false;
  if (second?.text === "{") return second.partner !== -1;
  return second?.text === "is" && isName(third) && ["{", ",", "("].includes(fourth?.text ?? "");
}

/** Whether Solidity code starts at this token. The check is strict enough to rule out prose. */
function beginsItem(tokens: readonly Token[], index: number): boolean {
  const [first, second, third] = [tokens[index], tokens[index + 1], tokens[index + 2]];
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
