import { formatCount } from "#core/format-count.ts";
import type { DriversPicture, Source } from "../analysis.ts";
import type { JudgedDocument, TopicMood } from "./judge-documents.ts";
import { computeScore, type Driver, type Judgement } from "./judge-text.ts";
import { computeProbabilities, likeliest, MOODS, type Mood, type Probabilities, temper } from "./mood.ts";

/** A driver with its source document; null for the user's own text. */
export interface CitedDriver extends Driver {
  readonly source: number | null;
}

const LISTED = 5;
const LISTED_AGAINST = 3;
const DRAWN = 8;
/** The driver strength that fills the chart's scale. */
const FULL_STRENGTH = 4;

export function drawDrivers(drivers: readonly CitedDriver[]): DriversPicture | null {
  if (drivers.length === 0) return null;
  return {
    kind: "drivers",
    drivers: drivers.slice(0, DRAWN).map(({ quote, value, source }) => ({
      quote,
      weight: Math.round(Math.max(-1, Math.min(1, value / FULL_STRENGTH)) * 100) / 100,
      source,
    })),
  };
}

/** The answer for a text. */
export function writeTextAnswer(judgement: Judgement, drivers: readonly CitedDriver[]): string {
  const mood = likeliest(judgement.probabilities);
  const notes: string[] = [];
  notes.push(judgement.trust < 1 ? languageNote(judgement) : confidenceNote(judgement.probabilities[mood]));
  const hinge = findHinge(judgement, mood);
  if (hinge !== null) notes.push(hinge);
  notes.push("Irony is not detected.");
  return joined([
    verdict(mood, judgement.probabilities),
    ...sections(mood, judgement.probabilities, drivers, "this text"),
    `### Confidence\n\n${notes.join(" ")} This is not advice.`,
  ]);
}

/** The answer for a topic from the site's documents. `sources[i]` belongs to `documents[i]`; only these are cited. */
export function writeTopicAnswer(
  name: string,
  found: TopicMood,
  sources: readonly Source[],
  drivers: readonly CitedDriver[],
): string {
  const mood = likeliest(found.probabilities);
  const cited = found.documents.slice(0, sources.length);
  const list = cited.map(({ mood: one }, index) => `[${index + 1}] ${one}`).join(", ");
  const samples = sources.filter(({ isSample }) => isSample).map(({ number }) => `[${number}]`);
  const notes = [
    `Based on ${formatCount(found.documents.length, "document")} on this site about “${plain(name)}”, with recent ones weighted more: ${list}${cited.length < found.documents.length ? ", and others" : ""}.`,
  ];
  if (samples.length > 0)
    notes.push(
      `${samples.join(", ")} ${samples.length === 1 ? "is" : "are"} sample data, made up for demonstration.`,
    );
  if (found.documents.length < 3) notes.push("Few documents were found, which lowers the confidence.");
  if (areSplit(found.documents)) notes.push("The documents contradict each other.");
  notes.push("Irony is not detected. This is not advice.");
  return joined([
    verdict(mood, found.probabilities),
    ...sections(mood, found.probabilities, drivers, "these documents"),
    `### Confidence\n\n${notes.join(" ")}`,
  ]);
}

/** `judgement` is of the input itself, which may be a short headline. */
export function writeNothingFound(name: string, judgement: Judgement): string {
  const mood = likeliest(judgement.probabilities);
  const [strongest] = judgement.drivers;
  return joined([
    `**Nothing found.** This site has no articles or posts about “${plain(name)}”, so the sentiment is unknown.`,
    ...(strongest === undefined || mood === "Neutral"
      ? []
      : [
          `Taken as a headline, the text itself is ${mood} (${percent(judgement.probabilities[mood])}): “${plain(strongest.quote)}”.`,
        ]),
    "Instead you can:\n\n- paste an English text of 12 words or more, such as an article, a post or some headlines\n- try another name: the full name instead of the ticker, or a broader topic",
  ]);
}

export function writeNothingToRead(): string {
  return "**Nothing to analyze.** Your input has no words. Enter a topic or a ticker (“BTC”), or paste a text.";
}

