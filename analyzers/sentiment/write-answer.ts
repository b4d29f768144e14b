import type { DriversChartData, Source } from "#core/ai/analysis.ts";
import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import {
  computeProbabilities,
  getMostLikely,
  POLARITIES,
  type Polarity,
  type Probabilities,
  shrinkToUniform,
} from "./polarity.ts";
import type { ScoredDocument, TopicSentiment } from "./score-documents.ts";
import { computeScore, type Driver, type TextScore } from "./score-text.ts";

/** A driver with the number of its source, which is null for the user's own text. */
export interface CitedDriver extends Driver {
  readonly source: number | null;
}

const DRIVERS_LISTED_MAX = 5;
const COUNTERPOINTS_LISTED_MAX = 3;
const DRIVERS_CHARTED_MAX = 8;
/** Weaker drivers of a topic, such as words in questions or in old content, aren't worth a quote. */
const DRIVER_STRENGTH_MIN = 0.4;
/** A shorter text may have been meant as a topic. */
const SHORT_TEXT_WORDS = 12;
/** The driver strength that fills the chart's scale. */
const CHART_STRENGTH_MAX = 4;

export function buildDriversChart(drivers: readonly CitedDriver[]): DriversChartData | null {
  if (drivers.length === 0) return null;
  return {
    kind: "drivers",
    drivers: drivers.slice(0, DRIVERS_CHARTED_MAX).map(({ quote, value, source }) => ({
      quote,
      weight: Math.round(Math.max(-1, Math.min(1, value / CHART_STRENGTH_MAX)) * 100) / 100,
      source,
    })),
  };
}

export function writeTextAnswer(textScore: TextScore, drivers: readonly CitedDriver[]): string {
  const polarity = getMostLikely(textScore.probabilities);
  const notes = [
    textScore.trust < 1
      ? `Only ${formatPercent(textScore.knownShare)} of the words are in the analyzer's English word lists, so the result is unreliable and the confidence is lower.`
      : `In tests on texts the analyzer wasn't tuned on, about ${Math.round(textScore.probabilities[polarity] * 10)} in 10 answers with this confidence were right.`,
  ];
  const fragilityNote = writeFragilityNote(textScore, polarity);
  if (fragilityNote !== null) notes.push(fragilityNote);
  notes.push("Irony isn't detected. Not financial advice.");
  if (textScore.wordCount < SHORT_TEXT_WORDS)
    notes.push("To see this site's sentiment on a topic, enter only the topic's name.");
  return [
    writeVerdict(polarity, textScore.probabilities),
    ...writeSections(polarity, textScore.probabilities, drivers, "this text"),
    `### Confidence\n\n${notes.join(" ")}`,
  ].join("\n\n");
}

/** The answer for a topic. `sources[i]` is the source of `documents[i]`. */
export function writeTopicAnswer(
  name: string,
  topicSentiment: TopicSentiment,
  sources: readonly Source[],
  drivers: readonly CitedDriver[],
): string {
  const polarity = getMostLikely(topicSentiment.probabilities);
  const { documents } = topicSentiment;
  const kind = documents[0]?.document.kind ?? "post";
  const citationLines = POLARITIES.flatMap((each) => {
    const matchingSources = sources.filter((_, index) => documents[index]?.polarity === each);
    return matchingSources.length === 0
      ? []
      : [`- ${each}: ${matchingSources.map(({ number }) => `[${number}]`).join(", ")}`];
  });
  const sampleCitations = sources.filter(({ isSample }) => isSample).map(({ number }) => `[${number}]`);
  const notes: string[] = [];
  if (sampleCitations.length > 0)
    notes.push(
      `${formatList(sampleCitations)} ${sampleCitations.length === 1 ? "is" : "are"} sample data, made up for demonstration.`,
    );
  if (documents.length < 3) notes.push("Few posts and articles were found, which lowers the confidence.");
  if (areContradictory(documents)) notes.push("The posts and articles contradict each other.");
  notes.push(
    "The confidence above combines the scores of the individual posts and articles. We've tested the scores on single messages but not on whole topics, so treat this confidence as a rough guide. Irony isn't detected. Not financial advice.",
  );
  return [
    writeVerdict(polarity, topicSentiment.probabilities),
    ...writeSections(
      polarity,
      topicSentiment.probabilities,
      drivers,
      documents.length === 1 ? `this ${kind}` : "these posts and articles",
    ),
    `### Posts and articles analyzed\n\n${formatCount(documents.length, kind, "posts and articles")} on this site about “${escapeMarkdown(name)}”.${documents.length > 1 ? " Recent ones count more." : ""}\n\n${citationLines.join("\n")}`,
    `### Confidence\n\n${notes.join(" ")}`,
  ].join("\n\n");
}

