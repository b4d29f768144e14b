/** Lines and columns of a text, both from 1. */
export interface Places {
  placeOf(offset: number): { readonly line: number; readonly column: number };
  lineAt(line: number): string;
  readonly lines: number;
}

export function readPlaces(text: string): Places {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return {
    lines: starts.length,
    placeOf(offset) {
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
      const start = starts[line - 1] ?? text.length;
      const end = starts[line] === undefined ? text.length : (starts[line] ?? 0) - 1;
      return text.slice(start, end).replace(/\r$/, "");
    },
  };
}
