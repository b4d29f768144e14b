/** Cuts text that is longer than `max` characters at a word boundary, and adds "…". */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max);
  const end = start.lastIndexOf(" ");
  // Without a space, half a surrogate pair may remain at the end.
  return `${end > 0 ? start.slice(0, end) : start.toWellFormed().replace(/\uFFFD$/, "")}…`;
}