/**
 * The answer if the site has nothing on a topic. `textScore`: the score of the input itself, which may be a short
 * headline.
 */
export function writeNothingFound(name: string, textScore: TextScore): string {
  const polarity = getMostLikely(textScore.probabilities);
  const [strongest] = textScore.drivers;
  return [
    `**Nothing found.** This site has no articles or posts about “${escapeMarkdown(name)}”, so its sentiment is unknown.`,
    ...(strongest === undefined || polarity === "Neutral"
      ? []
      : [
          `Read as a headline, your input is ${polarity} (${formatPercent(textScore.probabilities[polarity])}) because of “${escapeMarkdown(strongest.quote)}”.`,
        ]),
    "You can:\n\n- paste English text of at least 12 words, such as an article, a post or a few headlines\n- try another name, such as the full name instead of the ticker, or a broader topic",
  ].join("\n\n");
}

export const NOTHING_TO_ANALYZE =
  "**Nothing to analyze.** Your input has no words. Enter a topic or a ticker (“BTC”), or paste some text.";

/**
 * Chooses the drivers to show, strongest first. The two strongest of each document take precedence over all others, so
 * that one document doesn't crowd out the rest.
 */
export function chooseDrivers(documents: readonly ScoredDocument[]): CitedDriver[] {
  const allDrivers = documents
    .flatMap(({ drivers, weight }, index) =>
      drivers.slice(0, DRIVERS_CHARTED_MAX).map((driver, rank) => ({
        ...driver,
        value: driver.value * weight,
        source: index + 1,
        rank,
      })),
    )
    .filter(({ value }) => Math.abs(value) >= DRIVER_STRENGTH_MIN);
  const compareStrength = (a: Driver, b: Driver) => Math.abs(b.value) - Math.abs(a.value);
  const topDrivers = allDrivers.filter(({ rank }) => rank < 2).sort(compareStrength);
  const otherDrivers = allDrivers.filter(({ rank }) => rank >= 2).sort(compareStrength);
  return removeRepeatedDrivers(
    removeRepeatedDrivers([...topDrivers, ...otherDrivers])
      .slice(0, 2 * DRIVERS_CHARTED_MAX)
      .sort(compareStrength)
      .map(({ rank: _, ...driver }) => driver),
  );
}

/** Drops drivers that repeat an earlier one: both have the same expression, or one quote contains the other. */
export function removeRepeatedDrivers<Repeatable extends Driver>(
  drivers: readonly Repeatable[],
): Repeatable[] {
  const earlierDrivers: { key: string; quote: string }[] = [];
  return drivers.filter((driver) => {
    const key = `${driver.value > 0 ? "+" : "-"}${driver.key}`;
    const quote = ` ${driver.quote.toLowerCase()} `;
    if (
      earlierDrivers.some(
        (other) => other.key === key || other.quote.includes(quote) || quote.includes(other.quote),
      )
    )
      return false;
    earlierDrivers.push({ key, quote });
    return true;
  });
}

