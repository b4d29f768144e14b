/** Matches the start of text that a spreadsheet would treat as a formula, and of negative numbers, which are safe. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function formatCell(cell: string | number | null): string {
  if (cell === null) return "";
  const text = String(cell);
  const escapedText = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(escapedText) ? `"${escapedText.replaceAll('"', '""')}"` : escapedText;
}

/** Formats rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
export const formatCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(formatCell).join(",")}\r\n`).join("");
