import { findHits } from "./find-hits.ts";
import { type ScoredHit, scoreMovers } from "./score-movers.ts";
import type { Token } from "./tokens.ts";
import { clauseStarters, functionWords, questionStarters } from "./vocabulary.ts";

/** An evaluative expression in a sentence. */
export interface Evidence {
  /** Positive above 0, negative below; 1 is slight, 3 strong. */
  readonly value: number;
  /** All occurrences of an expression have the same key. */
  readonly key: string;
  /** Its position in the sentence, in UTF-16 units. analyzeWords converts it to the position in the text. */
  readonly start: number;
  readonly end: number;
}

const NEGATION_REACH = 5;
/** The share that remains under negation: "not good" is less negative than "bad". */
const NEGATED_GOOD_FACTOR = 0.8;
const NEGATED_BAD_FACTOR = 0.6;
const BEFORE_BUT_FACTOR = 0.6;
const AFTER_BUT_FACTOR = 1.3;
const CONCESSION_FACTOR = 0.4;
const HEDGE_FACTOR = 0.75;
const QUESTION_FACTOR = 0.3;
const ALL_CAPS_FACTOR = 1.2;
const EXCLAMATION_FACTOR = 1.08;

/** The evaluative expressions in a sentence, in order, followed by lone percentages. The work per token is bounded. */
export function scoreSentence(tokens: readonly Token[]): Evidence[] {
  const scoredHits = scoreMovers(tokens, findHits(tokens));
  const clauseByToken = findClauses(tokens, scoredHits);
  const spans = scoredHits.map((hit) => getSpan(hit));
  applyNegations(tokens, scoredHits, spans, clauseByToken);
  const isInQuestion = isQuestion(tokens);
  const isAllInCapitals = tokens.every(
    (token) => token.kind !== "word" || token.isAllCaps || token.text.length < 3,
  );
  const exclamationCount = Math.min(3, tokens.filter((token) => token.text === "!").length);
  const evidence: Evidence[] = [];
  for (const [index, hit] of scoredHits.entries()) {
    if (hit.value === 0) continue;
    const span = spans[index] ?? getSpan(hit);
    let value =
      hit.value * computeDegree(tokens, scoredHits, index, span) * (clauseByToken[hit.from]?.factor ?? 1);
    if (isInQuestion) value *= QUESTION_FACTOR;
    if (!isAllInCapitals && tokens.slice(hit.from, hit.to).some((token) => token.isAllCaps))
      value *= ALL_CAPS_FACTOR;
    value *= EXCLAMATION_FACTOR ** exclamationCount;
    const quotedSpan = extendToNeighbors(tokens, clauseByToken, span);
    const first = tokens[quotedSpan.from];
    const last = tokens[quotedSpan.to - 1];
    if (first === undefined || last === undefined) continue;
    evidence.push({
      value,
      key: hit.movedHits.reduce((key, { entry }) => `${key} ${entry.key}`, hit.entry.key),
      start: first.start,
      end: last.end,
    });
  }
  return [...evidence, ...findPercentages(tokens, scoredHits)];
}

interface Span {
  from: number;
  to: number;
}

function getSpan(hit: ScoredHit): Span {
  let { from, to } = hit;
  for (const moved of hit.movedHits) {
    from = Math.min(from, moved.from);
    to = Math.max(to, moved.to);
  }
  return { from, to };
}

/** Shorter quotes are extended with neighboring words of the same clause. */
const QUOTED_WORDS_MIN = 3;

function extendToNeighbors(tokens: readonly Token[], clauseByToken: readonly Clause[], span: Span): Span {
  const number = clauseByToken[span.from]?.number;
  const isInClause = (index: number) =>
    clauseByToken[index]?.number === number && !clauseStarters.has(tokens[index]?.text ?? "");
  const isFunctionWord = (index: number) => isInClause(index) && functionWords.has(tokens[index]?.text ?? "");
  const hasMeaning = (index: number) => {
    const token = tokens[index];
    if (token === undefined || !isInClause(index)) return false;
    // A bare number means nothing without what it counts.
    if (token.kind === "number") return index > span.from && (token.percent !== null || token.isMoney);
    return token.kind === "word" && !functionWords.has(token.text);
  };
  if (tokens[span.from]?.kind === "emoji") return span;
  let { from, to } = span;
  const extendBack = () => {
    if (to - from < QUOTED_WORDS_MIN && hasMeaning(from - 1)) from -= 1;
    else if (to - from === 1 && isFunctionWord(from - 1) && hasMeaning(from - 2)) from -= 2;
  };
  extendBack();
  if (to - from < QUOTED_WORDS_MIN && hasMeaning(to)) to += 1;
  extendBack();
  return { from, to };
}

interface Clause {
  readonly number: number;
  readonly factor: number;
}

