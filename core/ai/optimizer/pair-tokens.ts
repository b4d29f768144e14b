import type { Draft, Holding } from "./holdings.ts";
import type { Token } from "./split-holdings.ts";
import { takeWishes } from "./take-wishes.ts";

type NumberToken = Extract<Token, { kind: "number" }>;
type AssetToken = Extract<Token, { kind: "asset" }>;
type WordToken = Extract<Token, { kind: "word" }>;

/** More than all money there is: a slip of the keyboard. */
const MOST = 1e15;

/** Reads the tokens of one line into the draft: first what stands between commas, then numbers left alone beside a name. */
export function pairTokens(line: string, tokens: readonly Token[], draft: Draft): void {
  const groups = joinLonely(splitGroups(joinRanges(tokens)));
  const isRow = /[|\t]/.test(line) || groups.some(({ isJoined }) => isJoined);
  for (const { tokens: group } of groups) pairGroup(line, takeWishes(line, group, draft), draft, isRow);
}

interface Group {
  tokens: Token[];
  /** Whether it stands in a cell of its own, after a comma or the like. */
  isCell: boolean;
  isJoined: boolean;
}

/** "between 10% and 40%" is one wish: the break inside it goes. */
function joinRanges(tokens: readonly Token[]): Token[] {
  const isInside = (at: number) =>
    tokens[at]?.kind === "break" &&
    tokens[at - 1]?.kind === "number" &&
    tokens[at + 1]?.kind === "number" &&
    tokens
      .slice(Math.max(0, at - 3), at - 1)
      .some((token) => token.kind === "limit" && token.side === "both");
  return tokens.filter((_, at) => !isInside(at));
}

function splitGroups(tokens: readonly Token[]): Group[] {
  const groups: Group[] = [{ tokens: [], isCell: false, isJoined: false }];
  for (const token of tokens)
    if (token.kind === "break") groups.push({ tokens: [], isCell: token.isCell, isJoined: false });
    else groups.at(-1)?.tokens.push(token);
  return groups.filter((group) => group.tokens.length > 0);
}

/** "BTC,0.5" and "| 0.5 | BTC |": a number alone goes to the name alone beside it. */
function joinLonely(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  const isNumber = ({ tokens }: Group) => tokens.length === 1 && tokens[0]?.kind === "number";
  const isName = ({ tokens }: Group) =>
    tokens.length <= 3 && tokens.every(({ kind }) => kind === "asset" || kind === "word");
  for (const group of groups) {
    const last = joined.at(-1);
    const fits =
      last && group.isCell && ((isNumber(group) && isName(last)) || (isName(group) && isNumber(last)));
    if (last && fits) {
      last.tokens.push(...group.tokens);
      last.isJoined = true;
    } else joined.push({ ...group });
  }
  return joined;
}

/** Pairs the names and numbers of a group in their order: whichever comes first leads. */
function pairGroup(line: string, group: readonly Token[], draft: Draft, isRow: boolean): void {
  const said = group.filter(({ kind }) => kind !== "each");
  const [first, last] = [said[0], said.at(-1)];
  if (!first || !last) return;
  const quote = () => draft.notUnderstood.push(line.slice(first.start, last.end));
  const numbers = group.filter((token): token is NumberToken => token.kind === "number");
  const names = group.filter(
    (token): token is AssetToken | WordToken =>
      token.kind === "asset" || (token.kind === "word" && isNamed(group, token)),
  );
  if (names.length === 0) {
    const isMoney = numbers.length > 0 && numbers.every((one) => one.unit === "usd" && isAmount(one.value));
    const hasWords = said.length > numbers.length;
    if (isMoney && !isRow && !hasWords) for (const { value } of numbers) draft.cash += value;
    else if (numbers.length > 0 || hasWords) quote();
    return;
  }
  const isNumberFirst =
    group.find((token) => token.kind === "number" || names.includes(token as AssetToken))?.kind === "number";
  const order = isNumberFirst ? group.toReversed() : group;
  const paired = new Map<AssetToken | WordToken, NumberToken[]>(names.map((name) => [name, []]));
  let name: AssetToken | WordToken | null = null;
  for (const token of order)
    if (token.kind === "number") (paired.get(name ?? (names[0] as AssetToken)) ?? []).push(token);
    else if (names.includes(token as AssetToken)) name = token as AssetToken;
  for (const one of names) addHolding(line, one, paired.get(one) ?? [], draft, isNumberFirst);
}

/** Whether a word that is no known asset stands where one would: like a symbol, or beside a number. */
function isNamed(group: readonly Token[], word: WordToken): boolean {
  const at = group.indexOf(word);
  return word.isSymbol || group[at - 1]?.kind === "number" || group[at + 1]?.kind === "number";
}

const isAmount = (value: number) => value >= 0 && value < MOST;

function addHolding(
  line: string,
  name: AssetToken | WordToken,
  numbers: readonly NumberToken[],
  draft: Draft,
  isNumberFirst: boolean,
): void {
  const inOrder = isNumberFirst ? numbers.toReversed() : numbers;
  const places = [name, ...inOrder];
  const text = () =>
    line.slice(Math.min(...places.map(({ start }) => start)), Math.max(...places.map(({ end }) => end)));
  const rank = ["plain", "usd", "percent", "other"];
  const figure = inOrder.toSorted((a, b) => rank.indexOf(a.unit) - rank.indexOf(b.unit))[0];
  if (name.kind === "word" || (figure && (figure.unit === "other" || !isAmount(figure.value)))) {
    draft.notUnderstood.push(text());
    return;
  }
  const holding: Holding = {
    history: name.history,
    amount: figure?.unit === "plain" ? figure.value : null,
    money: figure?.unit === "usd" ? figure.value : null,
    share: figure?.unit === "percent" ? figure.value / 100 : null,
  };
  draft.holdings.push(holding);
  // What the amount is worth is looked up; a second figure of another kind is its worth or its share, not lost.
  const spare = inOrder.filter((one) => one !== figure && one.unit === figure?.unit);
  for (const one of spare) draft.notUnderstood.push(`${one.text} (beside ${name.history.symbol})`);
}
