/** Both ends are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a Range header. Returns "unsatisfiable" if no byte of the object is in the range, and "full" if the header is
 * missing or invalid or has several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "full" | "unsatisfiable" {
  if (header === undefined) return "full";
  const [, first, last] =
    /^\s*bytes\s{0,9}=\s{0,9}(\d{0,15})\s{0,9}-\s{0,9}(\d{0,15})\s{0,9}$/i.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "full";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "full";
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
