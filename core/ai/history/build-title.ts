import type { ToolId } from "#core/ai/tools.ts";
import { TITLE_MAX } from "./limits.ts";

/** Builds a conversation's title: the start of its first question or, for source code, the names of its contracts. */
export function buildTitle(tool: ToolId, question: string): string {
  const names =
    tool === "scanner"
      ? [
          ...question
            .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
            .matchAll(/\b(?:contract|library|interface)\s+([A-Za-z_$][\w$]*)/g),
        ].map(([, name]) => name)
      : [];
  return toTitle(names.length > 0 ? names.join(", ") : question) || "Untitled";
}

/** Puts text on one line of limited length. Empty if the text is blank. */
export function toTitle(text: string): string {
  // Twenty times TITLE_MAX is more than a title needs, and short enough for the regular expression to be fast.
  const line = text
    .slice(0, 20 * TITLE_MAX)
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, " ")
    .toWellFormed()
    .trim();
  if (line.length <= TITLE_MAX) return line;
  const space = line.lastIndexOf(" ", TITLE_MAX - 1);
  const end = space > TITLE_MAX / 2 ? space : TITLE_MAX - 1;
  return `${line.slice(0, end).toWellFormed().trimEnd()}…`;
}
