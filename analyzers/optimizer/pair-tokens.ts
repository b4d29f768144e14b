import { extractLimits } from "./extract-limits.ts";
import type { Draft } from "./holdings.ts";
import { findLeftOutReason } from "./parse-number.ts";
import { type AssetToken, type NumberToken, quoteTokens, type Token } from "./split-holdings.ts";

type WordToken = Extract<Token, { kind: "word" }>;

/** Adds the holdings and limits in one line to the draft. Each part between commas is read on its own. */
export function pairTokens(line: string, tokens: readonly Token[], draft: Draft): void {
  const groups = joinLoneNumbers(splitGroups(joinPurchases(line, joinRanges(tokens))));
  const isRow = /[|\t]/.test(line) || groups.some(({ isJoined }) => isJoined);
  let isAfterRest = false;
  for (const { tokens: group } of groups) {
    const remainingTokens = extractLimits(line, group, draft);
    dropRedundantToken(remainingTokens);
    // "The rest in ADA and ETH" covers all assets up to the next figure.
    if (remainingTokens.some(({ kind }) => kind === "number")) isAfterRest = false;
    if (remainingTokens.some(({ kind }) => kind === "rest")) isAfterRest = true;
    if (isAfterRest) takeRest(remainingTokens, draft);
    pairGroup(line, remainingTokens, draft, isRow);
  }
}

/**
 * Drops either the word or the figure from "the remaining 40%", since both say the same: the word if an asset follows, as
 * in "the remaining 40% in ETH", otherwise the figure, as in "the remaining 40%, split between …".
 */
function dropRedundantToken(group: Token[]): void {
  const at = group.findIndex(({ kind }) => kind === "rest");
  const figure = group[at + 1];
  if (at < 0 || figure?.kind !== "number" || figure.unit !== "percent") return;
  group.splice(group.some(({ kind }) => kind === "asset") ? at : at + 1, 1);
}

/** Moves the assets that share "the rest" from a group to the draft. */
function takeRest(group: Token[], draft: Draft): void {
  const at = group.findIndex(({ kind }) => kind === "rest");
  if (at < 0 && group.some(({ kind }) => kind !== "asset")) return;
  // In "BTC 50% rest ADA", only the asset after "rest" gets it. Without a number ("ADA: the rest"), every asset does.
  const hasNumber = group.some(({ kind }) => kind === "number");
  const isTaken = (token: Token, index: number): token is AssetToken =>
    token.kind === "asset" && (!hasNumber || index > at);
  draft.rest.push(...group.filter(isTaken).map(({ history }) => history));
  const remainingTokens = group.filter((token, index) => token.kind !== "rest" && !isTaken(token, index));
  group.splice(0, group.length, ...remainingTokens);
}

/**
 * Drops the break inside "60% into BTC", which is one holding, but not in "split $900 into BTC and ETH", where the figure
 * belongs to several assets.
 */
function joinPurchases(line: string, tokens: readonly Token[]): Token[] {
  const isInside = (index: number) => {
    const token = tokens[index];
    if (token?.kind !== "break" || line.slice(token.start, token.end).toLowerCase() !== "into") return false;
    const next = tokens.slice(index + 2).find(({ kind }) => kind !== "break");
    return (
      tokens[index - 1]?.kind === "number" && tokens[index + 1]?.kind === "asset" && next?.kind !== "asset"
    );
  };
  return tokens.filter((_, index) => !isInside(index));
}

/** Drops the break inside "between 10% and 40%", which is a single limit. */
function joinRanges(tokens: readonly Token[]): Token[] {
  const isInside = (index: number) =>
    tokens[index]?.kind === "break" &&
    tokens[index - 1]?.kind === "number" &&
    tokens[index + 1]?.kind === "number" &&
    tokens
      .slice(Math.max(0, index - 3), index - 1)
      .some((token) => token.kind === "limit" && token.side === "both");
  return tokens.filter((_, index) => !isInside(index));
}

interface Group {
  tokens: Token[];
  /** Whether a comma or another cell separator precedes it. */
  isCell: boolean;
  /** Whether it consists of two cells, a name and a number. */
  isJoined: boolean;
}

function splitGroups(tokens: readonly Token[]): Group[] {
  const groups: Group[] = [{ tokens: [], isCell: false, isJoined: false }];
  for (const token of tokens)
    if (token.kind === "break") groups.push({ tokens: [], isCell: token.isCellBreak, isJoined: false });
    else groups.at(-1)?.tokens.push(token);
  return groups.filter((group) => group.tokens.length > 0);
}

