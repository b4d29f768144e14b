/**
 * Formats an integer with thousands separators. The output is the same as Intl's, but the first use of Intl takes a
 * browser 8 ms, and most pages don't need it otherwise.
 */
export const formatInteger = (value: number): string => String(value).replace(/\B(?=(?:\d{3}){1,30}$)/g, ",");

/** Formats a count with its noun: "1 day", "14 days", "1,200 entries", "-1 point". */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatInteger(count)} ${Math.abs(count) === 1 ? singular : plural}`;
