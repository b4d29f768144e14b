import type { LabeledText } from "./labeled.fixture.ts";
import { GENERAL } from "./lexicon/general.ts";
import { EMOJIS, MARKET } from "./lexicon/market.ts";
import { getMostLikely, POLARITIES, type Polarity } from "./polarity.ts";
import { scoreText } from "./score-text.ts";
import { countEntries } from "./vocabulary.ts";

/**
 * The accuracy of the analyzer. `f1`: the harmonic mean of precision and recall, averaged over the three classes.
 * `reversed`: how many texts were judged the opposite of their label. `brier`: the Brier score, from 0 to 2. `bands`:
 * the texts by confidence. `calibrationError`: the mean distance between confidence and the share that is right.
 */
export function measure(texts: readonly LabeledText[]) {
  const judged = texts.map(({ polarity: label, text }) => {
    const { probabilities } = scoreText(text);
    return { label, probabilities, predicted: getMostLikely(probabilities) };
  });
  const count = (label: Polarity, predicted: Polarity) =>
    judged.filter((text) => text.label === label && text.predicted === predicted).length;
  const countRight = (among: typeof judged) =>
    among.filter(({ label, predicted }) => label === predicted).length;
  const right = countRight(judged);
  const measureError = ({ label, probabilities }: (typeof judged)[number]) =>
    POLARITIES.reduce((sum, each) => sum + (probabilities[each] - (label === each ? 1 : 0)) ** 2, 0);
  const brier = judged.reduce((sum, text) => sum + measureError(text), 0);
  const bands = BANDS.slice(1).flatMap((to, index) => {
    const from = BANDS[index] ?? 0;
    const inside = judged.filter(({ probabilities, predicted }) => {
      const confidence = probabilities[predicted];
      return confidence >= from && confidence < to;
    });
    if (inside.length === 0) return [];
    const sum = inside.reduce((total, { probabilities, predicted }) => total + probabilities[predicted], 0);
    const { length } = inside;
    return [{ from, to, texts: length, confidence: sum / length, right: countRight(inside) / length }];
  });
  const f1 = POLARITIES.reduce((sum, polarity) => {
    const all =
      judged.filter(({ label }) => label === polarity).length +
      judged.filter(({ predicted }) => predicted === polarity).length;
    return sum + (2 * count(polarity, polarity)) / all;
  }, 0);
  return {
    texts: judged.length,
    right,
    accuracy: right / judged.length,
    f1: f1 / POLARITIES.length,
    reversed: count("Positive", "Negative") + count("Negative", "Positive"),
    confusionTable: table(
      ["Label", ...POLARITIES.map((polarity) => `judged ${polarity}`)],
      POLARITIES.map((polarity) => [
        polarity,
        ...POLARITIES.map((predicted) => String(count(polarity, predicted))),
      ]),
    ),
    brier: brier / judged.length,
    bands,
    calibrationError: bands.reduce(
      (sum, band) => sum + (band.texts / judged.length) * Math.abs(band.confidence - band.right),
      0,
    ),
  };
}

const BANDS = [0, 0.6, 0.7, 0.8, 1] as const;

function percent(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)}%`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join(
    "\n",
  );
}

export function writeFigures(texts: readonly LabeledText[]): string {
  const measured = measure(texts);
  return [
    `${measured.right} of ${measured.texts} right: **${percent(measured.accuracy)}**. F1 ${percent(measured.f1)} (mean of the three classes). ${measured.reversed} were judged the opposite. Brier score ${measured.brier.toFixed(3)}, calibration error ${measured.calibrationError.toFixed(3)}.`,
    measured.confusionTable,
    table(
      ["Confidence", "texts", "mean confidence", "right"],
      measured.bands.map(({ from, to, texts: count, confidence, right }) => [
        `${percent(from, 0)} to ${percent(to, 0)}`,
        String(count),
        percent(confidence),
        percent(right),
      ]),
    ),
  ].join("\n\n");
}

export const writeEntries = (): string =>
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
