export const POLARITIES = ["Positive", "Neutral", "Negative"] as const;
export type Polarity = (typeof POLARITIES)[number];

export type Probabilities = Readonly<Record<Polarity, number>>;

/**
 * An ordered logistic model of the score (-1 to 1), fitted to messages that the word lists weren't tuned on. Messages
 * that weren't written for this project make up half of the weight. `misreadShare`: the share of messages that are
 * misread whatever their score (irony, idioms), which caps the confidence at 85%. See docs/sentiment.md.
 */
const MODEL = { slope: 7.18, positiveThreshold: 1.93, negativeThreshold: 1.84, misreadShare: 0.22 } as const;

export function computeProbabilities(score: number): Probabilities {
  const Positive = logistic(MODEL.slope * score - MODEL.positiveThreshold);
  const Negative = logistic(-MODEL.slope * score - MODEL.negativeThreshold);
  const Neutral = Math.max(0, 1 - Positive - Negative);
  return shrinkToUniform({ Positive, Neutral, Negative }, 1 - MODEL.misreadShare);
}

/** The most probable class; Neutral in a tie. */
export function getMostLikely({ Positive, Neutral, Negative }: Probabilities): Polarity {
  if (Positive > Math.max(Neutral, Negative)) return "Positive";
  return Negative > Math.max(Neutral, Positive) ? "Negative" : "Neutral";
}

/** Shrinks the probabilities toward the uniform distribution, which they reach at trust 0. */
export function shrinkToUniform(probabilities: Probabilities, trust: number): Probabilities {
  const shrink = (chance: number) => 1 / 3 + (chance - 1 / 3) * trust;
  const { Positive, Neutral, Negative } = probabilities;
  return { Positive: shrink(Positive), Neutral: shrink(Neutral), Negative: shrink(Negative) };
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
