import { countOf } from "#core/count-of.ts";
import type { DriversPicture, Source } from "../analysis.ts";
import type { JudgedDocument, TopicMood } from "./judge-documents.ts";
import { type Driver, type Judgement, scoreOf } from "./judge-text.ts";
import { type Chances, chancesOf, likeliest, MOODS, type Mood, temper } from "./mood.ts";

/** A driver with the document it stands in; null for the visitor's own text. */
export interface CitedDriver extends Driver {
  readonly source: number | null;
}

const LISTED = 5;
const LISTED_AGAINST = 3;
const DRAWN = 8;
/** A driver so strong fills the picture. */
const FULL_STRENGTH = 4;

export function pictureOf(drivers: readonly CitedDriver[]): DriversPicture | null {
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

/** The answer to a text. */
export function writeTextAnswer(judgement: Judgement, drivers: readonly CitedDriver[]): string {
  const mood = likeliest(judgement.chances);
  const notes: string[] = [];
  notes.push(judgement.trust < 1 ? languageNote(judgement) : confidenceNote(judgement.chances[mood]));
  const hinge = hingeOf(judgement, mood);
  if (hinge !== null) notes.push(hinge);
  notes.push("Irony is not understood.");
  return joined([
    verdict(mood, judgement.chances),
    ...sections(mood, judgement.chances, drivers, "this text"),
    `### How sure this is\n\n${notes.join(" ")} This is not advice.`,
  ]);
}

/** The answer to a topic, from the site's documents; `sources` are those it may cite, `documents[i]` is `sources[i]`. */
export function writeTopicAnswer(
  name: string,
  found: TopicMood,
  sources: readonly Source[],
  drivers: readonly CitedDriver[],
): string {
  const mood = likeliest(found.chances);
  const cited = found.documents.slice(0, sources.length);
  const list = cited.map(({ mood: one }, index) => `[${index + 1}] ${one}`).join(", ");
  const samples = sources.filter(({ isSample }) => isSample).map(({ number }) => `[${number}]`);
  const notes = [
    `Read: ${countOf(found.documents.length, "document")} of this site on “${plain(name)}”, the recent ones weighing more: ${list}${cited.length < found.documents.length ? ", and others" : ""}.`,
  ];
  if (samples.length > 0)
    notes.push(
      `${samples.join(", ")} ${samples.length === 1 ? "is a sample, made up" : "are samples, made up"} for the demonstration.`,
    );
  if (found.documents.length < 3) notes.push("So few documents say little; the confidence is lower for it.");
  if (areSplit(found.documents)) notes.push("The documents contradict each other.");
  notes.push("Irony is not understood. This is not advice.");
  return joined([
    verdict(mood, found.chances),
    ...sections(mood, found.chances, drivers, "these documents"),
    `### How sure this is\n\n${notes.join(" ")}`,
  ]);
}

/** `judgement` is that of the input itself: a short headline may have been meant. */
export function writeNothingFound(name: string, judgement: Judgement): string {
  const mood = likeliest(judgement.chances);
  const [strongest] = judgement.drivers;
  return joined([
    `**Nothing found.** This site has no article and no post on “${plain(name)}”, so its mood is unknown.`,
    ...(strongest === undefined || mood === "Neutral"
      ? []
      : [
          `Read as a headline, its own words are ${mood} (${percent(judgement.chances[mood])}): “${plain(strongest.quote)}”.`,
        ]),
    "Instead you can:\n\n- paste an English text of 12 words or more, such as an article, a post or some headlines, and have it judged itself\n- try another name: the full one instead of the ticker, or a wider topic",
  ]);
}

export function writeNothingToRead(): string {
  return "**Nothing to judge.** The input has no words. Give a topic or a ticker (“BTC”), or paste a text.";
}

/** The strongest first, at most two of one document among the first ones. */
export function driversOf(documents: readonly JudgedDocument[]): CitedDriver[] {
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

function verdict(mood: Mood, chances: Chances): string {
  const others = MOODS.filter((other) => other !== mood).map(
    (other) => `${other} ${percent(chances[other])}`,
  );
  return `**${mood}**, confidence ${percent(chances[mood])} (${others.join(", ")}).`;
}

function sections(mood: Mood, chances: Chances, drivers: readonly CitedDriver[], what: string): string[] {
  const good = drivers.filter(({ value }) => value > 0);
  const bad = drivers.filter(({ value }) => value < 0);
  if (mood === "Neutral") {
    const both = [...good.slice(0, LISTED_AGAINST), ...bad.slice(0, LISTED_AGAINST)];
    const next = chances.Positive >= chances.Negative ? "Positive" : "Negative";
    const leaning = next === "Positive" ? good : bad;
    const against =
      leaning.length === 0
        ? `Nothing in ${what} pulls to one side; a mood said without words of judgement would be missed.`
        : `${next} is the next likeliest: ${percent(chances[next])}, for ${leaning.slice(0, 2).map(quoted).join(", ")}.`;
    return [
      `### Key drivers\n\n${both.length === 0 ? `No word in ${what} judges one way or the other.` : listed(both)}`,
      `### What speaks against it\n\n${against}`,
    ];
  }
  const [pro, contra] = mood === "Positive" ? [good, bad] : [bad, good];
  return [
    `### Key drivers\n\n${listed(pro.slice(0, LISTED))}`,
    `### What speaks against it\n\n${contra.length === 0 ? `Nothing in ${what}.` : listed(contra.slice(0, LISTED_AGAINST))}`,
  ];
}

function listed(drivers: readonly CitedDriver[]): string {
  return drivers.map((driver) => `- **${driver.value > 0 ? "+" : "−"}** ${quoted(driver)}`).join("\n");
}

function quoted({ quote, source }: CitedDriver): string {
  return `“${plain(quote)}”${source === null ? "" : ` [${source}]`}`;
}

function confidenceNote(chance: number): string {
  return `Of texts judged as clearly as this one, about ${Math.round(chance * 10)} in 10 are what they are taken for.`;
}

function languageNote({ knownShare }: Judgement): string {
  return `Only ${percent(knownShare)} of the words are in the English word lists: the text is hardly understood, and the confidence is lowered for it.`;
}

/** Whether the verdict would fall without its strongest driver. */
function hingeOf(judgement: Judgement, mood: Mood): string | null {
  const [strongest, ...others] = judgement.drivers;
  if (strongest === undefined) return null;
  const score = scoreOf(others, judgement.words) * judgement.trust;
  const without = likeliest(temper(chancesOf(score), judgement.trust));
  return without === mood
    ? null
    : `It hangs on “${plain(strongest.quote)}”: without it the text would read ${without}.`;
}

function areSplit(documents: readonly JudgedDocument[]): boolean {
  const weigh = (mood: Mood) =>
    documents.filter((one) => one.mood === mood).reduce((sum, { weight }) => sum + weight, 0);
  const [good, bad] = [weigh("Positive"), weigh("Negative")];
  return Math.min(good, bad) >= 0.5 * Math.max(good, bad) && bad > 0;
}

/** Visitors' words as words: no mark of Markdown works in them, and no citation but ours is read. */
function plain(words: string): string {
  return words.replaceAll(/[\\`*_[\]!|<>~&$^]/g, String.raw`\$&`);
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function joined(parts: readonly string[]): string {
  return parts.join("\n\n");
}
