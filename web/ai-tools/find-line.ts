/** A line's position in the text, in characters, and its number. */
export interface LinePosition {
  readonly from: number;
  readonly to: number;
  /** Starts at 1. */
  readonly line: number;
}

/**
 * Finds the line of a scanner finding in code that may have been edited since the scan: the nearest line with the
 * same code, or else the line with the same number. `code` is trimmed and may be shortened.
 */
export function findLine(text: string, line: number, code: string): LinePosition {
  const lines = text.split("\n");
  const target = code.replace(/…$/, "").trim();
  let bestIndex = Math.min(Math.max(line, 1), lines.length) - 1;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const [index, content] of lines.entries()) {
    const distance = Math.abs(index - (line - 1));
    if (target !== "" && distance < bestDistance && content.trim().startsWith(target)) {
      bestIndex = index;
      bestDistance = distance;
    }
  }
  const from = lines.slice(0, bestIndex).reduce((length, content) => length + content.length + 1, 0);
  return { from, to: from + (lines[bestIndex]?.length ?? 0), line: bestIndex + 1 };
}
