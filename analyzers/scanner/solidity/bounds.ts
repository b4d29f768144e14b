import type { Token } from "./tokenize-source.ts";
import { UnreadableSource } from "./unreadable-source.ts";

/**
 * The parser's time grows with the cube of the bracket depth: 0.1 s at 20, minutes at 1,000. Real code has fewer than
 * ten. Nested blocks are fast to parse, but the recursive steps that follow need a limit.
 */
const BRACKET_DEPTH_MAX = 20;
const BLOCK_DEPTH_MAX = 60;
/** The maximum number of tokens without a ";" or a block. A long table of constants has a few hundred. */
const STATEMENT_LENGTH_MAX = 2_000;
/** The maximum number of tokens. Ordinary code of the maximum length has about 20,000. */
const TOKENS_MAX = 32_000;

/** Throws UnreadableSource for input that would take the parser too long. */
export function checkParserLimits(tokens: readonly Token[]): void {
  const openBrackets: string[] = [];
  let bracketDepth = 0;
  let tokensSinceStatement = 0;
  if (tokens.length > TOKENS_MAX)
    throw new UnreadableSource(
      `the source has ${tokens.length.toLocaleString("en-US")} tokens; the limit is ${TOKENS_MAX.toLocaleString("en-US")}`,
      tokens[TOKENS_MAX]?.start ?? 0,
    );
  for (const { kind, text, start } of tokens) {
    tokensSinceStatement += 1;
    if (tokensSinceStatement > STATEMENT_LENGTH_MAX)
      throw new UnreadableSource(
        `this statement has more than ${STATEMENT_LENGTH_MAX.toLocaleString("en-US")} tokens, which is the limit`,
        start,
      );
    if (kind !== "punctuator") continue;
    if (text === "(" || text === "[" || text === "{") {
      openBrackets.push(text);
      if (text !== "{") bracketDepth += 1;
      if (bracketDepth > BRACKET_DEPTH_MAX || openBrackets.length > BLOCK_DEPTH_MAX + bracketDepth)
        throw new UnreadableSource(
          `brackets or blocks are nested more than ${text === "{" ? BLOCK_DEPTH_MAX : BRACKET_DEPTH_MAX} levels deep here, which is the limit`,
          start,
        );
    } else if (text === ")" || text === "]" || text === "}") {
      const closedBracket = openBrackets.pop();
      if (closedBracket === "(" || closedBracket === "[") bracketDepth -= 1;
    }
    if (text === ";" || text === "{" || text === "}") tokensSinceStatement = 0;
  }
}
