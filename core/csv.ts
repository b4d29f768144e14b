/** What a spreadsheet would take for a formula; a minus before digits alone is a number. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function writeCell(cell: string | number | null): string {
  if (cell === null) return "";
  const text = String(cell);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A table as RFC 4180 writes it: CRLF after each row, the last as well; null is an empty cell. A text that a spreadsheet
 * would run as a formula gets an apostrophe before it.
 */
export const writeCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
