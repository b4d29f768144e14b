import type { Token } from "./read-tokens.ts";
import { UnreadableSource } from "./unreadable-source.ts";

/**
 * The package's time grows with the cube of the depth of brackets: 0.1 s at 20, minutes at 1,000. People write fewer than
 * ten. Of blocks it takes any number, but our own walks do not.
 */
const DEEPEST_BRACKETS = 20;
const DEEPEST_BLOCKS = 60;
/** Without a ";" or a block: a long table of constants has some hundreds. */
const LONGEST_STATEMENT = 2_000;
/** The longest input made of ordinary code has some 20,000. */
const MOST_TOKENS = 32_000;

/** Refuses what the package would take too long for. Throws UnreadableSource. */
export function refuseHostileShapes(tokens: readonly Token[]): void {
  const open: string[] = [];
  let brackets = 0;
  let sinceStatement = 0;
  if (tokens.length > MOST_TOKENS)
    throw new UnreadableSource(
      `the text has more than ${MOST_TOKENS.toLocaleString("en-US")} words and signs; this is not read further`,
      tokens[MOST_TOKENS]?.start ?? 0,
    );
  for (const { kind, text, start } of tokens) {
    sinceStatement += 1;
    if (sinceStatement > LONGEST_STATEMENT)
      throw new UnreadableSource(
        `this statement has more than ${LONGEST_STATEMENT.toLocaleString("en-US")} words and signs; it is not read further`,
        start,
      );
    if (kind !== "sign") continue;
    if (text === "(" || text === "[" || text === "{") {
      open.push(text);
      if (text !== "{") brackets += 1;
      if (brackets > DEEPEST_BRACKETS || open.length > DEEPEST_BLOCKS + brackets)
        throw new UnreadableSource(
          `brackets or blocks lie more than ${text === "{" ? DEEPEST_BLOCKS : DEEPEST_BRACKETS} deep in one another here; this is not read further`,
          start,
        );
    } else if (text === ")" || text === "]" || text === "}") {
      const closed = open.pop();
      if (closed === "(" || closed === "[") brackets -= 1;
    }
    if (text === ";" || text === "{" || text === "}") sinceStatement = 0;
  }
}
