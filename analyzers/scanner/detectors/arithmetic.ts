import { getInitialValue, getRootName } from "../model/expressions.ts";
import { allowsVersionBefore, type Body, isInteger } from "../model/model.ts";
import { resolveType } from "../model/resolve-type.ts";
import { type BinaryOperation, getSpan, getVariables, type Node } from "../solidity/tree.ts";
import { findBounds, isChosenByCaller } from "./bounded-values.ts";
import {
  type Context,
  createMatch,
  createNodeDetector,
  type DetectorFunction,
  type Match,
} from "./detector.ts";

/** Used for a missing name. It equals no identifier, because none contains a line break. */
const NO_NAME = "\n";

const RISKY_OPERATORS = new Set(["+", "-", "*", "+=", "-=", "*="]);

/** Finds additions, subtractions and multiplications with an unbounded value that the caller chooses. */
function findRiskyArithmetic(context: Context, body: Body, isMatch: (node: Node) => boolean): Match[] {
  // The result of a view function is only displayed, so an overflow does little harm.
  if (body.isEntry && body.isView) return [];
  const candidates = body.nodes.filter(
    (node): node is BinaryOperation =>
      node.type === "BinaryOperation" && RISKY_OPERATORS.has(node.operator) && isMatch(node),
  );
  if (candidates.length === 0) return [];
  const bounds = findBounds(context, body);
  return candidates
    .filter(({ left, right }) =>
      [left, right].some((side) => isInteger(resolveType(context.model, body, side))),
    )
    .filter(({ left, right }) => [left, right].some((side) => isChosenByCaller(context, body, side)))
    .filter((node) => !bounds.isSafe(node) && !isCheckedAfter(body, node, bounds.comparedNames))
    .map((node) => createMatch(body, node));
}

/** Whether the result is assigned to a variable that is compared, as in `require((c = a + b) >= a)`. */
function isCheckedAfter(body: Body, node: Node, comparedNames: ReadonlySet<string>): boolean {
  let inner = node;
  let outer = body.parents.get(inner);
  while (outer?.type === "TupleExpression") [inner, outer] = [outer, body.parents.get(outer)];
  if (outer?.type === "VariableDeclarationStatement")
    return getVariables(outer).some((variable) => comparedNames.has(variable?.name ?? NO_NAME));
  if (outer?.type === "BinaryOperation" && outer.operator === "=" && outer.left.type === "Identifier")
    return comparedNames.has(getRootName(outer.left) ?? NO_NAME);
  return false;
}

function findOverflows(context: Context): Match[] {
  if (!allowsVersionBefore(context.model, 8)) return [];
  return context.bodies.flatMap((body) => findRiskyArithmetic(context, body, () => true));
}

function findUncheckedArithmetic(context: Context): Match[] {
  if (allowsVersionBefore(context.model, 8)) return [];
  return context.bodies.flatMap((body) => {
    const uncheckedSpans = body.nodes.filter((node) => node.type === "UncheckedStatement").map(getSpan);
    if (uncheckedSpans.length === 0) return [];
    return findRiskyArithmetic(context, body, (node) => {
      const inner = getSpan(node);
      return uncheckedSpans.some(({ start, end }) => inner.start >= start && inner.end <= end);
    });
  });
}

const losesPrecision = (node: Node, body: Body): boolean =>
  node.type === "BinaryOperation" &&
  (node.operator === "*" || node.operator === "*=") &&
  [node.left, node.right].some((side) => {
    const value = getInitialValue(body, side);
    return value.type === "BinaryOperation" && value.operator === "/";
  });

export const ARITHMETIC = {
  "integer-overflow": findOverflows,
  "unchecked-arithmetic": findUncheckedArithmetic,
  "divide-before-multiply": createNodeDetector(losesPrecision),
} satisfies Readonly<Record<string, DetectorFunction>>;
