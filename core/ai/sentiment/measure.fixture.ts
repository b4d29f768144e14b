import { judgeText } from "./judge-text.ts";
import type { Labelled } from "./labelled.fixture.ts";
import { GENERAL } from "./lexicon/general.ts";
import { MARKET, SIGNS } from "./lexicon/market.ts";
import { computeProbabilities, likeliest, type MODEL, MOODS, type Mood } from "./mood.ts";
import { countEntries } from "./vocabulary.ts";

/** The accuracy of the analyst on labelled texts: the tables in docs/sentiment.md. */

interface Measured {
  readonly texts: number;
  readonly right: number;
  readonly accuracy: number;
  /** F1 (the harmonic mean of precision and recall), averaged over the three classes. */
  readonly f1: number;
  /** Texts judged the opposite of their label. */
  readonly reversed: number;
  readonly confusionTable: string;
  /** The Brier score, from 0 to 2. */
  readonly brier: number;
  readonly calibrationTable: string;
}

export function measure(texts: readonly Labelled[]): Measured {
  const judged = texts.map(({ mood, text }) => {
    const { probabilities } = judgeText(text);
    return { mood, probabilities, taken: likeliest(probabilities) };
  });
  const count = (mood: Mood, taken: Mood) =>
    judged.filter((one) => one.mood === mood && one.taken === taken).length;
  const right = judged.filter(({ mood, taken }) => mood === taken).length;
  const brier = judged.reduce(
    (sum, one) =>
      sum + MOODS.reduce((s, mood) => s + (one.probabilities[mood] - (one.mood === mood ? 1 : 0)) ** 2, 0),
    0,
  );
  const f1 = MOODS.reduce((sum, mood) => {
    const all =
      judged.filter((one) => one.mood === mood).length + judged.filter((one) => one.taken === mood).length;
    return sum + (2 * count(mood, mood)) / all;
  }, 0);
  return {
    texts: judged.length,
    right,
    accuracy: right / judged.length,
    f1: f1 / MOODS.length,
    reversed: count("Positive", "Negative") + count("Negative", "Positive"),
    confusionTable: table(
      ["Label", ...MOODS.map((mood) => `judged ${mood}`)],
      MOODS.map((mood) => [mood, ...MOODS.map((taken) => String(count(mood, taken)))]),
    ),
    brier: brier / judged.length,
    calibrationTable: table(
      ["Confidence", "texts", "mean confidence", "right"],
      BANDS.map(([from, to]) => {
        const inside = judged.filter(
          ({ probabilities, taken }) => probabilities[taken] >= from && probabilities[taken] < to,
        );
        const said = inside.reduce((sum, { probabilities, taken }) => sum + probabilities[taken], 0);
        const hits = inside.filter(({ mood, taken }) => mood === taken).length;
        const name = `${Math.round(from * 100)}% to ${Math.round(Math.min(1, to) * 100)}%`;
        if (inside.length === 0) return [name, "0", "", ""];
        return [name, String(inside.length), percent(said / inside.length), percent(hits / inside.length)];
      }),
    ),
  };
}

const BANDS = [
  [0, 0.6],
  [0.6, 0.75],
  [0.75, 0.9],
  [0.9, 1.01],
] as const;

/** The maximum-likelihood constants for these labels, found by pattern search with shrinking steps. */
export function fitModel(texts: readonly Labelled[]): Record<keyof typeof MODEL, number> {
  const scored = texts.map(({ mood, text }) => ({ mood, score: judgeText(text).score }));
  const likelihood = (model: Record<keyof typeof MODEL, number>) =>
    scored.reduce(
      (sum, { mood, score }) => sum + Math.log(Math.max(1e-9, computeProbabilities(score, model)[mood])),
      0,
    );
  let best = { slope: 5, positiveFrom: 1, negativeFrom: 1 };
  for (let step = 1; step > 0.001; ) {
    const around = (["slope", "positiveFrom", "negativeFrom"] as const).flatMap((name) => [
      { ...best, [name]: best[name] + step },
      { ...best, [name]: best[name] - step },
    ]);
    const better = around.find((model) => likelihood(model) > likelihood(best) + 1e-9);
    if (better === undefined) step /= 2;
    else best = better;
  }
  return best;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join(
    "\n",
  );
}

/** One set's section of docs/sentiment.md. */
export function writeFigures(texts: readonly Labelled[]): string {
  const measured = measure(texts);
  return [
    `${measured.right} of ${measured.texts} right: **${percent(measured.accuracy)}**. F1 ${percent(measured.f1)} (mean of the three classes). ${measured.reversed} judged the opposite. Brier score ${measured.brier.toFixed(3)}.`,
    measured.confusionTable,
    measured.calibrationTable,
  ].join("\n\n");
}

/** The sizes of the lists. */
export const writeEntries = (): string =>
  `${countEntries(GENERAL)} words of general English, ${countEntries(MARKET)} words and expressions of the field, ${countEntries(SIGNS)} emojis and emoticons`;

/** Updates the table of mistakes with the current judgements. Throws if a listed text is now judged correctly. */
export function writeMistakes(table: string): string {
  return table.replaceAll(
    /^\| (.+?) \| (Positive|Negative|Neutral) \| (?:Positive|Negative|Neutral) \|/gm,
    (_row, text: string, label: string) => {
      const taken = likeliest(judgeText(text).probabilities);
      if (taken === label) throw new Error(`This is no longer a mistake, so remove its row: ${text}`);
      return `| ${text} | ${label} | ${taken} |`;
    },
  );
}
