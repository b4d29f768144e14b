import type { Analysis, SiteDocument } from "#core/ai/analysis.ts";
import { findTermByName } from "#core/ai/glossary/find-terms.ts";
import { buildNameKey, findTermById, GLOSSARY, type Term } from "#core/ai/glossary/index.ts";
import type { HelpTopic } from "#core/ai/help/index.ts";
import { chooseSentences } from "#core/ai/relevance/choose-sentences.ts";
import { createRater, type Rarity, type RatedThread } from "#core/ai/relevance/rate.ts";
import { findNamedAssets } from "#core/ai/search-words.ts";
import { numberSources, type SourceNumbers } from "#core/ai/text/number-sources.ts";
import { formatQuote, toPlainMarkdown } from "#core/ai/text/plain-markdown.ts";
import { cutSentence, extractSentences, toOneLine } from "#core/ai/text/sentences.ts";
import { toStem, toWords } from "#core/ai/text/words.ts";
import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import { ASSETS } from "#core/market/assets.ts";
import { type ChosenSources, chooseSources } from "./choose-sources.ts";
import { isNamedIn } from "./choose-terms.ts";
import { extractConcepts } from "./extract-concepts.ts";
import { parseQuestion, type Question, splitQuestion } from "./parse-question.ts";
import { type ResolvedQuestion, resolveQuestion, type Turn } from "./resolve-question.ts";
import { answerSmallTalk, WHAT_TO_ASK } from "./small-talk.ts";

/** Glossary terms listed for "kinds of …". */
const LISTED_MAX = 10;
/** Terms suggested after an answer. */
const NEXT_MAX = 5;
/** Similar terms named when nothing was found. */
const NEAR_MAX = 4;

/** The number of sentences quoted from a post or article and from its comments. */
const SENTENCES = { own: 2, replies: 1 };
const SHORT_SENTENCES = { own: 1, replies: 0 };
const TITLE_SENTENCES = { own: 1, replies: 3 };

const SHORTER = "I can't rephrase what others wrote, so here is a shorter answer.";
const NO_ADVICE =
  "I can't say whether to buy, sell or hold, and no one knows what a price will do. Anything below is general information, not financial advice.";
const NO_PRICES =
  "I don't have current prices. You'll find them in the ticker on Home and on the Wallet page. The Price Prediction tool estimates a range from past prices.";

/**
 * Answers from this site's help, the glossary, and its posts, comments and articles, most relevant source first. Says
 * so if nothing is relevant.
 */
export function answerQuestion(
  input: string,
  documents: readonly SiteDocument[],
  { rarity = {}, turns = [] }: AnswerContext = {},
): Analysis {
  const resolved = resolveQuestion(input, turns);
  const sources = numberSources();
  const { kind } = parseQuestion(resolved.text);
  const markdown =
    answerSmallTalk(kind) ??
    writeAnswer(resolved, documents, { rarity, lastAnswer: turns.at(-1)?.answer ?? "" }, sources);
  return { tool: "chatbot", markdown, sources: sources.list(), chart: null, findings: [] };
}

/** Replaces misspelled names of terms. */
function correctTypos({ text, terms }: Question): string {
  return terms
    .filter(({ isGuess }) => isGuess)
    .reduce((corrected, { typed, term }) => corrected.toLowerCase().replace(typed, term.name), text);
}

/** What an answer depends on besides the question and the documents. */
export interface AnswerContext {
  readonly rarity?: Rarity;
  /** The conversation so far, oldest first. */
  readonly turns?: readonly Turn[];
}

