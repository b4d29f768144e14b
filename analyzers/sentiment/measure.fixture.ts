import type { LabeledText } from "./labeled.fixture.ts";
import { GENERAL } from "./lexicon/general.ts";
import { EMOJIS, MARKET } from "./lexicon/market.ts";
import { getMostLikely, POLARITIES, type Polarity } from "./polarity.ts";
import { scoreText } from "./score-text.ts";
import { countEntries } from "./vocabulary.ts";

/**
 * The accuracy of the analyzer. `f1`: the harmonic mean of precision and recall, averaged over the three classes.
 * `reversedCount`: how many texts were judged the opposite of their label. `brier`: the Brier score, from 0 to 2. `bands`:
 * the texts grouped by confidence. `calibrationError`: the mean distance between confidence and accuracy.
 */
export function measure(texts: readonly LabeledText[]) {
  const judgedTexts = texts.map(({ polarity: label, text }) => {
    const { probabilities } = scoreText(text);
    return { label, probabilities, predicted: getMostLikely(probabilities) };
  });
  const count = (label: Polarity, predicted: Polarity) =>
    judgedTexts.filter((text) => text.label === label && text.predicted === predicted).length;
  const countRight = (candidates: typeof judgedTexts) =>
    candidates.filter(({ label, predicted }) => label === predicted).length;
  const rightCount = countRight(judgedTexts);
  const measureError = ({ label, probabilities }: (typeof judgedTexts)[number]) =>
    POLARITIES.reduce((sum, each) => sum + (probabilities[each] - (label === each ? 1 : 0)) ** 2, 0);
  const brier = judgedTexts.reduce((sum, text) => sum + measureError(text), 0);
  const bands = BANDS.slice(1).flatMap((to, index) => {
    const from = BANDS[index] ?? 0;
    const textsInBand = judgedTexts.filter(({ probabilities, predicted }) => {
      const confidence = probabilities[predicted];
      return confidence >= from && confidence < to;
    });
    if (textsInBand.length === 0) return [];
    const sum = textsInBand.reduce(
      (total, { probabilities, predicted }) => total + probabilities[predicted],
      0,
    );
    const { length } = textsInBand;
    return [
      { from, to, textCount: length, confidence: sum / length, accuracy: countRight(textsInBand) / length },
    ];
  });
  const f1 = POLARITIES.reduce((sum, polarity) => {
    const all =
      judgedTexts.filter(({ label }) => label === polarity).length +
      judgedTexts.filter(({ predicted }) => predicted === polarity).length;
    return sum + (2 * count(polarity, polarity)) / all;
  }, 0);
  return {
    textCount: judgedTexts.length,
    rightCount,
    accuracy: rightCount / judgedTexts.length,
    f1: f1 / POLARITIES.length,
    reversedCount: count("Positive", "Negative") + count("Negative", "Positive"),
    confusionTable: formatTable(
      ["Label", ...POLARITIES.map((polarity) => `judged ${polarity}`)],
      POLARITIES.map((polarity) => [
        polarity,
        ...POLARITIES.map((predicted) => String(count(polarity, predicted))),
      ]),
    ),
    brier: brier / judgedTexts.length,
    bands,
    calibrationError: bands.reduce(
      (sum, band) => sum + (band.textCount / judgedTexts.length) * Math.abs(band.confidence - band.accuracy),
      0,
    ),
  };
}

const BANDS = [0, 0.6, 0.7, 0.8, 1] as const;

function formatPercent(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)}%`;
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    formatRow(head),
    formatRow(head.map((_, index) => (index === 0 ? "---" : "---:"))),
    ...rows.map(formatRow),
  ].join("\n");
}

export function writeFigures(texts: readonly LabeledText[]): string {
  const figures = measure(texts);
  return [
    `${figures.rightCount} of ${figures.textCount} right: **${formatPercent(figures.accuracy)}**. F1 ${formatPercent(figures.f1)} (mean of the three classes). ${figures.reversedCount} were judged the opposite. Brier score ${figures.brier.toFixed(3)}, calibration error ${figures.calibrationError.toFixed(3)}.`,
    figures.confusionTable,
    formatTable(
      ["Confidence", "texts", "mean confidence", "right"],
      figures.bands.map(({ from, to, textCount, confidence, accuracy }) => [
        `${formatPercent(from, 0)} to ${formatPercent(to, 0)}`,
        String(textCount),
        formatPercent(confidence),
        formatPercent(accuracy),
      ]),
    ),
  ].join("\n\n");
}

export const writeEntryCounts = (): string =>
  `${countEntries(GENERAL)} words of general English, ${countEntries(MARKET)} words and expressions of the field, ${countEntries(EMOJIS)} emojis and emoticons`;

/** Updates the table of mistakes with the current judgments. Throws if a listed text is now judged correctly. */
export function writeMistakes(table: string): string {
  return table.replaceAll(
    /^\| (.+?) \| (Positive|Negative|Neutral) \| (?:Positive|Negative|Neutral) \|/gm,
    (_row, text: string, label: string) => {
      const predicted = getMostLikely(scoreText(text).probabilities);
      if (predicted === label) throw new Error(`This is no longer a mistake, so remove its row: ${text}`);
      return `| ${text} | ${label} | ${predicted} |`;
    },
  );
}
