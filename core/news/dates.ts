/** How far a feed's clock may be ahead of the server's. */
const AHEAD_MS_MAX = 60 * 60_000;
const EARLIEST_TIME = Date.UTC(1990, 0, 1);

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ZONES: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  cet: 1,
  cest: 2,
  jst: 9,
};

const DAY_FIRST =
  /^(?:[a-z]{1,20}\.?,? )?(\d{1,2})[ -]{1,9}([a-z]{3})[a-z]{0,20}\.?,?[ -]{1,9}(\d{2}|\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))? ?(am|pm)? ?(?:([a-z]{1,5})?([+-]\d{2}:?\d{2})?)?)?(?: ?\(.*\))?$/i;
const MONTH_FIRST =
  /^(?:[a-z]{1,20}\.?,? )?([a-z]{3})[a-z]{0,20}\.? (\d{1,2}),? (\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))? ?(am|pm)? ?(?:([a-z]{1,5})?([+-]\d{2}:?\d{2})?)?)?$/i;
const YEAR_FIRST =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ]{1,9}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?([a-z]{1,5})? ?([+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Parses variants of RFC 822 and ISO 8601 dates. A date without a time zone is read as UTC. Returns null if the date is
 * unreadable, before 1990, or more than an hour after `now`.
 */
export function parseFeedDate(text: string, now: Date): Date | null {
  const time = parseTime(text.replace(/\s+/g, " ").trim());
  if (time === null || time < EARLIEST_TIME || time > now.getTime() + AHEAD_MS_MAX) return null;
  return new Date(time);
}

function parseTime(text: string): number | null {
  if (text.length > 100) return null;
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) {
    const [, year = "", month = "", day = "", hour, minute, second, zone, offset] = yearFirst;
    return toTimestamp({ year, month: Number(month) - 1, day, hour, minute, second, zone, offset });
  }
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) {
    const [, day = "", month = "", year = "", hour, minute, second, meridiem, zone, offset] = dayFirst;
    return toTimestamp({ year, month: parseMonth(month), day, hour, minute, second, meridiem, zone, offset });
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) {
    const [, month = "", day = "", year = "", hour, minute, second, meridiem, zone, offset] = monthFirst;
    return toTimestamp({ year, month: parseMonth(month), day, hour, minute, second, meridiem, zone, offset });
  }
  return null;
}

interface Parts {
  readonly year: string;
  /** Zero-based; -1 if invalid. */
  readonly month: number;
  readonly day: string;
  readonly hour?: string | undefined;
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  readonly meridiem?: string | undefined;
  readonly zone?: string | undefined;
  readonly offset?: string | undefined;
}

function toTimestamp({ year, month, day, hour, minute, second, meridiem, zone, offset }: Parts) {
  const fullYear = year.length === 2 ? 2000 + Number(year) - (Number(year) > 69 ? 100 : 0) : Number(year);
  const hours = Number(hour ?? 0) + getMeridiemOffset(Number(hour ?? 0), meridiem);
  const zoneHours = zone === undefined || zone === "" ? 0 : ZONES[zone.toLowerCase()];
  const dayOfMonth = Number(day);
  const secondsOfHour = Number(minute ?? 0) * 60 + Math.min(59, Number(second ?? 0));
  if (
    month < 0 ||
    month > 11 ||
    dayOfMonth < 1 ||
    hours > 24 ||
    // Midnight at the end of a day can be written as 24:00.
    (hours === 24 && secondsOfHour > 0) ||
    Number(minute ?? 0) > 59 ||
    zoneHours === undefined
  ) {
    return null;
  }
  const midnight = Date.UTC(fullYear, month, dayOfMonth);
  // Rejects February 30 and the like, which Date would roll over.
  if (new Date(midnight).getUTCDate() !== dayOfMonth) return null;
  const seconds = hours * 3600 + secondsOfHour;
  const minutesAhead = offset ? parseOffset(offset) : zoneHours * 60;
  return minutesAhead === null ? null : midnight + seconds * 1000 - minutesAhead * 60_000;
}

function getMeridiemOffset(hour: number, meridiem: string | undefined): number {
  if (meridiem === undefined) return 0;
  return meridiem.toLowerCase() === "pm" ? (hour === 12 ? 0 : 12) : hour === 12 ? -12 : 0;
}

function parseMonth(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase());
}

function parseOffset(offset: string): number | null {
  const [, sign, hours = "", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  const totalMinutes = Number(hours) * 60 + Number(minutes);
  return sign === undefined || totalMinutes > 14 * 60 ? null : sign === "-" ? -totalMinutes : totalMinutes;
}
