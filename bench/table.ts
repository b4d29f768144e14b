import type { Figure } from "./figure.ts";

const HEAD = ["", "budget", "", "measured"] as const;

/** Renders a table of figures, with their notes below it. */
export function renderTable(title: string, figures: readonly Figure[]): string {
  const notes: string[] = [];
  const rows = figures.map((figure) => {
    if (figure.note !== undefined) notes.push(figure.note);
    const mark = figure.note === undefined ? "" : ` (${notes.length})`;
    return [figure.label, figure.budget ?? "", `${formatVerdict(figure)}${mark}`, figure.measured];
  });
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  // The columns for the budget and the verdict are omitted if they are empty.
  const isShown = (_: unknown, column: number) =>
    column === 0 || column === 3 || rows.some((row) => row[column] !== "");
  const formatRow = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell))
      .filter(isShown)
      .join("  ")
      .trimEnd();
  return [
    title,
    formatRow(HEAD),
    formatRow(widths.map((width) => "-".repeat(Math.min(width, 80)))),
    ...rows.map(formatRow),
    ...notes.map((note, index) => `  (${index + 1}) ${note}`),
  ].join("\n");
}

function formatVerdict({ isMet, dependsOnMachine }: Figure): string {
  if (isMet === undefined) return "";
  if (isMet) return "met";
  return dependsOnMachine ? "MISSED on this machine" : "MISSED";
}
