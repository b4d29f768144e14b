import type { Hit } from "./find-hits.ts";
import type { Token } from "./tokens.ts";
import { adjectives, intransitiveVerbs, quantities } from "./vocabulary.ts";

export interface ScoredHit extends Hit {
  value: number;
  /** The hits that a mover ("falls") or an ending ("ends") applies to. They no longer count on their own. */
  movedHits: Hit[];
  isAbsorbed: boolean;
}

/** The maximum number of tokens from a mover ahead to its object, and back to its subject. */
const REACH_AHEAD = 4;
const REACH_BACK = 6;
const COMPOUND_HITS_MAX = 4;
/** The minimum strengths of a mover and an ending with a known object or subject. */
const MOVER_STRENGTH_MIN = 1.2;
const ENDING_STRENGTH_MIN = 1.7;

/** Gives each hit a value. The value of a mover ("falls", "cuts") or an ending ("ends") depends on what it affects. */
export function scoreMovers(tokens: readonly Token[], hits: readonly Hit[]): ScoredHit[] {
  const scoredHits: ScoredHit[] = hits.map((hit) => ({
    ...hit,
    value: hit.entry.role === "sentiment" ? hit.entry.weight : 0,
    movedHits: [],
    isAbsorbed: false,
  }));
  for (const [index, hit] of scoredHits.entries()) {
    if (hit.isAbsorbed) continue;
    if (hit.entry.role === "mover") scoreMover(tokens, scoredHits, index, hit);
    else if (hit.entry.role === "ending") scoreEnding(tokens, scoredHits, index, hit);
  }
  return scoredHits;
}

function scoreMover(tokens: readonly Token[], scoredHits: ScoredHit[], index: number, hit: ScoredHit): void {
  const { key, weight } = hit.entry;
  if ((key === "up" || key === "down") && !countsAsMove(tokens, hit)) return;
  const direction = weight !== 0 ? Math.sign(weight) : DOWNWARD_MOVERS.has(key) ? -1 : 1;
  const target =
    findObject(tokens, scoredHits, index, hit) ??
    (adjectives.has(key) && !isComparison(tokens, hit)
      ? null
      : findSubject(tokens, scoredHits, index, hasValence));
  const baseWeight = key === "up" || key === "down" ? direction * 1.5 : weight;
  const sizeFactor = computeSizeFactor(tokens, hit);
  if (target === null) {
    hit.value = baseWeight * sizeFactor;
    return;
  }
  absorb(hit, target.hits);
  const strength = Math.max(Math.abs(baseWeight), MOVER_STRENGTH_MIN, Math.min(2.2, Math.abs(target.weight)));
  hit.value = direction * target.valence * strength * sizeFactor;
}

const DOWNWARD_MOVERS = new Set("down less fewer smaller low ease shorten".split(" "));

function scoreEnding(tokens: readonly Token[], scoredHits: ScoredHit[], index: number, hit: ScoredHit): void {
  const target =
    findObject(tokens, scoredHits, index, hit) ??
    findSubject(tokens, scoredHits, index, (other) => (getValence(other) ?? 0) < 0);
  const isEnded =
    target !== null &&
    (target.valence < 0 || (target.valence > 0 && target.hasSentiment && hit.entry.weight <= 0));
  if (!isEnded) {
    hit.value = hit.entry.weight;
    return;
  }
  absorb(hit, target.hits);
  hit.value = -target.valence * Math.max(ENDING_STRENGTH_MIN, Math.min(2.2, Math.abs(target.weight)));
}

/** Whether a hit refers to what precedes it, as in "hallucinates less than". */
const isComparison = (tokens: readonly Token[], { entry, to }: Hit): boolean =>
  entry.key === "less" && tokens[to]?.text === "than" && tokens[to + 1]?.kind === "word";

/**
 * Whether "up" or "down" is movement, because a percentage, an amount of money or a number of points follows ("up 5%"),
 * or because it is a predicate ("fees are down").
 */
function countsAsMove(tokens: readonly Token[], hit: Hit): boolean {
  const next = tokens[hit.to];
  if (next?.text === "to") return false;
  if (next?.kind === "number" && (next.percent !== null || next.isMoney)) return true;
  if (next?.kind === "number" && /^(?:points?|bps)$/.test(tokens[hit.to + 1]?.text ?? "")) return true;
  const before = tokens[hit.from - 1]?.text ?? "";
  return /^(?:is|are|was|were|price|prices|users|fees)$/.test(before);
}

/** The factor for a percentage shortly after a mover. */
function computeSizeFactor(tokens: readonly Token[], hit: Hit): number {
  for (let index = hit.to; index < hit.to + 4; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.kind === "break") return 1;
    if (token.percent === null) continue;
    const percent = Math.abs(token.percent);
    return percent < 1.5 ? 0.6 : percent >= 25 ? 1.4 : percent >= 10 ? 1.25 : 1;
  }
  return 1;
}

interface Target {
  readonly hits: readonly ScoredHit[];
  /** 1 if more of it is good, -1 if bad, 0 if neither. */
  readonly valence: number;
  readonly weight: number;
  /** Whether it expresses a judgment on its own, like "gains" and "fraud" but not "bitcoin". */
  readonly hasSentiment: boolean;
}

