import { type TokenCursor, UnreadableSource } from "./token-cursor.ts";
import type { AssemblyCall, InlineAssemblyStatement } from "./tree.ts";

/** An assembly block, by its brackets: of what stands in it, the calls are kept. */
export function parseAssembly(cursor: TokenCursor): InlineAssemblyStatement {
  const { start } = cursor.expect("assembly", "before an assembly block");
  if (cursor.peek().kind === "string") cursor.take();
  if (cursor.sees("(")) {
    while (!cursor.sees(")")) cursor.take();
    cursor.take();
  }
  const opening = cursor.expect("{", "before an assembly block");
  if (opening.partner === -1)
    throw new UnreadableSource("the assembly block that begins here is never closed", opening.start);
  const calls: AssemblyCall[] = [];
  const words = new Set<string>();
  while (cursor.index < opening.partner) {
    const token = cursor.take();
    if (token.kind === "word") words.add(token.text);
    if (token.kind === "word" && cursor.sees("(")) {
      calls.push({ type: "AssemblyCall", functionName: token.text, start: token.start, end: token.end });
    }
  }
  cursor.take();
  const body = { type: "AssemblyBlock", calls, words, start: opening.start, end: cursor.lastEnd } as const;
  return { type: "InlineAssemblyStatement", body, start, end: cursor.lastEnd };
}
