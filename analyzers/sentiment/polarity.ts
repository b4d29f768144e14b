/** Turns a sentiment score into class probabilities. */

export const POLARITIES = ["Positive", "Neutral", "Negative"] as const;
export type Polarity = (typeof POLARITIES)[number];

export type Probabilities = Readonly<Record<Polarity, number>>;

/**
 * An ordered logistic model of the score (-1 to 1). `misread` is the share of messages misread regardless of score
 * (irony, idioms), which caps the confidence at 85%. Fitted to messages the word lists weren't tuned on; messages by
 * other authors have half the weight. See docs/sentiment.md.
 */
const MODEL = { slope: 7.18, positiveFrom: 1.93, negativeFrom: 1.84, misread: 0.22 } as const;

export function computeProbabilities(score: number): Probabilities {
  const Positive = logistic(MODEL.slope * score - MODEL.positiveFrom);
  const Negative = logistic(-MODEL.slope * score - MODEL.negativeFrom);
  return shrinkToUniform(
    { Positive, Neutral: Math.max(0, 1 - Positive - Negative), Negative },
    1 - MODEL.misread,
  );
}

/** The most probable class; Neutral in a tie. */
export function getMostLikely(probabilities: Probabilities): Polarity {
  if (probabilities.Positive > probabilities.Neutral && probabilities.Positive > probabilities.Negative)
    return "Positive";
  if (probabilities.Negative > probabilities.Neutral && probabilities.Negative > probabilities.Positive)
    return "Negative";
  return "Neutral";
}

/** Shrinks the probabilities toward the uniform distribution, which they reach at trust 0. */
export function shrinkToUniform(probabilities: Probabilities, trust: number): Probabilities {
  const shrink = (chance: number) => 1 / 3 + (chance - 1 / 3) * trust;
  return {
    Positive: shrink(probabilities.Positive),
    Neutral: shrink(probabilities.Neutral),
    Negative: shrink(probabilities.Negative),
  };
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
