import type { SiteDocument } from "#core/ai/analysis.ts";
import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import { ASSETS } from "#core/market/assets.ts";
import { findTermByName } from "../glossary/find-terms.ts";
import { buildNameKey, findTermById, GLOSSARY, type Term } from "../glossary/index.ts";
import type { HelpTopic } from "../help/index.ts";
import { chooseSentences } from "../relevance/choose-sentences.ts";
import { findName, toKeys } from "../relevance/match-words.ts";
import type { RatedSentence, RatedThread } from "../relevance/rate.ts";
import { findConcepts } from "../text/concepts.ts";
import type { SourceNumbers } from "../text/number-sources.ts";
import { formatQuote, toPlainMarkdown } from "../text/plain-markdown.ts";
import { findNamedAssets } from "../text/search-words.ts";
import { cutSentence, extractSentences, toOneLine } from "../text/sentences.ts";
import { toStem, toWords } from "../text/words.ts";
import { isNamedIn } from "./choose-terms.ts";
import type { SourcedQuestion } from "./find-sources.ts";
import { ASKING_WORDS, type Question } from "./parse-question.ts";
import { WHAT_TO_ASK } from "./small-talk.ts";

/** The maximum number of glossary terms listed for "kinds of …". */
const LISTED_TERMS_MAX = 10;
/** The maximum number of terms suggested after an answer. */
const SUGGESTIONS_MAX = 5;
/** The maximum number of the question's terms named when nothing was found. */
const COVERED_TERMS_MAX = 4;

const SENTENCES = { main: 2, comments: 1 };
const SHORT_SENTENCES = { main: 1, comments: 0 };
const TITLE_SENTENCES = { main: 1, comments: 3 };

const NO_ADVICE =
  "I can't say whether to buy, sell or hold, and no one knows what a price will do. Anything below is general information, not financial advice.";
const NO_PRICES =
  "I don't have current prices. You'll find some in the ticker on Home and on the Wallet page. The Price Prediction tool estimates a range from past prices.";

export function writeWarnings({ asksForAdvice, asksForPrice }: Question): string[] {
  return [...(asksForAdvice ? [NO_ADVICE] : []), ...(asksForPrice ? [NO_PRICES] : [])];
}

/**
 * The answer from the question's sources, most relevant first; null if there is nothing to say. `isShort`: quotes only
 * one sentence from each source. `earlierAnswers`: the earlier answers of the conversation, in Markdown. `isAddition`:
 * the question isn't complete, because it only adds to an earlier one.
 */
export function writeAnswer(
  { question, rater, chosenSources, part }: SourcedQuestion,
  sources: SourceNumbers,
  { isShort = false, earlierAnswers = "", isAddition = false } = {},
): string | null {
  const { terms, helpTopics, threads, lead } = chosenSources;
  const parts: string[] = [];
  if (part !== null) parts.push(`I looked up this part of your question: “${toPlainMarkdown(part)}”.`);
  parts.push(...writeWarnings(question));
  const assets =
    terms.length === 0 && rater.concepts.length === 1
      ? findNamedAssets(question.text, toWords(question.text))
      : [];
  for (const [ticker, name] of assets) parts.push(writeAsset(ticker, name));
  const list = question.kind === "list" ? writeList(question.subjects.join(" "), terms[0], sources) : [];
  if (terms.length + helpTopics.length + threads.length + list.length + assets.length === 0)
    return parts.length > 0 ? [...parts, WHAT_TO_ASK].join("\n\n") : null;
  const guess = question.terms.find(({ isGuess, term }) => isGuess && terms.includes(term));
  if (guess !== undefined)
    parts.push(`I took “${toPlainMarkdown(guess.typed)}” to mean “${guess.term.name}”.`);

  const writeTerms = () => {
    parts.push(
      ...terms.map((term) => `${writeAliasNote(term, question)}${writeDefinition(term, isShort, sources)}`),
    );
    if (question.kind === "comparison") parts.push(...writeMissingSides(question));
    parts.push(...list, ...(isShort ? [] : writeSuggestions(terms)));
  };
  const shownThreads = isShort ? threads.slice(0, 1) : threads;
  const writeThreads = () =>
    parts.push(...shownThreads.map((thread) => writeThread(thread, isShort, sources, earlierAnswers)));
  for (const help of helpTopics) parts.push(writeHelp(help, isShort, sources));
  if (lead === "threads") writeThreads();
  if (terms.length + list.length > 0) writeTerms();
  if (lead !== "threads" && !(isShort && terms.length > 0)) writeThreads();
  if (lead === "terms" && threads.length === 0 && !isAddition)
    parts.push(...writeUnansweredPart(question, terms));
  return parts.join("\n\n");
}

