import type { Analysis, SiteDocument } from "#core/ai/analysis.ts";
import { numberSources, type SourceNumbers, writeDay } from "#core/ai/text/number-sources.ts";
import { plainMarkdown, quoted } from "#core/ai/text/plain-markdown.ts";
import type { Passage } from "#core/ai/text/rank-passages.ts";
import { cutSentence, oneLine } from "#core/ai/text/sentences.ts";
import { formatCount } from "#core/format-count.ts";
import { choosePassages } from "./choose-passages.ts";
import { findDifferences, findFigures } from "./figures.ts";
import { pickFromText } from "./pick-from-text.ts";
import { readTopic, type Topic } from "./read-topic.ts";

const DIFFERENCES_MAX = 3;
const INSTEAD_MAX = 5;

/**
 * A brief on a topic in bullets: informative sentences quoted from the site's articles and posts, newest first, each
 * with its source. If the input is a text, it also quotes its key sentences. If the site has nothing on the topic, it
 * says so and lists other headlines.
 */
export function writeBrief(input: string, documents: readonly SiteDocument[]): Analysis {
  const topic = readTopic(input);
  const sources = numberSources();
  const parts = topic.isText ? [writeOwnText(input, sources)] : [];
  const { onTopic, articles, posts, isPart } = choosePassages(topic.concepts, documents);
  const chosen = [...articles, ...posts];
  if (chosen.length === 0) parts.push(...writeNothing(topic, documents, sources));
  else {
    parts.push(writeHead(topic, chosen, isPart));
    const isFigure = ({ sentence }: Passage) => findFigures(sentence).length > 0;
    parts.push(
      ...writeGroup(
        "What happened",
        articles.filter((passage) => !isFigure(passage)),
        sources,
      ),
      ...writeGroup("Figures", articles.filter(isFigure), sources),
      ...writeDifferences(findDifferences(onTopic, DIFFERENCES_MAX), sources),
      ...writeGroup("What people here say", posts, sources),
    );
  }
  return {
    tool: "generator",
    markdown: parts.join("\n\n"),
    sources: sources.list(),
    picture: null,
    findings: [],
  };
}

function writeHead(topic: Topic, chosen: readonly Passage[], isPart: boolean): string {
  const documents = [...new Set(chosen.map(({ document }) => document))];
  const count = (kind: SiteDocument["kind"]) => documents.filter((document) => document.kind === kind).length;
  const counts = [counted(count("article"), "article"), counted(count("post"), "post")].filter(
    (part) => part !== "",
  );
  const about =
    topic.concepts.length === 0
      ? `**The latest on this site**: ${counts.join(" and ")}`
      : topic.isText
        ? `**Related on this site**: ${counts.join(" and ")}`
        : `**${plainMarkdown(topic.name)}**: ${isPart ? "this site covers only part of this topic" : "what this site says about it"}, in ${counts.join(" and ")}`;
  const samples = documents.some(({ isSample }) => isSample) ? " Items marked (sample) are sample data." : "";
  return `${about}${writeSpan(documents)}. Everything in quotation marks is quoted word for word.${samples}`;
}

function counted(count: number, noun: string): string {
  return count === 0 ? "" : formatCount(count, noun);
}

function writeSpan(documents: readonly SiteDocument[]): string {
  const dated = documents.filter(({ date }) => writeDay(date) !== null).toSorted(newestFirst);
  const newest = writeDay(dated[0]?.date ?? "");
  const oldest = writeDay(dated.at(-1)?.date ?? "");
  if (newest === null || oldest === null) return "";
  return newest === oldest ? ` of ${newest}` : ` from ${oldest} to ${newest}`;
}

function newestFirst(one: SiteDocument, other: SiteDocument): number {
  return (Date.parse(other.date) || 0) - (Date.parse(one.date) || 0);
}

function writeGroup(title: string, passages: readonly Passage[], sources: SourceNumbers): string[] {
  if (passages.length === 0) return [];
  const inOrder = passages.toSorted(
    (one, other) => newestFirst(one.document, other.document) || one.at - other.at,
  );
  const lines = inOrder.map(({ document, sentence }) => {
    const day = writeDay(document.date);
    const by = document.kind === "post" ? writeAuthor(document) : "";
    const head = [by, day ?? ""].filter((part) => part !== "").join(", ");
    return `- ${head === "" ? "" : `${head}: `}${quoted(sentence)} ${sources.citeDocument(document)}`;
  });
  return [`### ${title}\n\n${lines.join("\n")}`];
}

/** Without quotation marks, so that a name can't look like the start of a quote. */
function writeAuthor({ by }: SiteDocument): string {
  return plainMarkdown(cutSentence(oneLine(by.replaceAll(/[“”]/g, " "))));
}

function writeDifferences(pairs: readonly (readonly [Passage, Passage])[], sources: SourceNumbers): string[] {
  if (pairs.length === 0) return [];
  const say = ({ sentence, document }: Passage) => {
    const day = writeDay(document.date);
    return `${quoted(sentence)} ${sources.citeDocument(document)}${day === null ? "" : `, ${day}`}`;
  };
  const lines = pairs.map((pair) => `- ${pair.map(say).join("; but ")}`);
  return [
    `### Reports that differ\n\nTheir figures differ. They may refer to different dates.\n\n${lines.join("\n")}`,
  ];
}

function writeNothing(topic: Topic, documents: readonly SiteDocument[], sources: SourceNumbers): string[] {
  const parts = [
    topic.isText
      ? "I found nothing related on this site."
      : topic.concepts.length === 0
        ? "I couldn't find a topic here, and there's nothing new on this site to report. Name a topic, for example “bitcoin” or “post-quantum cryptography”."
        : `**Nothing found.** I found nothing on this site about “${plainMarkdown(topic.name)}”.`,
  ];
  const [term] = topic.terms;
  if (term !== undefined && !topic.isText) {
    parts.push(
      `The glossary explains **${term.name}**: ${plainMarkdown(term.text)} ${sources.citeTerm(term)}`,
    );
  }
  const titled = documents.filter(({ title }) => oneLine(title) !== "").toSorted(newestFirst);
  const instead = titled
    .slice(0, INSTEAD_MAX)
    .map((document) => `- ${quoted(cutSentence(oneLine(document.title)))} ${sources.citeDocument(document)}`);
  parts.push(
    instead.length === 0
      ? "See the news (/news) and the forum (/forum) for what's available."
      : `Other recent headlines:\n\n${instead.join("\n")}`,
  );
  return parts;
}

function writeOwnText(input: string, sources: SourceNumbers): string {
  const lines = pickFromText(input).map((sentence) => `- ${quoted(sentence)} ${sources.citeInput()}`);
  return `**Your text** in key sentences, quoted word for word:\n\n${lines.join("\n")}`;
}
