import { toDayNumber, toIsoDate } from "./daily-series.ts";

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const QUARTERS = ["first", "second", "third", "fourth"];
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const MONTH =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const YEAR = "(?<year>(?:19|20)\\d\\d)";
const DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
/**
 * A month alone, or a year that may be in the past, counts only after one of these words, since "may" and "2020" can
 * also mean something else.
 */
const LEADING_WORD =
  "(?:in|by|for|until|till|before|during|around|late|early|mid|next|this|from|(?<end>end of))(?: the)?";
const DAY_MS = 86_400_000;
const END_OF = "(?:(?:the )?end of|eo)";

type Groups = Readonly<Record<string, string | undefined>>;
interface Rule {
  readonly pattern: RegExp;
  read(groups: Groups, today: Date): { first: number; last: number; name: string } | null;
}

const HOLIDAYS: Readonly<Record<string, readonly [month: string, day: string]>> = {
  christmas: ["december", "25"],
  "new year": ["january", "1"],
  valentine: ["february", "14"],
  halloween: ["october", "31"],
};
/** The first month of each season in the northern hemisphere, counted from 0. */
const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

/** Rules for dates and other calendar times, most specific first. Days are numbered from 1970-01-01. */
export const CALENDAR_RULES: readonly Rule[] = [
  {
    // With dots, the day comes first (31.12.2026). With slashes, the month does, unless the first number is above 12.
    pattern: /\b(?<first>\d{1,2})(?<mark>[./])(?<second>\d{1,2})\k<mark>(?<year>20\d\d)\b/,
    read: ({ first = "", mark, second = "", year }, today) => {
      const isDayFirst = mark === "." || Number(first) > 12;
      const [day, month] = isDayFirst ? [first, second] : [second, first];
      return readDay(MONTHS[Number(month) - 1], day, year, today);
    },
  },
  {
    pattern: /\b(?<date>\d{4}-\d{2}-\d{2})\b/,
    read: ({ date = "" }) => {
      const day = toDayNumber(date);
      return day === null ? null : asDay(day);
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:${MONTH} ${DAY}|${DAY.replace("day", "dayBefore")} (?:of )?${MONTH.replace("month", "monthAfter")})\\b(?:,? ${YEAR}\\b)?`,
      "i",
    ),
    read: ({ month, monthAfter, day, dayBefore, year }, today) =>
      readDay(month ?? monthAfter, day ?? dayBefore, year, today),
  },
  {
    pattern: new RegExp(`\\b${MONTH} ${YEAR}\\b`, "i"),
    read: ({ month, year }, today) => readMonth(month, year, today),
  },
  {
    pattern: new RegExp(
      `\\b(?:q(?<quarter>[1-4])|(?<which>first|second|third|fourth|last) quarter(?: of)?)(?: (?:of )?${YEAR})?\\b`,
      "i",
    ),
    read: ({ quarter, which = "", year }, today) => {
      const number = quarter ? Number(quarter) : QUARTERS.indexOf(which.toLowerCase()) + 1 || 4;
      return readQuarter(number, year ? Number(year) : null, today);
    },
  },
  {
    // "Fall" needs a year, since prices fall too.
    pattern: new RegExp(
      `\\b(?:(?:${LEADING_WORD} )?(?<season>spring|summer|autumn|fall|winter)(?: of)? ${YEAR}|(?<lead>${LEADING_WORD.replace("<end>", "<until>")}) (?<yearless>spring|summer|autumn|winter))\\b`,
      "i",
    ),
    read: ({ season, yearless, lead = "", year }, today) => {
      const name = (season ?? yearless ?? "").toLowerCase();
      const month = SEASONS[name] ?? 0;
      const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth()];
      const latestYear = month <= thisMonth ? thisYear : thisYear - 1;
      // During a season, "in the winter" means the current one, but "by winter" means the next one.
      const isNext = (thisMonth - month + 12) % 12 >= 3 || /^(?:by|before|until|till|next)\b/i.test(lead);
      const resolvedYear = year ? Number(year) : latestYear + (isNext ? 1 : 0);
      return {
        first: toDay(resolvedYear, month, 1),
        last: toDay(resolvedYear, month + 3, 0),
        name: `${name} ${resolvedYear}`,
      };
    },
  },
  {
    pattern: new RegExp(`\\b${LEADING_WORD} ${YEAR}\\b(?![.,]?\\d| ?(?:dollars?|usd|k\\b))`, "i"),
    read: ({ year, end }) =>
      end ? { ...asDay(toDay(Number(year), 11, 31)), name: `the end of ${year}` } : asYear(Number(year)),
  },
  {
    pattern: new RegExp(`\\b${LEADING_WORD} ${MONTH}(?![\\p{L}\\d])`, "iu"),
    read: ({ month, end }, today) => {
      const foundMonth = readMonth(month, undefined, today);
      return foundMonth && end
        ? { ...foundMonth, first: foundMonth.last, name: `the end of ${foundMonth.name}` }
        : foundMonth;
    },
  },
  {
    pattern: new RegExp(
      `\\b${END_OF} ?(?:the |this )?(?<unit>week|month|quarter|year|[wmqy]\\b)|\\b(?<yearEnd>year[- ]?end)\\b`,
      "i",
    ),
    read: ({ unit = "year" }, today) => {
      const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
      const last = {
        w: toDay(year, month, today.getUTCDate() + ((7 - today.getUTCDay()) % 7)),
        m: toDay(year, month + 1, 0),
        q: toDay(year, month - (month % 3) + 3, 0),
        y: toDay(year, 11, 31),
      }[unit.charAt(0).toLowerCase()];
      return last === undefined ? null : asDay(last);
    },
  },
  {
    pattern: /\b(?<which>next|this) (?<unit>quarter|year)\b/i,
    read: ({ which = "", unit = "" }, today) => {
      const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
      const isNext = which.toLowerCase() === "next";
      if (unit.toLowerCase() === "quarter")
        return readQuarter(
          ((Math.floor(month / 3) + (isNext ? 1 : 0)) % 4) + 1,
          isNext && month >= 9 ? year + 1 : year,
          today,
        );
      return asYear(isNext ? year + 1 : year);
    },
  },
  {
    pattern: /\b(?:by|before|until|at|on|till|around) (?<holiday>christmas|new year|valentine|halloween)/i,
    read: ({ holiday = "" }, today) => {
      const [month, day] = HOLIDAYS[holiday.toLowerCase()] ?? [];
      return readDay(month, day, undefined, today);
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:by|on|until|till|before|next|this|coming) (?<weekday>${WEEKDAYS.join("|")})\\b`,
      "i",
    ),
    read: ({ weekday = "" }, today) => {
      const ahead = (WEEKDAYS.indexOf(weekday.toLowerCase()) - today.getUTCDay() + 7) % 7 || 7;
      return asDay(toDay(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + ahead));
    },
  },
  {
    // A year alone, as in "Bitcoin 2030", but not an amount such as "reach 2030 dollars".
    pattern: new RegExp(
      `(?<![$€£¥\\d.,/-]|\\b(?:above|below|over|under|to|at|reach|hit|than) )\\b${YEAR}\\b(?![.,/-]?\\d| ?(?:dollars?|usd|k\\b))`,
      "i",
    ),
    read: ({ year }, today) => (Number(year) > today.getUTCFullYear() ? asYear(Number(year)) : null),
  },
  {
    pattern: /\b(?<which>tomorrow|today|tonight)\b/i,
    read: ({ which = "" }, today) =>
      asDay(today.getTime() / DAY_MS + (which.toLowerCase() === "tomorrow" ? 1 : 0)),
  },
];

