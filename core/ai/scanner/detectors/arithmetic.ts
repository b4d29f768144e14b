import { bare, isGiven, isPath, rootName } from "../model/expressions.ts";
import { type Body, isBefore, isInteger } from "../model/model.ts";
import { resolveType } from "../model/resolve-type.ts";
import { type BinaryOperation, type Expression, getSpan, getVariables, type Node } from "../solidity/tree.ts";
import { type Context, type Find, inBody, type Match } from "./detector.ts";

const RISKY = new Set(["+", "-", "*", "+=", "-=", "*="]);
const RELATIONS = new Set(["<", ">", "<=", ">=", "==", "!="]);

/** Additions, subtractions and multiplications with an unbounded value from the caller. */
function riskyIn(context: Context, body: Body, isMeant: (node: Node) => boolean): Match[] {
  const candidates = body.nodes.filter(
    (node): node is BinaryOperation =>
      node.type === "BinaryOperation" && RISKY.has(node.operator) && isMeant(node),
  );
  if (candidates.length === 0) return [];
  const write = (expression: Expression) => {
    const { start, end } = getSpan(expression);
    return normalize(context.model.text.slice(start, end));
  };
  const compared = new Set<string>();
  const bounded = new Set<string>();
  for (const node of body.nodes) {
    if (node.type !== "BinaryOperation" || !RELATIONS.has(node.operator)) continue;
    const [left, right] = [write(bare(node.left)), write(bare(node.right))];
    compared.add(`${left}\n${right}`).add(`${right}\n${left}`);
    for (const side of [left, right]) bounded.add(side);
  }
  return candidates
    .filter(({ left, right, operator }) => {
      if (!isFigure(context, body, left) && !isFigure(context, body, right)) return false;
      if (!isFromCaller(body, left) && !isFromCaller(body, right)) return false;
      return !(operator.startsWith("-") && compared.has(`${write(bare(left))}\n${write(bare(right))}`));
    })
    .filter((node) => !isCheckedAfter(body, node, bounded))
    .map((node) => inBody(body, node));
}

const normalize = (text: string): string => text.replace(/\s+/g, "");

const isFigure = (context: Context, body: Body, side: Expression): boolean =>
  isPath(bare(side), "msg", "value") || isInteger(resolveType(context.model, body, side));

const isFromCaller = (body: Body, side: Expression): boolean => {
  const inner = bare(side);
  // An element at a given index is not itself given.
  if (inner.type === "BinaryOperation")
    return isFromCaller(body, inner.left) || isFromCaller(body, inner.right);
  return isPath(inner, "msg", "value") || isGiven(body, inner);
};

/** `c = a + b; require(c >= a)`: the result is assigned to a variable that is compared. */
function isCheckedAfter(body: Body, node: Node, bounded: ReadonlySet<string>): boolean {
  let outer = body.parents.get(node);
  while (outer?.type === "TupleExpression") outer = body.parents.get(outer);
  if (outer?.type === "VariableDeclarationStatement")
    return getVariables(outer).some((variable) => bounded.has(variable?.name ?? "\n"));
  if (outer?.type === "BinaryOperation" && outer.operator === "=" && outer.left.type === "Identifier")
    return bounded.has(rootName(outer.left) ?? "\n");
  return false;
}

function findOverflows(context: Context): Match[] {
  if (!isBefore(context.model, 8)) return [];
  return context.bodies.flatMap((body) => riskyIn(context, body, () => true));
}

function findUnchecked(context: Context): Match[] {
  if (isBefore(context.model, 8)) return [];
  return context.bodies.flatMap((body) => {
    const unchecked = body.nodes.filter((node) => node.type === "UncheckedStatement").map(getSpan);
    if (unchecked.length === 0) return [];
    return riskyIn(context, body, (node) => {
      const inner = getSpan(node);
      return unchecked.some(({ start, end }) => inner.start >= start && inner.end <= end);
    });
  });
}

function findLostPrecision({ bodies }: Context): Match[] {
  const matches: Match[] = [];
  for (const body of bodies) {
    for (const node of body.nodes) {
      if (node.type !== "BinaryOperation" || (node.operator !== "*" && node.operator !== "*=")) continue;
      const isDivided = [node.left, node.right].some((side) => {
        const inner = bare(side);
        const value = inner.type === "Identifier" ? body.firstValue.get(inner.name) : inner;
        const divided = value === undefined ? undefined : bare(value);
        return divided?.type === "BinaryOperation" && divided.operator === "/";
      });
      if (isDivided) matches.push(inBody(body, node));
    }
  }
  return matches;
}

/** Keyed by catalogue id. */
export const ARITHMETIC = {
  "integer-overflow": findOverflows,
  "unchecked-arithmetic": findUnchecked,
  "divide-before-multiply": findLostPrecision,
} satisfies Readonly<Record<string, Find>>;
