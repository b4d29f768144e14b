const LONG_DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** Formats an ISO 8601 date, with or without a time, as "March 3, 2025" in UTC. Empty if it is invalid. */
export function formatDate(date: string): string {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? "" : LONG_DATE.format(time);
}