/** Strongest first, with at most two of the top drivers from one document. */
export function chooseDrivers(documents: readonly JudgedDocument[]): CitedDriver[] {
  const all = documents.flatMap(({ judgement, weight }, index) =>
    judgement.drivers.slice(0, DRAWN).map((driver, rank) => ({
      ...driver,
      value: driver.value * weight,
      source: index + 1,
      rank,
    })),
  );
  const stronger = (a: Driver, b: Driver) => Math.abs(b.value) - Math.abs(a.value);
  const first = all.filter(({ rank }) => rank < 2).sort(stronger);
  const others = all.filter(({ rank }) => rank >= 2).sort(stronger);
  return [...first, ...others]
    .slice(0, 2 * DRAWN)
    .sort(stronger)
    .map(({ rank: _, ...driver }) => driver);
}

function verdict(mood: Mood, probabilities: Probabilities): string {
  const others = MOODS.filter((other) => other !== mood).map(
    (other) => `${other} ${percent(probabilities[other])}`,
  );
  return `**${mood}**, confidence ${percent(probabilities[mood])} (${others.join(", ")}).`;
}

function sections(
  mood: Mood,
  probabilities: Probabilities,
  drivers: readonly CitedDriver[],
  what: string,
): string[] {
  const good = drivers.filter(({ value }) => value > 0);
  const bad = drivers.filter(({ value }) => value < 0);
  if (mood === "Neutral") {
    const both = [...good.slice(0, LISTED_AGAINST), ...bad.slice(0, LISTED_AGAINST)];
    const next = probabilities.Positive >= probabilities.Negative ? "Positive" : "Negative";
    const leaning = next === "Positive" ? good : bad;
    const against =
      leaning.length === 0
        ? `Nothing in ${what} points to one side. A mood expressed without evaluative words would be missed.`
        : `${next} is the next most likely: ${percent(probabilities[next])}, because of ${leaning.slice(0, 2).map(quoted).join(", ")}.`;
    return [
      `### Key drivers\n\n${both.length === 0 ? `No words in ${what} are positive or negative.` : listed(both)}`,
      `### What points the other way\n\n${against}`,
    ];
  }
  const [pro, contra] = mood === "Positive" ? [good, bad] : [bad, good];
  return [
    `### Key drivers\n\n${listed(pro.slice(0, LISTED))}`,
    `### What points the other way\n\n${contra.length === 0 ? `Nothing in ${what}.` : listed(contra.slice(0, LISTED_AGAINST))}`,
  ];
}

function listed(drivers: readonly CitedDriver[]): string {
  return drivers.map((driver) => `- **${driver.value > 0 ? "+" : "−"}** ${quoted(driver)}`).join("\n");
}

function quoted({ quote, source }: CitedDriver): string {
  return `“${plain(quote)}”${source === null ? "" : ` [${source}]`}`;
}

function confidenceNote(chance: number): string {
  return `For texts with this level of confidence, about ${Math.round(chance * 10)} in 10 judgements are right.`;
}

function languageNote({ knownShare }: Judgement): string {
  return `Only ${percent(knownShare)} of the words are in the English word lists, so the text is hardly understood and the confidence is lower.`;
}

/** A note if the verdict depends on its strongest driver alone. */
function findHinge(judgement: Judgement, mood: Mood): string | null {
  const [strongest, ...others] = judgement.drivers;
  if (strongest === undefined) return null;
  const score = computeScore(others, judgement.words) * judgement.trust;
  const without = likeliest(temper(computeProbabilities(score), judgement.trust));
  return without === mood
    ? null
    : `The result depends on “${plain(strongest.quote)}”: without it, it would be ${without}.`;
}

function areSplit(documents: readonly JudgedDocument[]): boolean {
  const weigh = (mood: Mood) =>
    documents.filter((one) => one.mood === mood).reduce((sum, { weight }) => sum + weight, 0);
  const [good, bad] = [weigh("Positive"), weigh("Negative")];
  return Math.min(good, bad) >= 0.5 * Math.max(good, bad) && bad > 0;
}

/** Escapes user text, so that no Markdown or citation in it takes effect. */
function plain(words: string): string {
  return words.replaceAll(/[\\`*_[\]!|<>~&$^]/g, String.raw`\$&`);
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function joined(parts: readonly string[]): string {
  return parts.join("\n\n");
}
