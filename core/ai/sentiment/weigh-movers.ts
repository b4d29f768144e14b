import type { Hit } from "./find-hits.ts";
import type { Token } from "./tokens.ts";
import { adjectives, intransitive, quantities } from "./vocabulary.ts";

/** A hit with its value in context. */
export interface Weighed extends Hit {
  value: number;
  /** What a mover moves, which then no longer counts on its own. */
  moved: Hit[];
  isAbsorbed: boolean;
}

/** How many tokens a mover looks ahead and back for what it moves. */
const REACH_AHEAD = 4;
const REACH_BACK = 6;
const COMPOUND_MAX = 4;
/** The minimum value of a mover with a known object. */
const LEAST = 1.2;
const END_WEIGHT = 1.7;

/** Values each hit. Movers such as "falls", "cuts" and "ends" are valued by what they move. */
export function weighMovers(tokens: readonly Token[], hits: readonly Hit[]): Weighed[] {
  const row: Weighed[] = hits.map((hit) => ({
    ...hit,
    value: hit.entry.role === "judges" ? hit.entry.weight : 0,
    moved: [],
    isAbsorbed: false,
  }));
  for (const [at, hit] of row.entries()) {
    if (hit.isAbsorbed) continue;
    if (hit.entry.role === "moves") weighMove(tokens, row, at, hit);
    else if (hit.entry.role === "ends") weighEnd(tokens, row, at, hit);
  }
  return row;
}

function weighMove(tokens: readonly Token[], row: Weighed[], at: number, hit: Weighed): void {
  const { key, weight } = hit.entry;
  if ((key === "up" || key === "down") && !isStated(tokens, hit)) return;
  const direction = weight !== 0 ? Math.sign(weight) : DOWNWARD.has(key) ? -1 : 1;
  const target =
    findObject(tokens, row, at, hit) ??
    (adjectives.has(key) && !isCompared(tokens, hit) ? null : findSubject(tokens, row, at, hasValence));
  const plain = key === "up" || key === "down" ? direction * 1.5 : weight;
  const size = measureSize(tokens, hit);
  if (target === null) {
    hit.value = plain * size;
    return;
  }
  absorb(hit, target.hits);
  const strength = Math.max(Math.abs(plain), LEAST, Math.min(2.2, Math.abs(target.weight)));
  hit.value = direction * target.valence * strength * size;
}

const DOWNWARD = new Set("down less fewer smaller low ease shorten".split(" "));

function weighEnd(tokens: readonly Token[], row: Weighed[], at: number, hit: Weighed): void {
  const target =
    findObject(tokens, row, at, hit) ?? findSubject(tokens, row, at, (other) => (getValence(other) ?? 0) < 0);
  const isEnded =
    target !== null &&
    (target.valence < 0 || (target.valence > 0 && target.isJudging && hit.entry.weight <= 0));
  if (!isEnded) {
    hit.value = hit.entry.weight;
    return;
  }
  absorb(hit, target.hits);
  hit.value = -target.valence * Math.max(END_WEIGHT, Math.min(2.2, Math.abs(target.weight)));
}

/** "Hallucinates less than": "less" refers to what precedes it. */
function isCompared(tokens: readonly Token[], hit: Hit): boolean {
  return hit.entry.key === "less" && tokens[hit.to]?.text === "than" && tokens[hit.to + 1]?.kind === "word";
}

/** "Up" and "down" only count with a figure or as a predicate: "up 5%", "fees are down". */
function isStated(tokens: readonly Token[], hit: Hit): boolean {
  const next = tokens[hit.to];
  if (next?.text === "to") return false;
  if (next?.kind === "number" && (next.percent !== null || next.isMoney)) return true;
  const before = tokens[hit.from - 1]?.text ?? "";
  return /^(?:is|are|was|were|price|prices|users|fees)$/.test(before);
}

/** A percentage right after it gives the size. */
function measureSize(tokens: readonly Token[], hit: Hit): number {
  for (let at = hit.to; at < hit.to + 4; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === "break") return 1;
    if (token.percent === null) continue;
    const percent = Math.abs(token.percent);
    return percent < 1.5 ? 0.6 : percent >= 25 ? 1.4 : percent >= 10 ? 1.25 : 1;
  }
  return 1;
}

interface Target {
  readonly hits: readonly Weighed[];
  /** 1, 0 or -1. */
  readonly valence: number;
  readonly weight: number;
  /** It judges on its own, like "gains" and "fraud" but not "bitcoin". */
  readonly isJudging: boolean;
}

function getValence(hit: Hit): number | null {
  const { valence, role, weight } = hit.entry;
  if (valence !== null) return valence;
  return role === "judges" && weight !== 0 ? Math.sign(weight) : null;
}