function getValence(hit: Hit): number | null {
  const { valence, role, weight } = hit.entry;
  if (valence !== null) return valence;
  return role === "sentiment" && weight !== 0 ? Math.sign(weight) : null;
}

const hasValence = (hit: Hit): boolean => getValence(hit) !== null;

function createTarget(hits: readonly ScoredHit[], head: ScoredHit): Target {
  const { weight, role, valence } = head.entry;
  const hasSentiment = role === "mover" || (role === "sentiment" && weight !== 0);
  const ownWeight = role === "sentiment" ? weight : 0;
  return { hits, valence: valence ?? Math.sign(weight), weight: ownWeight, hasSentiment };
}

/** Finds the words after a mover that it affects: "cuts fees", "a drop in fees", "falling fees". */
function findObject(tokens: readonly Token[], scoredHits: ScoredHit[], index: number, hit: Hit) {
  const isParticiple = tokens[hit.to - 1]?.text.endsWith("ing") === true;
  let canTakeObject = !intransitiveVerbs.has(hit.entry.key);
  let otherIndex = index + 1;
  for (let position = hit.to; position < hit.to + REACH_AHEAD; position += 1) {
    const token = tokens[position];
    if (token === undefined || token.kind === "break" || token.kind === "emoji") return null;
    if (LINKING_VERBS.test(token.text)) return null;
    if (token.text === "in" || token.text === "of") canTakeObject = true;
    while (scoredHits[otherIndex] !== undefined && (scoredHits[otherIndex]?.from ?? 0) < position)
      otherIndex += 1;
    const other = scoredHits[otherIndex];
    if (other === undefined || other.from !== position) continue;
    const isAgainst = hit.entry.role === "ending" && (token.text === "against" || token.text === "from");
    if (isAgainst) continue;
    if (STOPPING_ROLES.has(other.entry.role)) return null;
    const isAdverb = tokens[other.to - 1]?.text.endsWith("ly") === true;
    const isReached = canTakeObject || (isParticiple && other.entry.valence !== null && position === hit.to);
    if (other.entry.role === "mover" && other.entry.valence === null) return null;
    if (isReached && hasValence(other) && !isAdverb) return findCompound(scoredHits, otherIndex, 1, other);
    if (hasValence(other) && !isAdverb) return null;
    position = other.to - 1;
  }
  return null;
}

/** Finds the words before a mover that it affects: "fees fall", "fears of a hack fade". */
function findSubject(
  tokens: readonly Token[],
  scoredHits: ScoredHit[],
  index: number,
  accepts: (hit: Hit) => boolean,
): Target | null {
  const from = scoredHits[index]?.from ?? 0;
  let edge = from;
  for (let otherIndex = index - 1; otherIndex >= 0; otherIndex -= 1) {
    const other = scoredHits[otherIndex];
    if (other === undefined || from - other.to >= REACH_BACK || hasBreak(tokens, other.to, edge)) return null;
    edge = other.from;
    const { role } = other.entry;
    if (role === "clause" || role === "contrast" || role === "concession") return null;
    if (role === "mover" && other.movedHits.length > 0 && other.entry.valence === null) {
      const [object] = other.movedHits as ScoredHit[];
      return object === undefined ? null : createTarget([object], object);
    }
    if (role === "mover" && other.entry.valence === null) return null;
    if (other.isAbsorbed || !accepts(other)) continue;
    const wordBefore = tokens[other.from - 1]?.text ?? "";
    const preposition = /^(?:a|an|the|its|their)$/.test(wordBefore)
      ? tokens[other.from - 2]?.text
      : wordBefore;
    const head = preposition === "of" || preposition === "for" ? scoredHits[otherIndex - 1] : undefined;
    if (
      head !== undefined &&
      hasValence(head) &&
      other.from - head.to <= 2 &&
      !quantities.has(head.entry.key)
    ) {
      return createTarget([other, head], head);
    }
    return findCompound(scoredHits, otherIndex, -1, other);
  }
  return null;
}

/** Combines a hit and its neighbors into one target: "hack losses", "fraud fears". The last word is the head. */
function findCompound(scoredHits: ScoredHit[], index: number, step: 1 | -1, first: ScoredHit): Target {
  const hits = [first];
  for (let otherIndex = index + step; hits.length < COMPOUND_HITS_MAX; otherIndex += step) {
    const other = scoredHits[otherIndex];
    const last = hits.at(-1);
    if (other === undefined || last === undefined || !hasValence(other)) break;
    if (other.entry.role !== "sentiment" || (step === 1 ? last.to !== other.from : other.to !== last.from))
      break;
    hits.push(other);
  }
  const head = step === 1 ? hits.at(-1) : first;
  return createTarget(hits, head ?? first);
}

/** Verbs that begin a predicate, so no object follows: "the end was good". */
const LINKING_VERBS = /^(?:is|are|was|were|be|been|has|have|had|will|would|looks?|seems?|feels?)$/;
const STOPPING_ROLES = new Set<string>(["clause", "contrast", "concession", "preposition", "hedge"]);

function absorb(mover: ScoredHit, hits: readonly ScoredHit[]): void {
  for (const hit of hits) {
    hit.isAbsorbed = true;
    hit.value = 0;
    mover.movedHits.push(hit);
  }
}

const hasBreak = (tokens: readonly Token[], from: number, to: number): boolean =>
  tokens.slice(from, to).some(({ kind }) => kind === "break");
