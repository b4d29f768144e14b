/** What a text's score says: how probable each mood is. */

export const MOODS = ["Positive", "Neutral", "Negative"] as const;
export type Mood = (typeof MOODS)[number];

export type Chances = Readonly<Record<Mood, number>>;

/**
 * An ordered logistic model of one number, the score from -1 to 1. Its three constants are those under which the labels of
 * the calibration set are likeliest; a test fits them anew and compares.
 */
export const MODEL = { slope: 9.81, positiveFrom: 1.54, negativeFrom: 1.58 } as const;
/** So many texts are misread whatever their score: chosen, not fitted. Nothing is ever surer than it leaves. */
const MISREAD = 0.1;

export function chancesOf(
  score: number,
  model: { slope: number; positiveFrom: number; negativeFrom: number } = MODEL,
): Chances {
  const Positive = logistic(model.slope * score - model.positiveFrom);
  const Negative = logistic(-model.slope * score - model.negativeFrom);
  return temper({ Positive, Neutral: Math.max(0, 1 - Positive - Negative), Negative }, 1 - MISREAD);
}

/** The likeliest; Neutral where two are equally likely. */
export function likeliest(chances: Chances): Mood {
  if (chances.Positive > chances.Neutral && chances.Positive > chances.Negative) return "Positive";
  if (chances.Negative > chances.Neutral && chances.Negative > chances.Positive) return "Negative";
  return "Neutral";
}

/** Pulls the chances towards "anything may be": at 0 each mood has a third. */
export function temper(chances: Chances, trust: number): Chances {
  const pull = (chance: number) => 1 / 3 + (chance - 1 / 3) * trust;
  return {
    Positive: pull(chances.Positive),
    Neutral: pull(chances.Neutral),
    Negative: pull(chances.Negative),
  };
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
