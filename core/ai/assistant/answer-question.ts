import type { Analysis, SiteDocument } from "#core/ai/analysis.ts";
import { findTermByName } from "#core/ai/glossary/find-terms.ts";
import { buildNameKey, findTermById, GLOSSARY, type Term } from "#core/ai/glossary/index.ts";
import { findNamedAssets } from "#core/ai/search-words.ts";
import { numberSources, type SourceNumbers } from "#core/ai/text/number-sources.ts";
import { plainMarkdown, quoted } from "#core/ai/text/plain-markdown.ts";
import type { Passage } from "#core/ai/text/rank-passages.ts";
import { extractSentences } from "#core/ai/text/sentences.ts";
import { STOP_WORDS, toStem, toWords } from "#core/ai/text/words.ts";
import { ASSETS } from "#core/market/assets.ts";
import { chooseTerms, isNamedIn } from "./choose-terms.ts";
import { findPassages, readConcepts } from "./find-passages.ts";
import { type Question, readQuestion } from "./read-question.ts";
import { answerSmallTalk, WHAT_TO_ASK } from "./small-talk.ts";

const LISTED_MAX = 10;
const NEXT_MAX = 5;
const NEAR_MAX = 4;

const NO_ADVICE =
  "I can't tell you whether to buy, sell or hold, or what a price will do: no one knows. Here are the facts instead. This is not advice.";
const NO_PRICES =
  "I don't have prices. You'll find them in the ticker on Home and on the Wallet page (/wallet). The Price Prediction tool computes a range from past prices.";

/**
 * Answers from the glossary and the site's documents: definitions of the terms asked about, related terms, and
 * sentences that answer the question. Says so when it doesn't know.
 */
export function answerQuestion(input: string, documents: readonly SiteDocument[]): Analysis {
  const question = readQuestion(input);
  const sources = numberSources();
  const markdown = answerSmallTalk(question.kind) ?? write(question, documents, sources);
  return { tool: "chatbot", markdown, sources: sources.list(), picture: null, findings: [] };
}

function write(question: Question, documents: readonly SiteDocument[], sources: SourceNumbers): string {
  const terms = chooseTerms(question);
  const parts: string[] = [];
  const assets = terms.length === 0 ? findNamedAssets(question.text, toWords(question.text)) : [];
  if (question.asksAdvice) parts.push(NO_ADVICE);
  if (question.asksPrice) parts.push(NO_PRICES);
  for (const [ticker, name] of assets) parts.push(writeAsset(ticker, name));
  const { passages, onlyTerm } = findPassages(question, documents);
  const definitions = terms.map((term) => writeDefinition(term, question, sources));
  const list = question.kind === "list" ? writeList(question.subjects.join(" "), terms[0], sources) : [];
  const isKnown = definitions.length + list.length + assets.length > 0;
  if (!isKnown && passages.length === 0) {
    return [...parts, parts.length > 0 ? WHAT_TO_ASK : writeUnknown(question)].join("\n\n");
  }
  const guess = question.terms.find(({ isGuess }) => isGuess);
  if (guess !== undefined) parts.push(`I read “${plainMarkdown(guess.typed)}” as ${guess.term.name}.`);
  if (!isKnown) {
    const words = readConcepts(question).map(({ name }) => `“${plainMarkdown(name)}”`);
    parts.push(`The glossary has no entry for this, but pages on this site mention ${words.join(", ")}.`);
  }
  parts.push(...definitions);
  if (question.kind === "comparison") parts.push(...writeMissingSides(question));
  parts.push(...list, ...writeNext(terms));
  if (passages.length === 0 || onlyTerm !== null) parts.push(...writeLimit(question, terms));
  if (passages.length > 0) parts.push(writePassages(passages, onlyTerm, sources));
  return parts.join("\n\n");
}

function writeDefinition(term: Term, question: Question, sources: SourceNumbers): string {
  return `${writeUnder(term, question)}**${term.name}.** ${plainMarkdown(term.text)} ${sources.citeTerm(term)}`;
}

/** Proper names are glossary aliases of what they are: "Aave" is listed under lending protocols. */
function writeUnder(term: Term, question: Question): string {
  const typed = buildNameKey(question.terms.find((found) => found.term === term)?.typed ?? "");
  const alias = term.aliases.find((name) => buildNameKey(name) === typed);
  if (alias === undefined || !/^[A-Z][a-z]{2,}[A-Za-z]*$/.test(alias) || term.name.includes(alias)) return "";
  return `The glossary covers ${alias} under this term: `;
}

