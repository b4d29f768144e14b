/** A line's position in a text, in characters, and its number. */
export interface LinePosition {
  readonly from: number;
  readonly to: number;
  /** Starts at 1. */
  readonly line: number;
}

/**
 * Finds a finding's line in a text that may have been edited since: the nearest line with the same code, else the one
 * with its number. `code` is trimmed and shortened.
 */
export function findLine(text: string, line: number, code: string): LinePosition {
  const lines = text.split("\n");
  const wanted = code.replace(/…$/, "").trim();
  let best = Math.min(Math.max(line, 1), lines.length) - 1;
  let distance = Number.POSITIVE_INFINITY;
  for (const [at, words] of lines.entries()) {
    const away = Math.abs(at - (line - 1));
    if (wanted !== "" && away < distance && words.trim().startsWith(wanted)) {
      best = at;
      distance = away;
    }
  }
  const from = lines.slice(0, best).reduce((length, words) => length + words.length + 1, 0);
  return { from, to: from + (lines[best]?.length ?? 0), line: best + 1 };
}