function hasValence(hit: Hit): boolean {
  return getValence(hit) !== null;
}

function createTarget(hits: readonly Weighed[], head: Weighed): Target {
  const { weight, role, valence } = head.entry;
  const isJudging = role === "moves" || (role === "judges" && weight !== 0);
  return { hits, valence: valence ?? Math.sign(weight), weight: role === "judges" ? weight : 0, isJudging };
}

/** What follows a mover: "cuts fees", "a drop in fees", "falling fees". */
function findObject(tokens: readonly Token[], row: Weighed[], at: number, hit: Hit): Target | null {
  const isParticiple = tokens[hit.to - 1]?.text.endsWith("ing") === true;
  let isFree = !intransitive.has(hit.entry.key);
  let next = at + 1;
  for (let token = hit.to; token < hit.to + REACH_AHEAD; token += 1) {
    const word = tokens[token];
    if (word === undefined || word.kind === "break" || word.kind === "sign") return null;
    if (BEING.test(word.text)) return null;
    if (word.text === "in" || word.text === "of") isFree = true;
    while (row[next] !== undefined && (row[next]?.from ?? 0) < token) next += 1;
    const other = row[next];
    if (other === undefined || other.from !== token) continue;
    const isAgainst = hit.entry.role === "ends" && (word.text === "against" || word.text === "from");
    if (isAgainst) continue;
    if (STOPS_AHEAD.has(other.entry.role)) return null;
    const isAdverb = tokens[other.to - 1]?.text.endsWith("ly") === true;
    const reached = isFree || (isParticiple && other.entry.valence !== null && token === hit.to);
    if (other.entry.role === "moves" && other.entry.valence === null) return null;
    if (reached && hasValence(other) && !isAdverb) return withCompound(row, next, 1, other);
    if (hasValence(other) && !isAdverb) return null;
    token = other.to - 1;
  }
  return null;
}

/** What precedes a mover: "fees fall", "fears of a hack fade". */
function findSubject(
  tokens: readonly Token[],
  row: Weighed[],
  at: number,
  accepts: (hit: Hit) => boolean,
): Target | null {
  const from = row[at]?.from ?? 0;
  let edge = from;
  for (let before = at - 1; before >= 0; before -= 1) {
    const other = row[before];
    if (other === undefined || from - other.to >= REACH_BACK || hasBreak(tokens, other.to, edge)) return null;
    edge = other.from;
    const { role } = other.entry;
    if (role === "clause" || role === "contrast" || role === "concession") return null;
    if (role === "moves" && other.moved.length > 0 && other.entry.valence === null) {
      const [same] = other.moved as Weighed[];
      return same === undefined ? null : createTarget([same], same);
    }
    if (role === "moves" && other.entry.valence === null) return null;
    if (other.isAbsorbed || !accepts(other)) continue;
    const link = tokens[other.from - 1]?.text ?? "";
    const article = /^(?:a|an|the|its|their)$/.test(link) ? tokens[other.from - 2]?.text : link;
    const head = article === "of" || article === "for" ? row[before - 1] : undefined;
    if (
      head !== undefined &&
      hasValence(head) &&
      other.from - head.to <= 2 &&
      !quantities.has(head.entry.key)
    ) {
      return createTarget([other, head], head);
    }
    return withCompound(row, before, -1, other);
  }
  return null;
}

/** "Hack losses", "fraud fears": adjacent hits move as one, and the last one is the head. */
function withCompound(row: Weighed[], at: number, step: 1 | -1, first: Weighed): Target {
  const hits = [first];
  for (let next = at + step; hits.length < COMPOUND_MAX; next += step) {
    const other = row[next];
    const last = hits.at(-1);
    if (other === undefined || last === undefined || !hasValence(other)) break;
    if (other.entry.role !== "judges" || (step === 1 ? last.to !== other.from : other.to !== last.from))
      break;
    hits.push(other);
  }
  const head = step === 1 ? hits.at(-1) : first;
  return createTarget(hits, head ?? first);
}

/** Predicates aren't moved: "the end was good". */
const BEING = /^(?:is|are|was|were|be|been|has|have|had|will|would|looks?|seems?|feels?)$/;
const STOPS_AHEAD = new Set<string>(["clause", "contrast", "concession", "preposition", "hedge"]);

function absorb(hit: Weighed, targets: readonly Weighed[]): void {
  for (const target of targets) {
    target.isAbsorbed = true;
    target.value = 0;
    hit.moved.push(target);
  }
}

function hasBreak(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (tokens[at]?.kind === "break") return true;
  return false;
}