function writeVerdict(polarity: Polarity, probabilities: Probabilities): string {
  const others = POLARITIES.filter((other) => other !== polarity).map(
    (other) => `${other} ${formatPercent(probabilities[other])}`,
  );
  return `**${polarity}**, ${formatPercent(probabilities[polarity])} confidence (${others.join(", ")}).`;
}

function writeSections(
  polarity: Polarity,
  probabilities: Probabilities,
  drivers: readonly CitedDriver[],
  subject: string,
): string[] {
  const positiveDrivers = drivers.filter(({ value }) => value > 0);
  const negativeDrivers = drivers.filter(({ value }) => value < 0);
  if (polarity === "Neutral") {
    const selectedDrivers = [
      ...positiveDrivers.slice(0, COUNTERPOINTS_LISTED_MAX),
      ...negativeDrivers.slice(0, COUNTERPOINTS_LISTED_MAX),
    ];
    const nextPolarity = probabilities.Positive >= probabilities.Negative ? "Positive" : "Negative";
    const nextDrivers = nextPolarity === "Positive" ? positiveDrivers : negativeDrivers;
    const counterpoint =
      selectedDrivers.length === 0
        ? `Nothing in ${subject} clearly leans either way. Sentiment expressed in neutral words isn't detected.`
        : `${nextPolarity} is the next most likely (${formatPercent(probabilities[nextPolarity])})${nextDrivers.length === 0 ? "" : `, because of ${formatList(nextDrivers.slice(0, 2).map(formatQuote))}`}.`;
    return [
      `### Key drivers\n\n${selectedDrivers.length === 0 ? `No words in ${subject} are clearly positive or negative.` : formatDrivers(selectedDrivers)}`,
      `### Counterpoints\n\n${counterpoint}`,
    ];
  }
  const [supportingDrivers, opposingDrivers] =
    polarity === "Positive" ? [positiveDrivers, negativeDrivers] : [negativeDrivers, positiveDrivers];
  return [
    `### Key drivers\n\n${supportingDrivers.length === 0 ? "No single word or phrase stands out." : formatDrivers(supportingDrivers.slice(0, DRIVERS_LISTED_MAX))}`,
    `### Counterpoints\n\n${opposingDrivers.length === 0 ? `None in ${subject}.` : formatDrivers(opposingDrivers.slice(0, COUNTERPOINTS_LISTED_MAX))}`,
  ];
}

function formatDrivers(drivers: readonly CitedDriver[]): string {
  return drivers.map((driver) => `- **${driver.value > 0 ? "+" : "−"}** ${formatQuote(driver)}`).join("\n");
}

function formatQuote({ quote, source }: CitedDriver): string {
  return `“${escapeMarkdown(quote)}”${source === null ? "" : ` [${source}]`}`;
}

/** A note if the verdict hinges on its strongest driver. */
function writeFragilityNote(textScore: TextScore, polarity: Polarity): string | null {
  const [strongest, ...others] = textScore.drivers;
  if (strongest === undefined) return null;
  const score = computeScore(others, textScore.wordCount) * textScore.trust;
  const polarityWithout = getMostLikely(shrinkToUniform(computeProbabilities(score), textScore.trust));
  return polarityWithout === polarity
    ? null
    : `The result depends on “${escapeMarkdown(strongest.quote)}”; without it, the text would be ${polarityWithout}.`;
}

function areContradictory(documents: readonly ScoredDocument[]): boolean {
  const weigh = (polarity: Polarity) =>
    documents
      .filter((document) => document.polarity === polarity)
      .reduce((sum, { weight }) => sum + weight, 0);
  const [good, bad] = [weigh("Positive"), weigh("Negative")];
  return Math.min(good, bad) >= 0.5 * Math.max(good, bad) && bad > 0;
}

/** Escapes user text, so that no Markdown or citation in it takes effect. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]!|<>~&$^]/g, String.raw`\$&`);
}

function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
