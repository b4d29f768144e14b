/** Lines and columns in a text, both starting at 1. */
export interface Places {
  locate(offset: number): { readonly line: number; readonly column: number };
  lineAt(line: number): string;
  /** The trimmed line at an offset; for long lines, the part around the offset. */
  codeAt(offset: number): string;
  readonly lines: number;
}

const LONGEST_CODE = 200;

export function readPlaces(text: string): Places {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const getLineBounds = (line: number): [start: number, end: number] => [
    starts[line - 1] ?? text.length,
    (starts[line] ?? text.length + 1) - 1,
  ];
  return {
    codeAt(offset) {
      const [start, end] = getLineBounds(this.locate(offset).line);
      if (end - start <= LONGEST_CODE) return text.slice(start, end).trim();
      const from = Math.max(start, offset - 40);
      const to = Math.min(end, from + LONGEST_CODE - 2);
      return `${from > start ? "…" : ""}${text.slice(from, to).trim()}${to < end ? "…" : ""}`;
    },
    lines: starts.length,
    locate(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
    lineAt(line) {
      const [start, end] = getLineBounds(line);
      return text.slice(start, end).replace(/\r$/, "");
    },
  };
}