function writeHelp(help: HelpTopic, isShort: boolean, sources: SourceNumbers): string {
  const text = isShort ? (extractSentences(help.text)[0] ?? help.text) : help.text;
  return `**${help.title}.** ${text} ${sources.citeHelp(help)}`;
}

function writeThread(thread: RatedThread, isShort: boolean, sources: SourceNumbers, earlierAnswers: string) {
  const { main, isTitleMatch } = thread;
  const title = `${writeTitle(main)} ${sources.citeDocument(main)}`;
  const sentences = chooseSentences(
    thread,
    isShort ? SHORT_SENTENCES : isTitleMatch ? TITLE_SENTENCES : SENTENCES,
  );
  const heading = isTitleMatch
    ? `There is ${main.kind === "article" ? "an article" : "a post"} with this title: ${title}`
    : `### ${earlierAnswers.includes(writeTitle(main)) ? "Also in" : "On this site"}: ${title}`;
  return [heading, writeQuotes(main, sentences, sources)].filter((part) => part !== "").join("\n\n");
}

export const writeTitle = ({ title }: SiteDocument) => formatQuote(cutSentence(toOneLine(title)));

/**
 * Passages from a post or article on the topic of the conversation. `isKnown`: an earlier answer also quoted it.
 * `resolveQuestion` recognizes a continued topic by the word "Also".
 */
export function writePassages(
  main: SiteDocument,
  sentences: readonly RatedSentence[],
  sources: SourceNumbers,
  { isKnown }: { readonly isKnown: boolean },
): string {
  const title = `${writeTitle(main)} ${sources.citeDocument(main)}`;
  return `### ${isKnown ? "Also in" : "Also on this site"}: ${title}\n\n${writeQuotes(main, sentences, sources)}`;
}

function writeQuotes(main: SiteDocument, sentences: readonly RatedSentence[], sources: SourceNumbers) {
  return sentences
    .map(({ document, sentence }) => {
      const quote = `- ${formatQuote(sentence)} ${sources.citeDocument(document)}`;
      return document === main
        ? quote
        : `${quote} – comment with ${formatCount(document.score ?? 0, "point")}`;
    })
    .join("\n");
}

export function writeDefinition(term: Term, isShort: boolean, sources: SourceNumbers): string {
  const [first = ""] = extractSentences(term.text);
  return `**${term.name}.** ${toPlainMarkdown(isShort ? first : term.text)} ${sources.citeTerm(term)}`;
}

/** Notes that the glossary covers a proper name as an alias of its kind: "Aave" under "Lending protocol". */
function writeAliasNote(term: Term, question: Question): string {
  const typed = buildNameKey(question.terms.find((match) => match.term === term)?.typed ?? "");
  const alias = term.aliases.find((name) => buildNameKey(name) === typed);
  if (alias === undefined || !/^[A-Z][a-z]{2}[A-Za-z]*$/.test(alias) || term.name.includes(alias)) return "";
  return `The glossary covers ${alias} under this term: `;
}

function writeAsset(ticker: string, name: string): string {
  const asset = ASSETS.find(({ symbol }) => symbol === ticker);
  const fullName = asset?.name ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const priceNote = asset === undefined ? "" : " The Wallet page shows its price if you hold it.";
  return `${ticker} is the ticker symbol for ${fullName}. The glossary has no entry for it.${priceNote}`;
}

function writeMissingSides(question: Question): string[] {
  return question.subjects
    .filter((side) => findTermByName(side) === undefined && !question.terms.some(isNamedIn(side)))
    .map((side) => {
      const [asset] = findNamedAssets(side, toWords(side));
      if (asset !== undefined) return writeAsset(...asset);
      return `The glossary has no entry for “${toPlainMarkdown(side.slice(0, 80))}”.`;
    });
}

