export type SourcePositions = ReturnType<typeof buildSourcePositions>;

const CODE_LENGTH_MAX = 200;

/** Finds lines and columns in text, both starting at 1. */
export function buildSourcePositions(text: string) {
  const lineStarts = [0];
  for (let position = text.indexOf("\n"); position !== -1; position = text.indexOf("\n", position + 1))
    lineStarts.push(position + 1);
  const getLineBounds = (line: number): [start: number, end: number] => [
    lineStarts[line - 1] ?? text.length,
    (lineStarts[line] ?? text.length + 1) - 1,
  ];
  return {
    /** The trimmed line at an offset; for long lines, the part around the offset. */
    getCode(offset: number): string {
      const [start, end] = getLineBounds(this.locate(offset).line);
      if (end - start <= CODE_LENGTH_MAX) return text.slice(start, end).trim();
      const from = Math.max(start, offset - 40);
      const to = Math.min(end, from + CODE_LENGTH_MAX - 2);
      return `${from > start ? "…" : ""}${text.slice(from, to).trim()}${to < end ? "…" : ""}`;
    },
    lineCount: lineStarts.length,
    locate(offset: number) {
      let low = 0;
      let high = lineStarts.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((lineStarts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
    },
    getLine(line: number) {
      const [start, end] = getLineBounds(line);
      return text.slice(start, end).replace(/\r$/, "");
    },
  };
}