function writeAnswer(
  resolved: ResolvedQuestion,
  documents: readonly SiteDocument[],
  { rarity, lastAnswer }: { readonly rarity: Rarity; readonly lastAnswer: string },
  sources: SourceNumbers,
): string {
  const { question, rater, chosen, part } = interpretQuestion(resolved, documents, rarity);
  const { terms, helpTopics, threads, lead } = chosen;
  const parts: string[] = [];
  if (part !== null) parts.push(`I looked up this part of your question: “${toPlainMarkdown(part)}”.`);
  if (question.asksForAdvice) parts.push(NO_ADVICE);
  if (question.asksPrice) parts.push(NO_PRICES);
  const assets =
    terms.length === 0 && rater.concepts.length === 1
      ? findNamedAssets(question.text, toWords(question.text))
      : [];
  for (const [ticker, name] of assets) parts.push(writeAsset(ticker, name));
  const list = question.kind === "list" ? writeList(question.subjects.join(" "), terms[0], sources) : [];
  if (terms.length + helpTopics.length + threads.length + list.length + assets.length === 0)
    return [...parts, parts.length > 0 ? WHAT_TO_ASK : writeUnknown(question, resolved)].join("\n\n");
  if (resolved.wantsSimpler) parts.push(SHORTER);
  const guess = question.terms.find(({ isGuess, term }) => isGuess && terms.includes(term));
  if (guess !== undefined)
    parts.push(`I took “${toPlainMarkdown(guess.typed)}” to mean “${guess.term.name}”.`);

  const writeTerms = () => {
    parts.push(...terms.map((term) => writeDefinition(term, question, resolved.wantsSimpler, sources)));
    if (question.kind === "comparison") parts.push(...writeMissingSides(question));
    parts.push(...list, ...writeSuggestions(terms));
  };
  const shown = resolved.wantsSimpler ? threads.slice(0, 1) : threads;
  // "Tell me more" must not repeat the quotes of the last answer.
  const isMore = resolved.continues !== null && resolved.addition === null && !resolved.wantsSimpler;
  const said = isMore ? lastAnswer : "";
  const writeThreads = () =>
    parts.push(...shown.map((thread) => writeThread(thread, resolved.wantsSimpler, said, sources)));
  for (const topic of helpTopics) parts.push(writeHelp(topic, sources));
  if (lead === "threads") writeThreads();
  if (terms.length + list.length > 0) writeTerms();
  if (lead !== "threads" && !(resolved.wantsSimpler && terms.length > 0)) writeThreads();
  if (lead === "terms" && threads.length === 0) parts.push(...writeLimit(question, terms));
  return parts.join("\n\n");
}

/** If no source covers a question with several parts, interprets the first part that a source does cover. */
function interpretQuestion(resolved: ResolvedQuestion, documents: readonly SiteDocument[], rarity: Rarity) {
  const all = { ...interpretFollowUp(resolved, documents, rarity), part: null };
  const { question, chosen } = all;
  if (resolved.continues !== null || question.asksForAdvice || question.asksPrice) return all;
  if (isCovered(chosen) || question.kind === "list") return all;
  for (const part of splitQuestion(question.text)) {
    const own = { ...resolved, text: part };
    const answered = interpretFollowUp(own, documents, rarity);
    if (isCovered(answered.chosen)) return { ...answered, part };
  }
  return all;
}

function isCovered({ terms, helpTopics, threads }: ChosenSources): boolean {
  return terms.length + helpTopics.length + threads.length > 0;
}

/**
 * Interprets a follow-up together with the earlier question. If no source covers both, what it adds is answered alone,
 * but only if it names a glossary term: "and Shor's?", not "and tomorrow?".
 */
function interpretFollowUp(
  { text, addition }: ResolvedQuestion,
  documents: readonly SiteDocument[],
  rarity: Rarity,
) {
  const read = (asked: string) => {
    const question = parseQuestion(asked);
    const rater = createRater(correctTypos(question), rarity);
    return { question, rater, chosen: chooseSources(question, rater, documents) };
  };
  const together = read(text);
  if (addition === null || together.chosen.lead === "help") return together;
  const added = createRater(addition, rarity);
  const threads = together.chosen.threads.filter(({ sentences }) =>
    sentences.some(({ sentence }) => added.covers(sentence)),
  );
  const [first] = parseQuestion(addition).terms;
  if (threads.length === 0 && first !== undefined && !together.chosen.terms.includes(first.term))
    return read(addition);
  return { ...together, chosen: { ...together.chosen, threads } };
}

function writeHelp(topic: HelpTopic, sources: SourceNumbers): string {
  return `**${topic.title}.** ${topic.text} ${sources.citeHelp(topic)}`;
}