/**
 * Lists the terms whose names contain every word of `term`'s name (of `subject` if there is no term), and the related
 * terms of `term` that also list `term` as related.
 */
function writeList(subject: string, term: Term | undefined, sources: SourceNumbers): string[] {
  const stems = toWords(term?.name ?? subject).map(toStem);
  const isKind = (other: Term) => {
    const ownStems = new Set(toWords(other.name).map(toStem));
    return other.id !== term?.id && stems.length > 0 && stems.every((stem) => ownStems.has(stem));
  };
  const isRelated = (other: Term) =>
    term !== undefined && other.related.includes(term.id) && term.related.includes(other.id);
  const kinds = [...new Set([...GLOSSARY.filter(isKind), ...GLOSSARY.filter(isRelated)])];
  if (kinds.length === 0) return [];
  const lines = kinds.slice(0, LISTED_TERMS_MAX).map((kind) => {
    const [first = ""] = extractSentences(kind.text);
    return `- **${kind.name}**: ${toPlainMarkdown(first)} ${sources.citeTerm(kind)}`;
  });
  return [`Related glossary entries:\n\n${lines.join("\n")}`];
}

function writeSuggestions(terms: readonly Term[]): string[] {
  const shownIds = new Set(terms.map(({ id }) => id));
  const ids = [...new Set(terms.flatMap(({ related }) => related))]
    .filter((id) => !shownIds.has(id))
    .slice(0, SUGGESTIONS_MAX);
  const names = ids.map((id) => findTermById(id)?.name).filter((name) => name !== undefined);
  return names.length === 0 ? [] : [`You can also ask about: ${names.join(", ")}.`];
}

/** Says which concepts in the question the definitions don't mention. */
function writeUnansweredPart(question: Question, terms: readonly Term[]): string[] {
  if (question.kind === "definition" || question.kind === "list" || question.kind === "comparison") return [];
  if (question.asksForAdvice || question.asksForPrice) return [];
  const termNames = new Set(terms.map(({ name }) => name));
  const definitionKeys = toKeys(terms.map(({ text }) => text).join(" "));
  const unansweredConcepts = findConcepts(question.text, question.terms, ASKING_WORDS).filter(
    ({ name }) => !termNames.has(name) && findName(definitionKeys, toKeys(name)) < 0,
  );
  if (unansweredConcepts.length === 0) return [];
  const names = unansweredConcepts.slice(0, 3).map(({ name }) => `“${toPlainMarkdown(name)}”`);
  return [
    `That's all I know about this. I found nothing on this site that connects it with ${formatList(names)}.`,
  ];
}

/**
 * Says that the site has nothing, what the assistant can do instead, and which of the question's terms the glossary
 * covers. `topic`: what the follow-up is about.
 */
export function writeUnknown(question: Question, topic: string | null = null): string {
  const subject = findAsTyped(question.subjects.join(" and ").slice(0, 120), question.text);
  if (subject === "") return `I couldn't find a question here. ${WHAT_TO_ASK}`;
  const connection = topic === null ? "" : ` in connection with “${toPlainMarkdown(topic.slice(0, 120))}”`;
  const parts = [
    `This site has nothing on “${toPlainMarkdown(subject)}”${connection}. I can explain ${GLOSSARY.length} terms from crypto, AI and quantum technology, quote this site's posts and articles, or explain how the site works.`,
  ];
  if (/[^\p{ASCII}\p{P}\p{S}\p{M}]/u.test(subject)) parts.push("I only understand English.");
  const names = question.terms.slice(0, COVERED_TERMS_MAX).map(({ term }) => term.name);
  if (names.length > 0) parts.push(`The glossary does cover ${formatList(names)}.`);
  parts.push(WHAT_TO_ASK);
  return parts.join("\n\n");
}

/** Finds a lower-case subject in the text and returns it as it was typed; unchanged if it isn't there. */
function findAsTyped(subject: string, text: string): string {
  const start = text.toLowerCase().indexOf(subject);
  return start === -1 ? subject : text.slice(start, start + subject.length);
}
