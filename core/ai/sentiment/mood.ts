/** Turns a text's score into class probabilities. */

export const MOODS = ["Positive", "Neutral", "Negative"] as const;
export type Mood = (typeof MOODS)[number];

export type Probabilities = Readonly<Record<Mood, number>>;

/**
 * An ordered logistic model of the score (-1 to 1). The constants maximize the likelihood of the calibration set; a
 * test refits and compares them.
 */
export const MODEL = { slope: 9.81, positiveFrom: 1.54, negativeFrom: 1.58 } as const;
/** The share of texts misread regardless of score. Chosen, not fitted; it caps the confidence. */
const MISREAD = 0.1;

export function computeProbabilities(
  score: number,
  model: { slope: number; positiveFrom: number; negativeFrom: number } = MODEL,
): Probabilities {
  const Positive = logistic(model.slope * score - model.positiveFrom);
  const Negative = logistic(-model.slope * score - model.negativeFrom);
  return temper({ Positive, Neutral: Math.max(0, 1 - Positive - Negative), Negative }, 1 - MISREAD);
}

/** The most probable class; Neutral in a tie. */
export function likeliest(probabilities: Probabilities): Mood {
  if (probabilities.Positive > probabilities.Neutral && probabilities.Positive > probabilities.Negative)
    return "Positive";
  if (probabilities.Negative > probabilities.Neutral && probabilities.Negative > probabilities.Positive)
    return "Negative";
  return "Neutral";
}

/** Pulls the probabilities toward one third each, which they reach at trust 0. */
export function temper(probabilities: Probabilities, trust: number): Probabilities {
  const pull = (chance: number) => 1 / 3 + (chance - 1 / 3) * trust;
  return {
    Positive: pull(probabilities.Positive),
    Neutral: pull(probabilities.Neutral),
    Negative: pull(probabilities.Negative),
  };
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