const toDay = (year: number, month: number, day: number) => Date.UTC(year, month, day) / DAY_MS;

function asDay(day: number) {
  const [year = "", month = "", date = ""] = toIsoDate(day).split("-");
  return { first: day, last: day, name: `${nameMonth(Number(month) - 1)} ${Number(date)}, ${year}` };
}

const asYear = (year: number) => ({ first: toDay(year, 0, 1), last: toDay(year, 11, 31), name: `${year}` });

const nameMonth = (month: number) => {
  const name = MONTHS[month] ?? "";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
};

const findMonth = (name?: string) =>
  name === undefined ? -1 : MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3)));

/** Returns the day; without a year, its next occurrence after today. Null if there is no such day. */
function readDay(
  monthName: string | undefined,
  dayText: string | undefined,
  year: string | undefined,
  today: Date,
) {
  const [month, date, now] = [findMonth(monthName), Number(dayText), today.getTime() / DAY_MS];
  if (month < 0 || date < 1) return null;
  // The next February 29 is up to eight years away.
  const years = year
    ? [Number(year)]
    : Array.from({ length: 9 }, (_, index) => today.getUTCFullYear() + index);
  const day = years
    .filter((candidate) => date <= new Date(Date.UTC(candidate, month + 1, 0)).getUTCDate())
    .map((candidate) => toDay(candidate, month, date))
    .find((candidate) => year !== undefined || candidate > now);
  return day === undefined ? null : asDay(day);
}

function readMonth(monthName: string | undefined, year: string | undefined, today: Date) {
  const month = findMonth(monthName);
  if (month < 0) return null;
  const resolvedYear = year ? Number(year) : today.getUTCFullYear() + (month < today.getUTCMonth() ? 1 : 0);
  return {
    first: toDay(resolvedYear, month, 1),
    last: toDay(resolvedYear, month + 1, 0),
    name: `${nameMonth(month)} ${resolvedYear}`,
  };
}

function readQuarter(quarter: number, year: number | null, today: Date) {
  const isOver = quarter - 1 < Math.floor(today.getUTCMonth() / 3);
  const resolvedYear = year ?? today.getUTCFullYear() + (isOver ? 1 : 0);
  const name = `the ${QUARTERS[quarter - 1]} quarter of ${resolvedYear}`;
  return {
    first: toDay(resolvedYear, (quarter - 1) * 3, 1),
    last: toDay(resolvedYear, quarter * 3, 0),
    name,
  };
}