function writeAsset(ticker: string, name: string): string {
  const asset = ASSETS.find(({ symbol }) => symbol === ticker);
  const full = asset?.name ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const known = asset === undefined ? "" : ", whose price this site tracks (see the Wallet page, /wallet)";
  return `${ticker} is the ticker of ${full}${known}. It has no glossary entry of its own.`;
}

function writeMissingSides(question: Question): string[] {
  return question.subjects
    .filter((side) => findTermByName(side) === undefined && !question.terms.some(isNamedIn(side)))
    .map((side) => {
      const [asset] = findNamedAssets(side, toWords(side));
      if (asset !== undefined) return writeAsset(...asset);
      return `The glossary has no entry for “${plainMarkdown(side.slice(0, 80))}”.`;
    });
}

/** The terms whose names contain the words asked about, and mutually related terms, each with its first sentence. */
function writeList(asked: string, term: Term | undefined, sources: SourceNumbers): string[] {
  const stems = toWords(term?.name ?? asked).map(toStem);
  const isKind = (other: Term) => {
    const own = new Set(toWords(other.name).map(toStem));
    return other.id !== term?.id && stems.length > 0 && stems.every((stem) => own.has(stem));
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
    return `- **${kind.name}**: ${plainMarkdown(first)} ${sources.citeTerm(kind)}`;
  });
  return [`Related glossary entries:\n\n${lines.join("\n")}`];
}

function writeNext(terms: readonly Term[]): string[] {
  const shown = new Set(terms.map(({ id }) => id));
  const ids = [...new Set(terms.flatMap(({ related }) => related))]
    .filter((id) => !shown.has(id))
    .slice(0, NEXT_MAX);
  const names = ids.map((id) => findTermById(id)?.name).filter((name) => name !== undefined);
  return names.length === 0 ? [] : [`You can also ask about: ${names.join(", ")}.`];
}

function writePassages(
  passages: readonly Passage[],
  onlyTerm: string | null,
  sources: SourceNumbers,
): string {
  const lines = passages.map(
    ({ sentence, document }) => `- ${quoted(sentence)} ${sources.citeDocument(document)}`,
  );
  return `### On this site${onlyTerm === null ? "" : `, on ${onlyTerm}`}\n\n${lines.join("\n")}`;
}

/** A definition doesn't answer a when, who or how-many question, so the answer says where it stops. */
function writeLimit(question: Question, terms: readonly Term[]): string[] {
  if (question.kind === "definition" || question.kind === "list" || question.kind === "comparison") return [];
  if (question.asksAdvice || question.asksPrice) return [];
  const own = new Set(terms.map(({ name }) => name));
  const rest = readConcepts(question).filter(({ name }) => !own.has(name));
  if (rest.length === 0) return [];
  const words = rest.slice(0, 3).map(({ name }) => `“${plainMarkdown(name)}”`);
  return [
    `Beyond this I don't know: I found nothing on this site that connects it with ${words.join(", ")}.`,
  ];
}

function writeUnknown(question: Question): string {
  const asked = question.subjects.join(" and ").slice(0, 120);
  const parts =
    asked === ""
      ? ["I couldn't find a question here."]
      : [
          `I don't know. The glossary has no entry for “${plainMarkdown(asked)}”, and I found no answer on this site.`,
        ];
  if (/[^\p{ASCII}\p{P}\p{S}\p{M}]/u.test(asked)) parts.push("I only understand English.");
  const near = findSimilarTerms(asked);
  if (near.length > 0) parts.push(`Similar glossary entries: ${near.map(({ name }) => name).join(", ")}.`);
  parts.push(`I can explain ${GLOSSARY.length} terms from crypto, AI and quantum technology. ${WHAT_TO_ASK}`);
  return parts.join("\n\n");
}

/** Terms that share a significant word with the question. */
function findSimilarTerms(asked: string): Term[] {
  const stems = new Set(
    toWords(asked)
      .filter((word) => !STOP_WORDS.has(word) && word.length > 3)
      .map(toStem),
  );
  const isNear = (term: Term) =>
    [term.name, ...term.aliases].some((name) => toWords(name).some((word) => stems.has(toStem(word))));
  return stems.size === 0 ? [] : GLOSSARY.filter(isNear).slice(0, NEAR_MAX);
}
