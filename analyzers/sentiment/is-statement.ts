import { findHits } from "./find-hits.ts";
import type { Token } from "./tokens.ts";
import { questionStarters } from "./vocabulary.ts";
import { getBaseForms } from "./word-forms.ts";

/** Longer lines that aren't questions or requests are sentences or headlines, whatever their words. */
const TOPIC_WORDS_MAX = 8;
const HEADLINE_WORDS_MIN = 3;

/** Headline verbs. Most movers ("falls") and endings ("blocks") are in the word lists instead. */
const VERBS = new Set(
  `accept acquire add adjust adopt agree allow announce appoint approve ask await back ban beat become begin blame bring buy change claim close come compare confirm
  consider cover deliver demand deny depend describe discuss enter expand expect expire explain explore extend face file find follow form get give go hire hit hold invest
  introduce issue join keep launch lead leave let list make meet merge miss move name near need offer open order partner pay plan post praise prepare process produce propose publish
  push put raise ratify reach receive refuse reject release remain rename replace report request require resign respond return reveal run save say schedule scrap see seek sell send set settle share ship
  sign slam stand start split sue suspend take target tell test top trade turn unseat unveil update urge use vote want warn weigh welcome win work write delay`.split(
    /\s+/,
  ),
);
const AUXILIARIES =
  /^(?:is|are|was|were|has|have|had|will|would|could|should|might|must|does|did|(?:is|are|was|were|has|have|had|wo|would|could|should|does|did|do|ca)n't|it's|i'm|i've|they're|we're|you're)$/;
const PRONOUN =
  /^(?:i|i'm|i've|i'd|it|it's|he|he's|she|she's|we|we're|we've|they|they're|you|you're|this|that|that's|there)$/;
const REQUEST =
  /^(?:please\s+)?(?:tell|show|give|analy[sz]e|check|summari[sz]e)\b|\b(?:sentiment|mood|vibes?|opinions?|news)\s+(?:on|of|about|for|around)\b/i;

/** Whether a line says something ("Senate blocks stablecoin bill") instead of naming a topic ("stablecoin bill"). */
export function isStatement(line: string, tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ kind }) => kind === "word");
  const first = words[0]?.text ?? "";
  if (words.length >= 2 && PRONOUN.test(first)) return true;
  if (words.length < HEADLINE_WORDS_MIN || questionStarters.has(first) || REQUEST.test(line)) return false;
  if (words.length > TOPIC_WORDS_MAX || tokens.some(isAmountOrSeparator)) return true;
  if (words.some(({ text }, index) => index > 0 && AUXILIARIES.test(text))) return true;
  const directionWords = new Set(
    findHits(tokens)
      .filter(({ entry }) => entry.role === "mover" || entry.role === "ending")
      .map(({ from }) => tokens[from]?.text),
  );
  return words.some(({ text }, index) => {
    const lacksRegularEnding = !/s$|ed$|ing$/.test(text);
    // "Bitcoin ETF flows" and "layer 2 changes" end with a noun.
    const isInflected = text.endsWith("ed") || (text.endsWith("s") && index < words.length - 1);
    if (index === 0 || !(isInflected || lacksRegularEnding)) return false;
    return (
      (isInflected && directionWords.has(text)) ||
      getBaseForms(text).some((form) => form !== text && VERBS.has(form))
    );
  });
}

/** Whether a token is an amount or a separator such as a colon, which topics don't contain. */
function isAmountOrSeparator({ kind, text, percent, isMoney }: Token): boolean {
  return percent !== null || isMoney || (kind === "break" && /[:;!…]/.test(text));
}