/** Returns the clause of each token. */
function findClauses(tokens: readonly Token[], scoredHits: readonly ScoredHit[]): Clause[] {
  const contrastIndex =
    scoredHits.findLast(({ entry, from }) => entry.role === "contrast" && from > 1)?.from ?? -1;
  const clauseByToken: Clause[] = [];
  let clause: Clause = { number: 0, factor: 1 };
  let isConceded = false;
  let isHedged = false;
  let hitIndex = 0;
  for (const [index, token] of tokens.entries()) {
    while ((scoredHits[hitIndex]?.to ?? tokens.length) <= index) hitIndex += 1;
    const role = scoredHits[hitIndex]?.from === index ? scoredHits[hitIndex]?.entry.role : undefined;
    const isNew = token.kind === "break" || role === "clause" || role === "contrast" || role === "concession";
    if (isNew && role !== "concession") isHedged = false;
    if (token.kind === "break" || role === "contrast") isConceded = false;
    if (role === "concession") isConceded = true;
    if (role === "hedge") isHedged = true;
    const contrastFactor =
      contrastIndex < 0 ? 1 : index < contrastIndex ? BEFORE_BUT_FACTOR : AFTER_BUT_FACTOR;
    const factor = contrastFactor * (isConceded ? CONCESSION_FACTOR : 1) * (isHedged ? HEDGE_FACTOR : 1);
    if (isNew || factor !== clause.factor) clause = { number: clause.number + (isNew ? 1 : 0), factor };
    clauseByToken.push(clause);
  }
  return clauseByToken;
}

/**
 * A negator reverses the first evaluative expression after it in its clause. If there is none within reach, the negator
 * counts on its own.
 */
function applyNegations(
  tokens: readonly Token[],
  scoredHits: ScoredHit[],
  spans: Span[],
  clauseByToken: readonly Clause[],
): void {
  let pendingNegators: { hit: ScoredHit; from: number }[] = [];
  for (const [index, hit] of scoredHits.entries()) {
    pendingNegators = pendingNegators.filter((negator) => {
      const isInReach =
        hit.from - negator.hit.to < NEGATION_REACH &&
        clauseByToken[negator.from]?.number === clauseByToken[hit.from]?.number;
      if (!isInReach) negator.hit.value = negator.hit.entry.weight;
      return isInReach;
    });
    if (hit.entry.role === "negator") {
      pendingNegators.push({ hit, from: hit.from });
      if (hit.entry.key === "zero" && tokens[hit.to]?.kind === "number") pendingNegators.pop();
      continue;
    }
    if (hit.value === 0 || tokens[hit.from]?.kind === "emoji") continue;
    for (const negator of pendingNegators) {
      const isGood = hit.value > 0;
      hit.value *= isGood ? -NEGATED_GOOD_FACTOR : -NEGATED_BAD_FACTOR;
      // Failing at something good is at least as negative as "fail" on its own.
      if (isGood && negator.hit.entry.weight <= -1) hit.value = Math.min(hit.value, negator.hit.entry.weight);
      const span = spans[index];
      if (span !== undefined) span.from = Math.min(span.from, negator.from);
    }
    pendingNegators = [];
  }
  for (const negator of pendingNegators) negator.hit.value = negator.hit.entry.weight;
}

/**
 * Returns the factor for "very" before a hit or "sharply" after it. Extends the span to include that word and a
 * percentage.
 */
function computeDegree(
  tokens: readonly Token[],
  scoredHits: readonly ScoredHit[],
  index: number,
  span: Span,
): number {
  let factor = 1;
  let edge = span.from;
  for (let otherIndex = index - 1; otherIndex >= Math.max(0, index - 2); otherIndex -= 1) {
    const other = scoredHits[otherIndex];
    if (other?.entry.role !== "degree" || other.to !== edge) break;
    factor *= other.entry.weight;
    edge = other.from;
  }
  span.from = Math.min(span.from, edge);
  const after = scoredHits[index + 1];
  const isAdverb = after?.entry.role === "degree" && after.from === span.to;
  if (isAdverb && tokens[after.to - 1]?.text.endsWith("ly")) {
    factor *= after.entry.weight;
    span.to = after.to;
  }
  if (tokens[span.to]?.percent !== null && tokens[span.to] !== undefined) span.to += 1;
  return Math.min(factor, 2);
}

/** Finds signed percentages that no other expression accounts for, such as "+12%" and "-3%". */
function findPercentages(tokens: readonly Token[], scoredHits: readonly ScoredHit[]): Evidence[] {
  const percentages: Evidence[] = [];
  if (!tokens.some(({ isSigned }) => isSigned)) return percentages;
  const indexesAfterHits = new Set(
    scoredHits.filter(({ value }) => value !== 0).flatMap(({ to }) => [to, to + 1]),
  );
  for (const [index, token] of tokens.entries()) {
    if (token.percent === null || token.percent === 0 || indexesAfterHits.has(index)) continue;
    if (!token.isSigned) continue;
    const value = Math.sign(token.percent) * (1 + Math.min(1, Math.abs(token.percent) / 10));
    percentages.push({ value, key: value > 0 ? "+%" : "-%", start: token.start, end: token.end });
  }
  return percentages;
}

function isQuestion(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ kind }) => kind === "word");
  return (
    tokens.at(-1)?.text === "?" || tokens.at(-2)?.text === "?" || questionStarters.has(words[0]?.text ?? "")
  );
}
