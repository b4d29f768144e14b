import { findTerms } from "../glossary/find-terms.ts";
import { findNamedAssets } from "../text/search-words.ts";
import { STOP_WORDS, toStem, toWords } from "../text/words.ts";

export interface QueryConcept {
  readonly name: string;
  /** Lower-case words, `name` first. */
  readonly forms: readonly string[];
  /** Whether it only qualifies the subject of the question instead of naming it. Such a concept counts less. */
  readonly isMinor: boolean;
  /** Whether it is a number with the noun that it counts, such as "two people". */
  readonly isCount: boolean;
}

const READ_LENGTH_MAX = 1_000;
const CONCEPTS_MAX = 8;
const FORMS_MAX = 6;

/** Words that phrase the question or address the assistant. */
const ASKING_WORDS = new Set(
  `answer article articles ask asked bit detail details example examples explanation idea info information matter
  matters opinion opinions overview question people person site simple simpler someone somebody summary thing think
  thinks thought thoughts understand understanding website word yeah blog thread threads forum brief briefs recap
  headline headlines page stuff whole myself yourself himself herself ourselves
  themselves already`.split(/\s+/),
);
/** Stems of words that many questions contain, whatever their subject. */
const MINOR_STEMS = new Set(
  `actually add advantage advantages allowed amount anymore available average bad best better big bigger biggest break buy came can change
  cheap cheapest choose compare cons cost costs day days difference easy eight exactly expensive fast faster fine five four free go good
  great happen happened happens hard high higher highest hold hour hours hurt important increase large larger largest latest left
  legal legally long longer lose losing lost low lower lowest matter minute minutes month months move nine normal number often old open
  overnight own pay possible problem pros put read real recommend reliable risk risks risky run running safe see second
  seconds sell send set setup seven short should six size slow slower small start stop stops store take talk ten three time times today tonight track try two
  usually value week weeks whats why win won work working worth wrong year years years`
    .split(/\s+/)
    .map(toStem),
);
const COUNT = /^(?:two|three|four|five|six|seven|eight|nine|ten)$/;
/** Synonyms that aren't in the glossary. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["llm", "language model", "model"],
  ["btc", "bitcoin"],
  ["eth", "ethereum"],
  ["perp", "perpetual", "perps"],
  ["picture", "image", "photo"],
  ["fee", "fees", "gas"],
  ["art", "drawing"],
  ["quantisation", "quantization", "quantised"],
  ["postgres", "postgresql"],
  ["email", "mail"],
  ["login", "log in", "sign in"],
  ["logged", "signed in"],
  ["typescript", "ts"],
  ["license", "licence"],
  ["hurt", "harm", "damage", "degrade", "worse"],
  ["quality", "accuracy", "perplexity"],
];

/**
 * The concepts of a question or topic (glossary terms, assets and other content words) in the order in which they
 * appear. If there are more than eight, the major ones come first and only eight are returned.
 */
export function parseQuery(input: string): QueryConcept[] {
  const text = input.slice(0, READ_LENGTH_MAX);
  const words = toWords(text);
  const concepts: { concept: QueryConcept; at: number }[] = [];
  const usedIndexes = new Set<number>();
  for (const { term, at, length, typed } of findTerms(words)) {
    const isOrdinaryWord = length === 1 && (MINOR_STEMS.has(toStem(typed)) || ASKING_WORDS.has(typed));
    if (isOrdinaryWord) continue;
    for (let index = at; index < at + length; index += 1) usedIndexes.add(index);
    const names = [typed, term.name, ...term.aliases].map((name) => toWords(name).join(" "));
    concepts.push({ concept: createConcept(typed, names), at });
  }
  for (const [ticker, name] of findNamedAssets(text, words)) {
    const at = words.findIndex((word) => word === ticker.toLowerCase() || word === name.split(" ")[0]);
    if (at < 0 || usedIndexes.has(at)) continue;
    for (let index = at; index < at + name.split(" ").length; index += 1) usedIndexes.add(index);
    concepts.push({ concept: createConcept(name, [name, ticker.toLowerCase()]), at });
  }
  const seenStems = new Set<string>();
  for (const [at, word] of words.entries()) {
    if (usedIndexes.has(at) || STOP_WORDS.has(word) || ASKING_WORDS.has(word)) continue;
    if (word.length < 2 && !/\d/.test(word)) continue;
    const next = words[at + 1];
    if (COUNT.test(word) && next !== undefined && !STOP_WORDS.has(next)) {
      const name = `${word} ${next}`;
      concepts.push({ concept: { name, forms: [name], isMinor: true, isCount: true }, at });
      continue;
    }
    const stem = toStem(word);
    if (seenStems.has(stem) || word.length > 40) continue;
    seenStems.add(stem);
    // "ECDSA secp256k1" names the same thing twice.
    const knownForms = concepts.find(({ concept }) => concept.forms.includes(word))?.concept.forms ?? [];
    concepts.push({ concept: createConcept(word, [word, ...knownForms]), at });
  }
  const orderedConcepts = concepts.toSorted((a, b) => a.at - b.at).map(({ concept }) => concept);
  const majorConcepts = orderedConcepts.filter(({ isMinor }) => !isMinor);
  if (orderedConcepts.length <= CONCEPTS_MAX) return orderedConcepts;
  return [...majorConcepts, ...orderedConcepts.filter(({ isMinor }) => isMinor)].slice(0, CONCEPTS_MAX);
}

function createConcept(name: string, names: readonly string[]): QueryConcept {
  const synonyms = SYNONYMS.filter((group) => group.some((other) => toStem(other) === toStem(name))).flat();
  const forms = [...new Set([...names, ...synonyms])].filter((form) => form !== "").slice(0, FORMS_MAX);
  return { name, forms, isMinor: MINOR_STEMS.has(toStem(name)), isCount: false };
}
