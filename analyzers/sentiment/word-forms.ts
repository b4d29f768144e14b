import { memoizeByText } from "../text/memoize-text.ts";

const CACHED_WORDS_MAX = 20_000;

/** The possible base forms of an English word, starting with the word itself: "plunged" may be "plunge". */
export const getBaseForms = memoizeByText((word: string): readonly string[] => {
  const forms = [word];
  const add = (form: string) => {
    if (form.length > 1 && !forms.includes(form)) forms.push(form);
  };
  const irregularBase = BASE_BY_IRREGULAR_FORM.get(word);
  if (irregularBase !== undefined) add(irregularBase);
  if (REPEATED_LETTER.test(word))
    for (const letters of ["$1$1", "$1"]) add(word.replaceAll(REPEATED_LETTERS, letters));
  const withoutPossessive = word.endsWith("'s") ? word.slice(0, -2) : word;
  add(withoutPossessive);
  for (const [ending, replacements] of ENDINGS) {
    if (withoutPossessive.length < ending.length + 2 || !withoutPossessive.endsWith(ending)) continue;
    const stem = withoutPossessive.slice(0, -ending.length);
    if (ending.endsWith("est") && stem.length < 4) continue;
    for (const replacement of replacements) add(stem + replacement);
    if (DOUBLED_CONSONANT.test(stem) && (ending === "ed" || ending === "ing")) add(stem.slice(0, -1));
  }
  return forms;
}, CACHED_WORDS_MAX);

const REPEATED_LETTER = /(\p{L})\1\1/u;
const REPEATED_LETTERS = /(\p{L})\1\1+/gu;
const DOUBLED_CONSONANT = /([bdfgklmnprtvz])\1$/;

/** Endings and their possible replacements. */
const ENDINGS: readonly (readonly [string, readonly string[]])[] = [
  ["ies", ["y"]],
  ["es", ["", "e"]],
  ["s", [""]],
  ["ied", ["y"]],
  ["ed", ["", "e"]],
  ["ying", ["ie"]],
  ["ing", ["", "e"]],
  ["ily", ["y"]],
  ["ly", ["", "le"]],
  ["iest", ["y"]],
  ["est", ["", "e"]],
  ["iness", ["y"]],
  ["ness", [""]],
];

/** Each group lists a base form and then its irregular forms. */
const BASE_BY_IRREGULAR_FORM = new Map(
  `fall fell fallen, rise rose risen, sink sank sunk sunken, lose lost, win won, break broke broken, steal stole stolen, grow grew grown, shrink shrank shrunk, give gave given, take took taken, bring brought,
  buy bought, sell sold, hold held, drive drove driven, freeze froze frozen, leap leapt, slide slid, shed shed, spread spread, beat beaten, bleed bled, find found, fight fought, catch caught, overcome overcame, undergo underwent,
  feel felt, think thought, leave left, mean meant, go went gone goes, come came, do did done does, have has had, be is are was were been being am, become became, make made, get got gotten, keep kept, draw drew drawn, withdraw withdrew withdrawn,
  shake shook shaken, forbid forbade, wear wore worn, tear tore torn, speak spoke spoken, pay paid, lay laid, say said, see saw seen, stick stuck, strike struck, swing swung, throw threw thrown, understand understood, stand stood,
  high higher highest, low lower lowest, big bigger biggest, large larger largest, few fewer fewest, small smaller smallest, awake awoke, choose chose chosen, hide hid hidden, sue suing sued, die dying, lie lying, ax axed, hurt hurting`
    .split(",")
    .flatMap((group) => {
      const [base = "", ...others] = group.trim().split(/\s+/);
      return others.map((other) => [other, base] as const);
    }),
);
