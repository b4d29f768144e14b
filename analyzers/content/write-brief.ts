import type { Analysis, SiteDocument } from "#core/ai/analysis.ts";
import { formatCount } from "#core/format-count.ts";
import { formatDate } from "#core/format-date.ts";
import { formatList } from "#core/format-list.ts";
import { chooseThreads } from "../relevance/choose-threads.ts";
import { createRater, type Rarity, type RatedSentence, type RatedThread } from "../relevance/rate.ts";
import { isInformative, rateInformativeness } from "../text/informativeness.ts";
import { numberSources, type SourceNumbers } from "../text/number-sources.ts";
import { computeSimilarity, type Passage } from "../text/passages.ts";
import { formatQuote, toPlainMarkdown } from "../text/plain-markdown.ts";
import { cutSentence, extractSentences, toOneLine } from "../text/sentences.ts";
import { toStems } from "../text/words.ts";
import { chooseBriefParts, type Objection } from "./choose-points.ts";
import { findDifferences } from "./figures.ts";
import { formatConcepts, parseTopic, type Topic } from "./parse-topic.ts";

const DIFFERENCES_MAX = 3;
const THREADS_MAX = 4;
const POINTS_MIN = 3;

/**
 * A brief on a topic from relevant articles, posts and comments, all quoted with their sources. Declines if the site
 * has too little on it. If the input is an article, quotes its key sentences.
 */
export function writeBrief(input: string, documents: readonly SiteDocument[], rarity: Rarity = {}): Analysis {
  const topic = parseTopic(input);
  const sources = numberSources();
  const parts = topic.isText ? [writeKeySentences(input, sources)] : [];
  const rater = createRater(topic.isText ? input : formatConcepts(topic), rarity);
  const threads =
    topic.concepts.length === 0 ? listNewest(documents) : chooseThreads(rater, documents, THREADS_MAX);
  const { points, objections, questions } = chooseBriefParts(threads);
  const differences = findDifferences(threads.flatMap(listArticleSentences), DIFFERENCES_MAX);
  if (points.length + objections.length + 2 * differences.length < POINTS_MIN)
    parts.push(...writeNotEnough(topic, points.length + objections.length + differences.length));
  else {
    const usedSentences = [
      ...points,
      ...objections.flatMap(({ claim, rebuttal }) => [claim, rebuttal]),
      ...questions,
    ];
    parts.push(
      writeHead(topic, usedSentences),
      ...writeGroup("Main points", points, sources),
      ...writeDifferences(differences, sources),
      ...writeObjections(objections, sources),
      ...writeGroup("Open questions", questions, sources),
    );
  }
  const markdown = parts.join("\n\n");
  return { tool: "generator", markdown, sources: sources.list(), chart: null, findings: [] };
}

/** Without a topic, everything is equally relevant, so the newest documents come first. */
function listNewest(documents: readonly SiteDocument[]): readonly RatedThread[] {
  const rater = createRater("");
  return documents
    .filter(({ kind }) => kind !== "comment")
    .toSorted(compareNewestFirst)
    .map((main) => ({ ...rater.rate(main), isTitleMatch: true }));
}

function listArticleSentences({ main, sentences }: RatedThread): Passage[] {
  if (main.kind !== "article") return [];
  return sentences
    .filter(({ at, nearbyShare }) => at >= 0 && nearbyShare >= 0.5)
    .map(({ document, at, sentence }) => ({ document, at, sentence, stems: new Set(toStems(sentence)) }));
}

function writeHead(topic: Topic, usedSentences: readonly RatedSentence[]): string {
  const documents = [...new Set(usedSentences.map(({ document }) => document))];
  const counts = (["article", "post", "comment"] as const).flatMap((kind) => {
    const count = documents.filter((document) => document.kind === kind).length;
    return count === 0 ? [] : formatCount(count, kind);
  });
  const list = formatList(counts);
  const heading =
    topic.concepts.length === 0
      ? `**The latest on this site**: ${list}`
      : topic.isText
        ? `**Related on this site**: ${list}`
        : `**${toPlainMarkdown(`${topic.name.charAt(0).toUpperCase()}${topic.name.slice(1)}`)}**: what this site says about it, in ${list}`;
  const sampleNote = documents.some(({ isSample }) => isSample)
    ? " Items marked (sample) are sample data."
    : "";
  return `${heading}${formatDateRange(documents)}. Text in quotation marks is quoted word for word.${sampleNote}`;
}

function formatDateRange(documents: readonly SiteDocument[]): string {
  const datedDocuments = documents.filter(({ date }) => formatDate(date) !== "").toSorted(compareNewestFirst);
  const newest = formatDate(datedDocuments[0]?.date ?? "");
  const oldest = formatDate(datedDocuments.at(-1)?.date ?? "");
  if (newest === "") return "";
  return newest === oldest ? ` from ${newest}` : ` from ${oldest} to ${newest}`;
}

function compareNewestFirst(a: SiteDocument, b: SiteDocument): number {
  return (Date.parse(b.date) || 0) - (Date.parse(a.date) || 0);
}

