import type { LabeledText } from "./labeled.fixture.ts";
import { GENERAL } from "./lexicon/general.ts";
import { EMOJIS, MARKET } from "./lexicon/market.ts";
import { getMostLikely, POLARITIES, type Polarity } from "./polarity.ts";
import { scoreText } from "./score-text.ts";
import { countEntries } from "./vocabulary.ts";

/** The accuracy of the analyzer on labeled messages: the tables in docs/sentiment.md. */

interface Accuracy {
  readonly texts: number;
  readonly right: number;
  readonly accuracy: number;
  /** F1 (the harmonic mean of precision and recall), averaged over the three classes. */
  readonly f1: number;
  /** Messages judged the opposite of their label. */
  readonly reversed: number;
  readonly confusionTable: string;
  /** The Brier score, from 0 to 2. */
  readonly brier: number;
  readonly bands: readonly Band[];
  /** The mean distance between confidence and the share that is right, over the bands. */
  readonly calibrationError: number;
}

/** The messages with a confidence in a range. */
interface Band {
  readonly from: number;
  readonly to: number;
  readonly texts: number;
  /** The mean confidence. */
  readonly confidence: number;
  /** The share judged correctly. */
  readonly right: number;
}

export function measure(texts: readonly LabeledText[]): Accuracy {
  const judged = texts.map(({ polarity, text }) => {
    const { probabilities } = scoreText(text);
    return { mood: polarity, probabilities, predicted: getMostLikely(probabilities) };
  });
  const count = (polarity: Polarity, predicted: Polarity) =>
    judged.filter((text) => text.mood === polarity && text.predicted === predicted).length;
  const right = judged.filter(({ mood: polarity, predicted }) => polarity === predicted).length;
  const brier = judged.reduce(
    (sum, text) =>
      sum +
      POLARITIES.reduce(
        (s, polarity) => s + (text.probabilities[polarity] - (text.mood === polarity ? 1 : 0)) ** 2,
        0,
      ),
    0,
  );
  const bands = BANDS.slice(1).flatMap((to, index): Band[] => {
    const from = BANDS[index] ?? 0;
    const inside = judged.filter(({ probabilities, predicted }) => {
      const confidence = probabilities[predicted];
      return confidence >= from && confidence < to;
    });
    if (inside.length === 0) return [];
    const sum = inside.reduce((total, { probabilities, predicted }) => total + probabilities[predicted], 0);
    const right = inside.filter(({ mood: polarity, predicted }) => polarity === predicted).length;
    return [
      { from, to, texts: inside.length, confidence: sum / inside.length, right: right / inside.length },
    ];
  });
  const f1 = POLARITIES.reduce((sum, polarity) => {
    const all =
      judged.filter((text) => text.mood === polarity).length +
      judged.filter((text) => text.predicted === polarity).length;
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

/** The limits of the confidence bands. */
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

/** One set's section of docs/sentiment.md. */
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

/** The sizes of the lists. */
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
