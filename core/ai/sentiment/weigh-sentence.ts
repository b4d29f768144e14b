import { findHits } from "./find-hits.ts";
import type { Token } from "./tokens.ts";
import { asking, filling, parting } from "./vocabulary.ts";
import { type Weighed, weighMovers } from "./weigh-movers.ts";

/** A judgement in a sentence. */
export interface Evidence {
  /** Positive above 0, negative below; 1 is slight, 3 strong. */
  readonly value: number;
  /** The same for every occurrence of an expression. */
  readonly key: string;
  /** The position of its words in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const NEGATION_REACH = 5;
/** The share that remains when a judgement is negated: "not good" is less negative than "bad". */
const NEGATED_GOOD = 0.8;
const NEGATED_BAD = 0.6;
const BEFORE_BUT = 0.6;
const AFTER_BUT = 1.3;
const CONCEDED = 0.4;
const HEDGED = 0.75;
const ASKED = 0.3;
const LOUD = 1.2;
const EXCLAIMED = 1.08;

/** The judgements in a sentence, in order. Bounded work per token. */
export function weighSentence(tokens: readonly Token[]): Evidence[] {
  const row = weighMovers(tokens, findHits(tokens));
  const clauses = splitClauses(tokens, row);
  const spans = row.map((hit) => getSpan(hit));
  applyNegations(tokens, row, spans, clauses);
  const isAsked = isAsking(tokens);
  const isShouted = tokens.every((token) => token.kind !== "word" || token.isLoud || token.text.length < 3);
  const cries = Math.min(3, tokens.filter((token) => token.text === "!").length);
  const evidence: Evidence[] = [];
  for (const [at, hit] of row.entries()) {
    if (hit.value === 0) continue;
    const span = spans[at] ?? getSpan(hit);
    let value = hit.value * computeDegree(tokens, row, at, span) * (clauses[hit.from]?.factor ?? 1);
    if (isAsked) value *= ASKED;
    if (!isShouted && tokens.slice(hit.from, hit.to).some((token) => token.isLoud)) value *= LOUD;
    value *= EXCLAIMED ** cries;
    const words = withNeighbours(tokens, clauses, span);
    const first = tokens[words.from];
    const last = tokens[words.to - 1];
    if (first === undefined || last === undefined) continue;
    evidence.push({
      value,
      key: hit.moved.reduce((key, { entry }) => `${key} ${entry.key}`, hit.entry.key),
      start: first.start,
      end: last.end,
    });
  }
  return [...evidence, ...findPercentages(tokens, row)];
}

interface Span {
  from: number;
  to: number;
}

function getSpan(hit: Weighed): Span {
  let { from, to } = hit;
  for (const moved of hit.moved) {
    from = Math.min(from, moved.from);
    to = Math.max(to, moved.to);
  }
  return { from, to };
}

/** Shorter quotes are extended with neighboring words from the same clause. */
const QUOTED_WORDS = 3;

function withNeighbours(tokens: readonly Token[], clauses: readonly Clause[], span: Span): Span {
  const number = clauses[span.from]?.number;
  const isBeside = (at: number) => {
    const token = tokens[at];
    if (token === undefined || clauses[at]?.number !== number) return false;
    if (token.kind === "number") return at > span.from;
    return token.kind === "word" && !parting.has(token.text) && !(at > span.from && filling.has(token.text));
  };
  if (tokens[span.from]?.kind === "sign") return span;
  let { from, to } = span;
  if (to - from < QUOTED_WORDS && isBeside(from - 1)) from -= 1;
  if (to - from < QUOTED_WORDS && isBeside(to)) to += 1;
  if (to - from < QUOTED_WORDS && isBeside(from - 1)) from -= 1;
  return { from, to };
}

interface Clause {
  readonly number: number;
  readonly factor: number;
}

/** The clause of each token and the weight of that clause. */
function splitClauses(tokens: readonly Token[], row: readonly Weighed[]): Clause[] {
  const contrast = row.findLast(({ entry, from }) => entry.role === "contrast" && from > 1)?.from ?? -1;
  const clauses: Clause[] = [];
  let clause: Clause = { number: 0, factor: 1 };
  let isConceded = false;
  let isHedged = false;
  let next = 0;
  for (const [at, token] of tokens.entries()) {
    while ((row[next]?.to ?? tokens.length) <= at) next += 1;
    const role = row[next]?.from === at ? row[next]?.entry.role : undefined;
    const isNew = token.kind === "break" || role === "clause" || role === "contrast" || role === "concession";
    if (isNew && role !== "concession") isHedged = false;
    if (token.kind === "break" || role === "contrast") isConceded = false;
    if (role === "concession") isConceded = true;
    if (role === "hedge") isHedged = true;
    const contrastFactor = contrast < 0 ? 1 : at < contrast ? BEFORE_BUT : AFTER_BUT;
    const factor = contrastFactor * (isConceded ? CONCEDED : 1) * (isHedged ? HEDGED : 1);
    if (isNew || factor !== clause.factor) clause = { number: clause.number + (isNew ? 1 : 0), factor };
    clauses.push(clause);
  }
  return clauses;
}

/** Each negator reverses the first judgement after it in its clause. Without one, it counts on its own. */
function applyNegations(
  tokens: readonly Token[],
  row: Weighed[],
  spans: Span[],
  clauses: readonly Clause[],
): void {
  let pending: { hit: Weighed; from: number }[] = [];
  for (const [at, hit] of row.entries()) {
    pending = pending.filter((negator) => {
      const isInReach =
        hit.from - negator.hit.to < NEGATION_REACH &&
        clauses[negator.from]?.number === clauses[hit.from]?.number;
      if (!isInReach) negator.hit.value = negator.hit.entry.weight;
      return isInReach;
    });
    if (hit.entry.role === "negates") {
      pending.push({ hit, from: hit.from });
      if (hit.entry.key === "zero" && tokens[hit.to]?.kind === "number") pending.pop();
      continue;
    }
    if (hit.value === 0 || tokens[hit.from]?.kind === "sign") continue;
    for (const negator of pending) {
      const isGood = hit.value > 0;
      hit.value *= isGood ? -NEGATED_GOOD : -NEGATED_BAD;
      // Failing at something good is as bad as failing.
      if (isGood && negator.hit.entry.weight <= -1) hit.value = Math.min(hit.value, negator.hit.entry.weight);
      const span = spans[at];
      if (span !== undefined) span.from = Math.min(span.from, negator.from);
    }
    pending = [];
  }
  for (const negator of pending) negator.hit.value = negator.hit.entry.weight;
}

/** The degree from "very" before it, or "sharply" or a percentage after it. Extends the span to include them. */
function computeDegree(tokens: readonly Token[], row: readonly Weighed[], at: number, span: Span): number {
  let factor = 1;
  let edge = span.from;
  for (let before = at - 1; before >= Math.max(0, at - 2); before -= 1) {
    const other = row[before];
    if (other?.entry.role !== "degree" || other.to !== edge) break;
    factor *= other.entry.weight;
    edge = other.from;
  }
  span.from = Math.min(span.from, edge);
  const after = row[at + 1];
  const isAdverb = after?.entry.role === "degree" && after.from === span.to;
  if (isAdverb && tokens[after.to - 1]?.text.endsWith("ly")) {
    factor *= after.entry.weight;
    span.to = after.to;
  }
  if (tokens[span.to]?.percent !== null && tokens[span.to] !== undefined) span.to += 1;
  return Math.min(factor, 2);
}

/** "+12%" and "-3%" on their own. */
function findPercentages(tokens: readonly Token[], row: readonly Weighed[]): Evidence[] {
  const figures: Evidence[] = [];
  if (!tokens.some(({ isSigned }) => isSigned)) return figures;
  const moved = new Set(row.filter(({ value }) => value !== 0).flatMap(({ to }) => [to, to + 1]));
  for (const [at, token] of tokens.entries()) {
    if (token.percent === null || token.percent === 0 || moved.has(at)) continue;
    if (!token.isSigned) continue;
    const value = Math.sign(token.percent) * (1 + Math.min(1, Math.abs(token.percent) / 10));
    figures.push({ value, key: value > 0 ? "+%" : "-%", start: token.start, end: token.end });
  }
  return figures;
}

function isAsking(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ kind }) => kind === "word");
  return tokens.at(-1)?.text === "?" || tokens.at(-2)?.text === "?" || asking.has(words[0]?.text ?? "");
}