function writeObjections(objections: readonly Objection[], sources: SourceNumbers): string[] {
  const lines = objections.map(({ claim, rebuttal }) => {
    const quotedClaim = `${formatQuote(claim.sentence)} ${sources.citeDocument(claim.document)}`;
    return `- ${quotedClaim}; but ${formatAuthor(rebuttal.document)}: ${formatQuote(rebuttal.sentence)} ${sources.citeDocument(rebuttal.document)}`;
  });
  return writeSection("Opposing views", lines);
}

function writeGroup(title: string, sentences: readonly RatedSentence[], sources: SourceNumbers): string[] {
  const lines = sentences.map(({ document, sentence }) => {
    const author = document.kind === "article" ? "" : formatAuthor(document);
    const prefix = [author, formatDate(document.date)].filter((part) => part !== "").join(", ");
    return `- ${prefix === "" ? "" : `${prefix}: `}${formatQuote(sentence)} ${sources.citeDocument(document)}`;
  });
  return writeSection(title, lines);
}

const writeSection = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${title}\n\n${lines.join("\n")}`];

/** Omits quotation marks, so that a name can't look like the start of a quote. */
function formatAuthor({ attribution }: SiteDocument): string {
  return toPlainMarkdown(cutSentence(toOneLine(attribution.replaceAll(/[“”]/g, " "))));
}

function writeDifferences(pairs: readonly (readonly [Passage, Passage])[], sources: SourceNumbers): string[] {
  const formatReport = ({ sentence, document }: Passage) => {
    const date = formatDate(document.date);
    return `${formatQuote(sentence)} ${sources.citeDocument(document)}${date === "" ? "" : `, ${date}`}`;
  };
  const lines = pairs.map((pair) => `- ${pair.map(formatReport).join("; but ")}`);
  const titleAndNote = "Conflicting reports\n\nThe numbers differ, though they may refer to different dates.";
  return writeSection(titleAndNote, lines);
}

function writeNotEnough(topic: Topic, foundCount: number): string[] {
  if (topic.isText)
    return [
      foundCount === 0
        ? "We found nothing related on this site."
        : "We found too little related content on this site for a brief.",
    ];
  if (topic.concepts.length === 0)
    return [
      `We couldn't find a topic in your input, and there's ${foundCount === 0 ? "nothing" : "too little"} on this site to summarize. Name a topic, for example “bitcoin” or “post-quantum cryptography”.`,
    ];
  const reason = `This site has ${foundCount === 0 ? "nothing" : "too little"} on “${toPlainMarkdown(topic.name)}”.`;
  const [term] = topic.terms;
  const alternatives =
    term === undefined
      ? "name another topic, paste some text to get its key sentences, or start a post about it in the forum."
      : `ask the Crypto Assistant what “${toPlainMarkdown(term.name)}” means, name another topic, or paste some text to get its key sentences.`;
  return [`**Not enough for a brief.** ${reason} You can ${alternatives}`];
}

function writeKeySentences(input: string, sources: SourceNumbers): string {
  const lines = selectKeySentences(input).map(
    (sentence) => `- ${formatQuote(sentence)} ${sources.citeInput()}`,
  );
  return `**Key sentences from your text**, quoted word for word:\n\n${lines.join("\n")}`;
}

const KEY_SENTENCES_MAX = 6;
/** How many of the best sentences are compared with each other. */
const KEY_SENTENCE_CANDIDATES_MAX = 60;
/** The maximum similarity of two key sentences. */
const KEY_SENTENCE_SIMILARITY_MAX = 0.4;

/** The most representative sentences, without near-duplicates, in their original order. */
function selectKeySentences(text: string): string[] {
  const sentences = extractSentences(text).map((sentence, index) => ({
    sentence,
    at: index,
    stems: new Set(toStems(sentence)),
  }));
  const counts = new Map<string, number>();
  for (const { stems } of sentences) {
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const weigh = (stem: string) => Math.log(counts.get(stem) ?? 1);
  const rankedSentences = sentences
    .filter(({ sentence }) => isInformative(sentence))
    .map(({ sentence, at, stems }) => {
      const sum = [...stems].reduce((total, stem) => total + weigh(stem), 0.1);
      const score = (sum / Math.sqrt(stems.size + 4)) * rateInformativeness(sentence, at);
      return { sentence, at, stems, score };
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, KEY_SENTENCE_CANDIDATES_MAX);
  const distinctSentences: typeof rankedSentences = [];
  for (const candidate of rankedSentences) {
    if (distinctSentences.length === KEY_SENTENCES_MAX) break;
    const isDistinct = distinctSentences.every(
      ({ stems }) => computeSimilarity(stems, candidate.stems) <= KEY_SENTENCE_SIMILARITY_MAX,
    );
    if (isDistinct) distinctSentences.push(candidate);
  }
  const selectedSentences = distinctSentences.length > 0 ? distinctSentences : sentences.slice(0, 1);
  return selectedSentences.toSorted((a, b) => a.at - b.at).map(({ sentence }) => sentence);
}