/** The post or article, what it says, and its best comments. */
function writeThread(thread: RatedThread, isShort: boolean, said: string, sources: SourceNumbers): string {
  const { main, isTitle, sentences } = thread;
  const fresh = {
    ...thread,
    sentences: sentences.filter(({ sentence }) => !said.includes(formatQuote(sentence))),
  };
  const title = `${formatQuote(cutSentence(toOneLine(main.title)))} ${sources.citeDocument(main)}`;
  const lines = chooseSentences(fresh, isShort ? SHORT_SENTENCES : isTitle ? TITLE_SENTENCES : SENTENCES).map(
    ({ document, sentence }) => {
      const quote = `- ${formatQuote(sentence)} ${sources.citeDocument(document)}`;
      return document === main
        ? quote
        : `${quote} – comment with ${formatCount(document.score ?? 0, "point")}`;
    },
  );
  const kind = main.kind === "article" ? "article" : "post";
  const about = isTitle
    ? `There is ${kind === "article" ? "an" : "a"} ${kind} with this title: ${title}`
    : `### On this site: ${title}`;
  return [about, lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

function writeDefinition(term: Term, question: Question, isShort: boolean, sources: SourceNumbers): string {
  const [first = ""] = extractSentences(term.text);
  const text = isShort ? first : term.text;
  return `${writeAliasNote(term, question)}**${term.name}.** ${toPlainMarkdown(text)} ${sources.citeTerm(term)}`;
}

/** Says why the answer is about another term. Product names are aliases of their kind: Aave, of Lending protocol. */
function writeAliasNote(term: Term, question: Question): string {
  const typed = buildNameKey(question.terms.find((match) => match.term === term)?.typed ?? "");
  const alias = term.aliases.find((name) => buildNameKey(name) === typed);
  if (alias === undefined || !/^[A-Z][a-z]{2,}[A-Za-z]*$/.test(alias) || term.name.includes(alias)) return "";
  return `The glossary covers ${alias} under this term: `;
}

function writeAsset(ticker: string, name: string): string {
  const asset = ASSETS.find(({ symbol }) => symbol === ticker);
  const full = asset?.name ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const trackingNote = asset === undefined ? "" : " This site shows its price on the Wallet page.";
  return `${ticker} is the ticker symbol for ${full}. The glossary has no entry for it.${trackingNote}`;
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

/** The terms with the requested words in their names, and mutually related terms, each with its first sentence. */
function writeList(subject: string, term: Term | undefined, sources: SourceNumbers): string[] {
  const stems = toWords(term?.name ?? subject).map(toStem);
  const isKind = (other: Term) => {
    const ownStems = new Set(toWords(other.name).map(toStem));
    return other.id !== term?.id && stems.length > 0 && stems.every((stem) => ownStems.has(stem));
  };
  const isRelated = (other: Term) =>
    term !== undefined && other.related.includes(term.id) && term.related.includes(other.id);
  const kinds = [...new Set([...GLOSSARY.filter(isKind), ...GLOSSARY.filter(isRelated)])].slice(
    0,
    LISTED_MAX,
  );
  if (kinds.length === 0) return [];
  const lines = kinds.map((kind) => {
    const [first = ""] = extractSentences(kind.text);
    return `- **${kind.name}**: ${toPlainMarkdown(first)} ${sources.citeTerm(kind)}`;
  });
  return [`Related glossary entries:\n\n${lines.join("\n")}`];
}

function writeSuggestions(terms: readonly Term[]): string[] {
  const shownIds = new Set(terms.map(({ id }) => id));
  const ids = [...new Set(terms.flatMap(({ related }) => related))]
    .filter((id) => !shownIds.has(id))
    .slice(0, NEXT_MAX);
  const names = ids.map((id) => findTermById(id)?.name).filter((name) => name !== undefined);
  return names.length === 0 ? [] : [`You can also ask about: ${names.join(", ")}.`];
}

/** A definition doesn't answer questions such as when, who or how many. The answer admits that. */
function writeLimit(question: Question, terms: readonly Term[]): string[] {
  if (question.kind === "definition" || question.kind === "list" || question.kind === "comparison") return [];
  if (question.asksForAdvice || question.asksPrice) return [];
  const termNames = new Set(terms.map(({ name }) => name));
  const rest = extractConcepts(question).filter(({ name }) => !termNames.has(name));
  if (rest.length === 0) return [];
  const names = rest.slice(0, 3).map(({ name }) => `“${toPlainMarkdown(name)}”`);
  return [
    `That's all I know about this. I found nothing on this site that connects it with ${formatList(names)}.`,
  ];
}

/** Says that the site has nothing, what the assistant can do instead, and which glossary terms come closest. */
function writeUnknown(question: Question, { addition }: ResolvedQuestion): string {
  const subject = (addition ?? question.subjects.join(" and ")).slice(0, 120);
  if (subject === "") return `I couldn't find a question here. ${WHAT_TO_ASK}`;
  const parts = [
    `This site has nothing on “${toPlainMarkdown(subject)}”. I can explain ${GLOSSARY.length} terms from crypto, AI and quantum technology, quote this site's posts and articles, or explain how the site works.`,
  ];
  if (/[^\p{ASCII}\p{P}\p{S}\p{M}]/u.test(subject)) parts.push("I only understand English.");
  const names = question.terms.slice(0, NEAR_MAX).map(({ term }) => term.name);
  if (names.length > 0) parts.push(`The glossary does cover ${formatList(names)}.`);
  parts.push(WHAT_TO_ASK);
  return parts.join("\n\n");
}
