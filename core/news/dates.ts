/** A feed may run a little ahead of this clock; further ahead, its date is no date. */
const AHEAD_MS = 60 * 60_000;
const EARLIEST = Date.UTC(1990, 0, 1);

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

const NAMED =
  /^(?:[a-z]+\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?,?[\s-]+(\d{2}|\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?\s*(?:([a-z]{1,5})?([+-]\d{2}:?\d{2})?)?)?(?:\s*\(.*\))?$/i;
const MONTH_FIRST =
  /^(?:[a-z]+\.?,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?\s*(?:([a-z]{1,5})?([+-]\d{2}:?\d{2})?)?)?$/i;
const NUMBERED =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([a-z]{1,5})?\s*([+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * A date as feeds write it: RFC 822 with its many departures, ISO 8601 and its kin; without a zone it is UTC. Null
 * for what cannot be read, lies before 1990 or more than an hour after `now`: then the time of first seeing counts.
 */
export function readFeedDate(text: string, now: Date): Date | null {
  const time = readTime(text.replace(/\s+/g, " ").trim());
  if (time === null || time < EARLIEST || time > now.getTime() + AHEAD_MS) return null;
  return new Date(time);
}

function readTime(text: string): number | null {
  if (text.length > 100) return null;
  const numbered = NUMBERED.exec(text);
  if (numbered) {
    const [, year = "", month = "", day = "", hour, minute, second, zone, offset] = numbered;
    return makeTime({ year, month: Number(month) - 1, day, hour, minute, second, zone, offset });
  }
  const named = NAMED.exec(text);
  if (named) {
    const [, day = "", month = "", year = "", hour, minute, second, half, zone, offset] = named;
    return makeTime({ year, month: monthOf(month), day, hour, minute, second, half, zone, offset });
  }
  const first = MONTH_FIRST.exec(text);
  if (first) {
    const [, month = "", day = "", year = "", hour, minute, second, half, zone, offset] = first;
    return makeTime({ year, month: monthOf(month), day, hour, minute, second, half, zone, offset });
  }
  return null;
}

interface Parts {
  readonly year: string;
  /** From 0; -1 when it is none. */
  readonly month: number;
  readonly day: string;
  readonly hour?: string | undefined;
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  readonly half?: string | undefined;
  readonly zone?: string | undefined;
  readonly offset?: string | undefined;
}

function makeTime({ year, month, day, hour, minute, second, half, zone, offset }: Parts): number | null {
  const fullYear = year.length === 2 ? 2000 + Number(year) - (Number(year) > 69 ? 100 : 0) : Number(year);
  const hours = Number(hour ?? 0) + hoursOfHalf(Number(hour ?? 0), half);
  const zoneHours = zone === undefined || zone === "" ? 0 : ZONES[zone.toLowerCase()];
  const days = Number(day);
  if (
    month < 0 ||
    month > 11 ||
    days < 1 ||
    hours > 24 ||
    Number(minute ?? 0) > 59 ||
    zoneHours === undefined
  ) {
    return null;
  }
  const date = Date.UTC(fullYear, month, days);
  // The 31st of a month that has none is no date.
  if (new Date(date).getUTCDate() !== days) return null;
  const seconds = (hours * 60 + Number(minute ?? 0)) * 60 + Math.min(59, Number(second ?? 0));
  const minutesAhead = offset ? minutesOf(offset) : zoneHours * 60;
  return minutesAhead === null ? null : date + seconds * 1000 - minutesAhead * 60_000;
}

function hoursOfHalf(hour: number, half: string | undefined): number {
  if (half === undefined) return 0;
  return half.toLowerCase() === "pm" ? (hour === 12 ? 0 : 12) : hour === 12 ? -12 : 0;
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase());
}

function minutesOf(offset: string): number | null {
  const [, sign, hours = "", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  const all = Number(hours) * 60 + Number(minutes);
  return sign === undefined || all > 14 * 60 ? null : sign === "-" ? -all : all;
}
