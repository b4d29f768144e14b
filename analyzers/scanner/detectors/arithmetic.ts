import { getRootName, unwrap } from "../model/expressions.ts";
import { type Body, isBefore, isInteger } from "../model/model.ts";
import { resolveType } from "../model/resolve-type.ts";
import { type BinaryOperation, type Expression, getSpan, getVariables, type Node } from "../solidity/tree.ts";
import { findBounds, isChosenByCaller } from "./bounded-values.ts";
import { type Context, createMatch, type DetectorFunction, type Match } from "./detector.ts";

const RISKY_OPERATORS = new Set(["+", "-", "*", "+=", "-=", "*="]);

/** Additions, subtractions and multiplications with an unbounded value from outside. */
function findRiskyArithmetic(context: Context, body: Body, isMatch: (node: Node) => boolean): Match[] {
  // A view function's result is only displayed.
  if (body.isEntry && body.isView) return [];
  const candidates = body.nodes.filter(
    (node): node is BinaryOperation =>
      node.type === "BinaryOperation" && RISKY_OPERATORS.has(node.operator) && isMatch(node),
  );
  if (candidates.length === 0) return [];
  const bounds = findBounds(context, body);
  return candidates
    .filter(({ left, right }) => isFigure(context, body, left) || isFigure(context, body, right))
    .filter(
      ({ left, right }) => isChosenByCaller(context, body, left) || isChosenByCaller(context, body, right),
    )
    .filter((node) => !bounds.isSafe(node) && !isCheckedAfter(body, node, bounds.mentioned))
    .map((node) => createMatch(body, node));
}

const isFigure = (context: Context, body: Body, side: Expression): boolean =>
  isInteger(resolveType(context.model, body, side));

/**
 * Whether the result is assigned to a variable that is compared: `c = a + b; require(c >= a)` or `require((c = a + b)
 * >= a)`.
 */
function isCheckedAfter(body: Body, node: Node, mentioned: ReadonlySet<string>): boolean {
  let inner = node;
  let outer = body.parents.get(inner);
  while (outer?.type === "TupleExpression") [inner, outer] = [outer, body.parents.get(outer)];
  if (outer?.type === "VariableDeclarationStatement")
    return getVariables(outer).some((variable) => mentioned.has(variable?.name ?? "\n"));
  if (outer?.type === "BinaryOperation" && outer.operator === "=" && outer.left.type === "Identifier")
    return mentioned.has(getRootName(outer.left) ?? "\n");
  return false;
}

function findOverflows(context: Context): Match[] {
  if (!isBefore(context.model, 8)) return [];
  return context.bodies.flatMap((body) => findRiskyArithmetic(context, body, () => true));
}

function findUnchecked(context: Context): Match[] {
  if (isBefore(context.model, 8)) return [];
  return context.bodies.flatMap((body) => {
    const unchecked = body.nodes.filter((node) => node.type === "UncheckedStatement").map(getSpan);
    if (unchecked.length === 0) return [];
    return findRiskyArithmetic(context, body, (node) => {
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
        const inner = unwrap(side);
        const value = inner.type === "Identifier" ? body.firstValues.get(inner.name) : inner;
        const divided = value === undefined ? undefined : unwrap(value);
        return divided?.type === "BinaryOperation" && divided.operator === "/";
      });
      if (isDivided) matches.push(createMatch(body, node));
    }
  }
  return matches;
}

/** Keyed by catalog id. */
export const ARITHMETIC = {
  "integer-overflow": findOverflows,
  "unchecked-arithmetic": findUnchecked,
  "divide-before-multiply": findLostPrecision,
} satisfies Readonly<Record<string, DetectorFunction>>;
