/** Formats a count with its noun: "1 day", "14 days", "1,200 entries", "-1 point". */
export const formatCount = (amount: number, singular: string, plural = `${singular}s`): string =>
  `${amount.toLocaleString("en")} ${Math.abs(amount) === 1 ? singular : plural}`;
