import type { Token } from "./read-tokens.ts";
import { UnreadableSource } from "./unreadable-source.ts";

/**
 * The parser's time grows with the cube of the bracket depth: 0.1 s at 20, minutes at 1,000. Real code has fewer than
 * ten. Blocks don't slow it down, but our recursive walks need a limit.
 */
const DEEPEST_BRACKETS = 20;
const DEEPEST_BLOCKS = 60;
/** Tokens without a ";" or a block: a long table of constants has a few hundred. */
const LONGEST_STATEMENT = 2_000;
/** The longest allowed input of ordinary code has about 20,000. */
const MOST_TOKENS = 32_000;

/** Rejects input that would take the parser too long. Throws UnreadableSource. */
export function refuseHostileShapes(tokens: readonly Token[]): void {
  const open: string[] = [];
  let brackets = 0;
  let sinceStatement = 0;
  if (tokens.length > MOST_TOKENS)
    throw new UnreadableSource(
      `the source has more than ${MOST_TOKENS.toLocaleString("en-US")} tokens, which is the limit`,
      tokens[MOST_TOKENS]?.start ?? 0,
    );
  for (const { kind, text, start } of tokens) {
    sinceStatement += 1;
    if (sinceStatement > LONGEST_STATEMENT)
      throw new UnreadableSource(
        `this statement has more than ${LONGEST_STATEMENT.toLocaleString("en-US")} tokens, which is the limit`,
        start,
      );
    if (kind !== "sign") continue;
    if (text === "(" || text === "[" || text === "{") {
      open.push(text);
      if (text !== "{") brackets += 1;
      if (brackets > DEEPEST_BRACKETS || open.length > DEEPEST_BLOCKS + brackets)
        throw new UnreadableSource(
          `brackets or blocks are nested more than ${text === "{" ? DEEPEST_BLOCKS : DEEPEST_BRACKETS} deep here, which is the limit`,
          start,
        );
    } else if (text === ")" || text === "]" || text === "}") {
      const closed = open.pop();
      if (closed === "(" || closed === "[") brackets -= 1;
    }
    if (text === ";" || text === "{" || text === "}") sinceStatement = 0;
  }
}
