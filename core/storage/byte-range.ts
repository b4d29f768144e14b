/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * What a Range header asks of an object of `size` bytes: a range, "beyond" when it lies outside, or "whole" when there
 * is none, it cannot be read, or it names several (which a server may answer with the whole).
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "whole" | "beyond" {
  const [, first, last] = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "beyond" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= size) return "beyond";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
