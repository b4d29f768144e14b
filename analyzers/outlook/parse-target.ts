export interface PriceTarget {
  /** In dollars, or with `isForeign` in another currency; with `isRelative`, as a multiple of the last price. */
  readonly value: number;
  readonly isRelative: boolean;
  /** touch: at least once by the end. above, below: on the last day. staysAbove, staysBelow: on all days. */
  readonly kind: "touch" | "above" | "below" | "staysAbove" | "staysBelow";
  /** Whether the price is in another currency. */
  readonly isForeign: boolean;
}

const NUMBER = "(?<figure>\\d{1,3}(?:,\\d{3}){1,4}(?:\\.\\d{1,12})?|\\d{1,12}(?:\\.\\d{1,12})?|\\.\\d{1,12})";
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  grand: 1e3,
  m: 1e6,
  mio: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
};
const MONEY = `(?<sign>[$€£¥])? ?${NUMBER}(?: ?(?<scale>${Object.keys(SCALES).join("|")})(?![\\p{L}\\d]))?(?: ?(?<currency>dollars?|usd|bucks|cents?|\\$|€|£|¥|eur(?:os?)?|gbp|pounds?|yen)(?![\\p{L}\\d]))?`;
/** "Reach $1", "be above 100k", "fall to 2,000". */
const VERB =
  "(?<verb>reach(?:es|ing)?|hits?|hitting|touch(?:es)?|cross(?:es)?|break(?:s|ing)?(?: through| past| above| below)?|pass(?:es)?|exceeds?|surpass(?:es)?|tops?|see|back (?:at|to)|returns? to|(?:gets?|goes|go|going|rises?|climbs?|falls?|drops?|sinks?|crash(?:es)?|dips?|pumps?|moons?|jumps?|moves?|rally|rallies)(?: back)?(?: up| down)? (?:to|above|over|past|below|under)|be worth|worth|trade at|above|over|beyond|below|under|more than|less than|at least|at|to)";
/** A part of a longer number or word ("100,00", "5th") isn't a price. */
const PRICE = new RegExp(
  `\\b${VERB} (?:the )?(?:about |around |approximately |only |even )?${MONEY}(?<rest>%| ?percent| ?(?:days?|weeks?|months?|years?|hours?)\\b|x\\b)?(?![\\p{L}\\d]|[.,]\\d)`,
  "giu",
);
const STAY_VERB = /\b(?:stay|remain|hold|keep|stays|remains|holds)\b[^.?!]{0,12}$/i;
const PERCENT =
  /\b(?<direction>rise|rises|gain|gains|up|grow|increase|climb|jump|fall|falls|drop|drops|lose|loses|down|decline|crash|sink|dip)(?: by| another| over| at least| more than| about)? (?<figure>\d{1,4}(?:\.\d{1,3})?) ?(?:%|percent)/i;
/** "A 15% drop". */
const PERCENT_FIRST =
  /\b(?<figure>\d{1,4}(?:\.\d{1,3})?) ?(?:%|percent) (?<direction>rise|gain|increase|jump|rally|pump|growth|fall|drop|loss|decline|crash|dip|correction|dump)\b/i;
const DOWN = /^(?:fall|drop|los|down|decline|crash|sink|dip|correction|dump)/i;
const MULTIPLES: readonly (readonly [RegExp, number])[] = [
  [/\b(?:doubles?|doubling)\b/i, 2],
  [/\b(?:triples?|tripling)\b/i, 3],
  [/\bquadruples?\b/i, 4],
  [/\b(?:halves?|halving in price|lose half|lose half of|be cut in half)\b/i, 0.5],
];
const FACTOR = /(?<![\p{L}\d.])(?<figure>\d{1,4}(?:\.\d{1,2})?)x(?![\p{L}\d])/iu;
const TO_ZERO = /\b(?:goes|go|going|fall|drop|crash)(?: down)? to (?:zero|0(?![.,\d]))|\bbecome worthless\b/i;

/**
 * The price target in a question; null if there is none. If there are several, a fall to zero takes precedence over
 * prices, prices over percentages, and percentages over multiples.
 */
export function parseTarget(input: string): PriceTarget | null {
  const asRelative = (value: number): PriceTarget => {
    return { value, isRelative: true, kind: "touch", isForeign: false };
  };
  if (TO_ZERO.test(input)) return asRelative(0);
  for (const match of input.matchAll(PRICE)) {
    const { verb = "", sign, figure = "", scale = "", currency = "", rest } = match.groups ?? {};
    // Words such as "at" and "over" also come before numbers that aren't prices.
    const isMoney = sign !== undefined || currency !== "" || scale !== "";
    if (
      rest !== undefined ||
      (/^(?:at|to|see|over|at least|more than|less than|worth)$/i.test(verb) && !isMoney)
    )
      continue;
    const unit = currency.toLowerCase();
    const value =
      Number(figure.replaceAll(",", "")) *
      (SCALES[scale.toLowerCase()] ?? 1) *
      (unit.startsWith("cent") ? 0.01 : 1);
    return {
      value,
      isRelative: false,
      kind: findKind(verb.toLowerCase(), input.slice(0, match.index)),
      isForeign: /[€£¥]/.test(`${sign}`) || /^(?:eur|gbp|pound|yen|€|£|¥)/.test(unit),
    };
  }
  const { direction = "", figure } = (PERCENT.exec(input) ?? PERCENT_FIRST.exec(input))?.groups ?? {};
  if (figure !== undefined)
    return asRelative(
      DOWN.test(direction) ? Math.max(0, 1 - Number(figure) / 100) : 1 + Number(figure) / 100,
    );
  const multiple =
    MULTIPLES.find(([pattern]) => pattern.test(input))?.[1] ??
    Number(FACTOR.exec(input)?.groups?.figure ?? 0);
  return multiple > 0 && multiple !== 1 ? asRelative(multiple) : null;
}

function findKind(verb: string, before: string): PriceTarget["kind"] {
  if (/^(?:above|over|beyond|more than|at least)$/.test(verb))
    return STAY_VERB.test(before) ? "staysAbove" : "above";
  if (/^(?:below|under|less than)$/.test(verb)) return STAY_VERB.test(before) ? "staysBelow" : "below";
  return "touch";
}
