/** Formats a count with its noun: "1 day", "14 days", "1,200 entries", "-1 point". */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString("en")} ${Math.abs(count) === 1 ? singular : plural}`;
