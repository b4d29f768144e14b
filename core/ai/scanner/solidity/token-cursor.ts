import type { Token } from "./read-tokens.ts";

/** Where and why a source cannot be read. `offset` counts characters from 0. */
export class UnreadableSource extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** How deep blocks and expressions may lie in one another: far more than people write, far less than a stack holds. */
const DEEPEST = 80;

/** How many operators, members and indexes one statement may have: each may lie one deeper than the last. */
const MOST_LINKS = 1_500;

const ELEMENTARY =
  /^(?:address|bool|string|byte|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)?|u?fixed(?:\d+x\d+)?|var)$/;

export const isElementaryType = (text: string): boolean => ELEMENTARY.test(text);

const RESERVED = new Set(
  (
    "abstract assembly break contract continue do else enum event for function if import interface is library mapping " +
    "modifier new pragma return struct throw try using while true false delete emit constant public private internal " +
    "external memory storage view pure returns payable"
  ).split(" "),
);

/** Words that name nothing of the writer's own. */
export const isName = (token: Token): boolean =>
  token.kind === "word" && !RESERVED.has(token.text) && !isElementaryType(token.text);

/** Walks the tokens from left to right. */
export class TokenCursor {
  readonly source: string;
  readonly tokens: readonly Token[];
  index = 0;
  #depth = 0;
  #links = 0;

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  /** The token so many places ahead; the end where there is none. */
  peek(ahead = 0): Token {
    return this.at(this.index + ahead);
  }

  at(index: number): Token {
    const token = this.tokens[Math.min(index, this.tokens.length - 1)];
    if (token === undefined) throw new UnreadableSource("there is nothing to read", 0);
    return token;
  }

  /** Where the last token that was taken ends. */
  get lastEnd(): number {
    return this.index === 0 ? 0 : this.at(this.index - 1).end;
  }

  sees(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === "sign" || token.kind === "word");
  }

  take(): Token {
    const token = this.peek();
    if (token.kind === "bad") throw new UnreadableSource(token.text, token.start);
    if (this.index < this.tokens.length - 1) this.index += 1;
    return token;
  }

  takeIf(text: string): boolean {
    if (!this.sees(text)) return false;
    this.index += 1;
    return true;
  }

  expect(text: string, where: string): Token {
    if (!this.sees(text)) this.fail(`"${text}" ${where}`);
    return this.take();
  }

  expectName(what: string): Token {
    const token = this.peek();
    if (!isName(token)) this.fail(what);
    return this.take();
  }

  /** Throws with the token that stands where something else should. */
  fail(expected: string): never {
    const token = this.peek();
    if (token.kind === "bad") throw new UnreadableSource(token.text, token.start);
    // As code, so that nothing of the source is read as Markdown.
    const found = token.kind === "end" ? "the text ends here" : `\`${bounded(token.text)}\` stands here`;
    throw new UnreadableSource(`${found}, where ${expected} was expected`, token.start);
  }

  /** Begins to count the links of a statement or a member. */
  beginLinks(): void {
    this.#links = 0;
  }

  countLink(): void {
    this.#links += 1;
    if (this.#links > MOST_LINKS)
      throw new UnreadableSource(
        `this statement has more than ${MOST_LINKS} operators and members; it is not read further`,
        this.peek().start,
      );
  }

  /** Reads what lies one level deeper. */
  deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > DEEPEST)
      throw new UnreadableSource(
        `brackets, blocks or operators lie more than ${DEEPEST} deep in one another here; this is not read further`,
        this.peek().start,
      );
    const result = read();
    this.#depth -= 1;
    return result;
  }
}

const bounded = (text: string): string =>
  (text.length > 40 ? `${text.slice(0, 39)}…` : text).replaceAll("`", "'");