/** Joins a lone number with the lone name next to it, as in "BTC,0.5" and "| 0.5 | BTC |". */
function joinLoneNumbers(groups: readonly Group[]): Group[] {
  const joinedGroups: Group[] = [];
  const isNumber = ({ tokens }: Group) => tokens.length === 1 && tokens[0]?.kind === "number";
  const isName = ({ tokens }: Group) =>
    tokens.length <= 3 && tokens.every(({ kind }) => kind === "asset" || kind === "word");
  for (const group of groups) {
    const last = joinedGroups.at(-1);
    const isPair =
      last && group.isCell && ((isNumber(group) && isName(last)) || (isName(group) && isNumber(last)));
    if (last && isPair) {
      last.tokens.push(...group.tokens);
      last.isJoined = true;
    } else joinedGroups.push({ ...group });
  }
  return joinedGroups;
}

/** Pairs a group's names and numbers in order, starting with whichever comes first. */
function pairGroup(line: string, group: readonly Token[], draft: Draft, isRow: boolean): void {
  const relevantTokens = group.filter(({ kind }) => kind !== "each");
  const [first, last] = [relevantTokens[0], relevantTokens.at(-1)];
  if (!first || !last) return;
  const reportGroup = () => draft.unusedInputs.push(line.slice(first.start, last.end));
  const numbers = group.filter((token): token is NumberToken => token.kind === "number");
  const names = group.filter(
    (token): token is AssetToken | WordToken =>
      token.kind === "asset" || (token.kind === "word" && looksLikeAsset(group, token)),
  );
  if (names.length === 0) {
    const isMoney =
      numbers.length > 0 &&
      numbers.every((number) => number.unit === "usd" && findLeftOutReason(number) === null);
    const hasWords = relevantTokens.length > numbers.length;
    if (isMoney && !isRow && !hasWords) for (const { value } of numbers) draft.unassignedMoney += value;
    else if (numbers.length > 0 || hasWords) reportGroup();
    return;
  }
  const isNumberFirst =
    group.find((token) => token.kind === "number" || names.includes(token as AssetToken))?.kind === "number";
  const order = isNumberFirst ? group.toReversed() : group;
  const numbersByName = new Map<AssetToken | WordToken, NumberToken[]>(names.map((name) => [name, []]));
  let name: AssetToken | WordToken | null = null;
  for (const token of order)
    if (token.kind === "number") (numbersByName.get(name ?? (names[0] as AssetToken)) ?? []).push(token);
    else if (names.includes(token as AssetToken)) name = token as AssetToken;
  for (const eachName of names)
    addHolding(line, eachName, numbersByName.get(eachName) ?? [], draft, isNumberFirst);
}

/** Whether an unknown word looks like a symbol or is next to a number, as an asset would be. */
function looksLikeAsset(group: readonly Token[], word: WordToken): boolean {
  const index = group.indexOf(word);
  return word.isSymbol || group[index - 1]?.kind === "number" || group[index + 1]?.kind === "number";
}

function addHolding(
  line: string,
  name: AssetToken | WordToken,
  numbers: readonly NumberToken[],
  draft: Draft,
  isNumberFirst: boolean,
): void {
  const numbersInOrder = isNumberFirst ? numbers.toReversed() : numbers;
  const text = quoteTokens(line, [name, ...numbersInOrder]);
  const unitsByPriority = ["plain", "usd", "percent", "other"];
  const figure = numbersInOrder.toSorted(
    (a, b) => unitsByPriority.indexOf(a.unit) - unitsByPriority.indexOf(b.unit),
  )[0];
  const figureReason = figure ? findLeftOutReason(figure) : null;
  if (name.kind === "word" || figureReason !== null) {
    draft.unusedInputs.push(text);
    const kind = name.kind === "word" ? (name.isSymbol ? "unknown" : null) : figureReason;
    const entry = name.kind === "word" ? name.text : name.history.symbol;
    if (kind !== null) draft.reasons.set(text, { kind, entry });
    return;
  }
  if (figure && /^\s*[-−]\s*$/.test(line.slice(name.end, figure.start))) draft.dashedHoldings.push(text);
  draft.holdings.push({
    history: name.history,
    amount: figure?.unit === "plain" ? figure.value : null,
    money: figure?.unit === "usd" ? figure.value : null,
    share: figure?.unit === "percent" ? figure.value / 100 : null,
  });
  // A second number of another kind (value or share) is redundant; one of the same kind is reported.
  const extraFigures = numbersInOrder.filter(
    (candidate) => candidate !== figure && candidate.unit === figure?.unit,
  );
  for (const number of extraFigures)
    draft.unusedInputs.push(`${number.text} (next to ${name.history.symbol})`);
}
