const DAY_MS = 86_400_000;
const YEAR_MIN = 1970;
const YEAR_MAX = 2999;
/** The maximum count in a relative date such as "7d". */
const COUNT_MAX = 1000;

/** Parses "2025", "2025-03", "2025-03-09", "today", "yesterday", "7d", "2w", "6m" and "1y"; null for anything else. */
export function parseSearchDate(text: string, now: Date): Date | null {
  const word = text.toLowerCase();
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  if (word === "today") return new Date(today);
  if (word === "yesterday") return new Date(today - DAY_MS);
  const relativeDate = /^(\d{1,4})([dwmy])$/.exec(word);
  if (relativeDate) return subtractTime(new Date(today), Number(relativeDate[1]), relativeDate[2] ?? "d");
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(word) ?? [];
  if (year === undefined) return null;
  return toDate(Number(year), Number(month ?? 1), Number(day ?? 1));
}

function toDate(year: number, month: number, day: number): Date | null {
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  // Date would turn February 30 into a day in March.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
}

function subtractTime(today: Date, count: number, unit: string): Date | null {
  if (count > COUNT_MAX) return null;
  if (unit === "d" || unit === "w") {
    return new Date(today.getTime() - count * (unit === "w" ? 7 : 1) * DAY_MS);
  }
  const months = unit === "y" ? count * 12 : count;
  const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1));
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(today.getUTCDate(), daysInMonth));
  return date.getUTCFullYear() < YEAR_MIN ? null : date;
}
