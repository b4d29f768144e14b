/**
 * Finds the line of a finding in code that may have changed since the scan: the nearest line with the same code,
 * otherwise the line with the same number. `code` is trimmed and may be shortened. Returns the line's number,
 * counted from 1, and the offsets of its start and end.
 */
export function findLine(text: string, line: number, code: string) {
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
