import { isExternalInput } from "../model/caller-input.ts";
import { findConditions, splitCondition } from "../model/conditions.ts";
import { getCalleeName, getCode, unwrap } from "../model/expressions.ts";
import { memoize } from "../model/memoize.ts";
import { allowsVersionBefore, type Body } from "../model/model.ts";
import { collectNodes, listAncestors } from "../model/walk.ts";
import type { BinaryOperation, Expression, Node } from "../solidity/tree.ts";
import type { Context } from "./detector.ts";

const RELATIONS = new Set(["<", ">", "<=", ">=", "==", "!="]);
/** Functions that revert if the result overflows: SafeMath and its many copies. */
const CHECKED_OPERATION = /^(?:safe)?(?:sub|add|mul)$/i;

/** Whether the caller chooses a value. `msg.value` doesn't count: there isn't enough ether to overflow it. */
export const isChosenByCaller = (context: Context, body: Body, value: Expression): boolean =>
  isChosen(unwrap(value), body, context);

/** A recursive call returns false, because a variable computed from itself gets no new value from the caller. */
const isChosen = memoize((inner: Expression, body: Body, context: Context): boolean => {
  if (inner.type === "BinaryOperation")
    return [inner.left, inner.right].some((part) => isChosenByCaller(context, body, part));
  const isLocal = inner.type === "Identifier" && !body.parameters.has(inner.name);
  const value = isLocal ? body.firstValues.get(inner.name) : undefined;
  // An element of a stored array or mapping isn't chosen by the caller, even if its index is.
  return value === undefined
    ? isExternalInput(context.graph, body, inner)
    : isChosenByCaller(context, body, value);
}, false);

/** Finds the values that a body limits by comparisons and checked operations, and the names in its comparisons. */
export function findBounds(context: Context, body: Body) {
  const toText = (expression: Expression): string => getCode(context.model, expression);
  /**
   * Pairs of compared values, in both orders, because it isn't known which branch runs. A first value of `number` means
   * any constant, and a leading `+` marks the addends of a checked sum.
   */
  const comparedPairs = new Set<string>();
  const comparedNames = new Set<string>();
  /**
   * Values that must not exceed a value the caller doesn't choose, that are passed to a checked operation, or that were
   * subtracted with an overflow check.
   */
  const boundedValues = new Set<string>();
  /** Values that were added with an overflow check. */
  const summedValues = new Set<string>();
  /** Values that must not exceed a constant number. */
  const smallValues = new Set<string>();
  const isFromCaller = (value: Expression): boolean => isChosenByCaller(context, body, value);
  for (const node of body.nodes) {
    if (node.type === "FunctionCall") {
      const isChecked = CHECKED_OPERATION.test(getCalleeName(node.expression));
      if (isChecked) for (const value of node.arguments) boundedValues.add(toText(value));
    }
    if (node.type !== "BinaryOperation") continue;
    if (RELATIONS.has(node.operator)) {
      const sides = [node.left, node.right] as const;
      comparedPairs
        .add(`${toText(sides[0])}\n${toText(sides[1])}`)
        .add(`${toText(sides[1])}\n${toText(sides[0])}`);
      for (const [side, other] of [sides, [sides[1], sides[0]] as const])
        if (isNumber(body, other)) comparedPairs.add(`number\n${toText(side)}`);
      for (const inner of collectNodes(node)) if (inner.type === "Identifier") comparedNames.add(inner.name);
      addSumChecks(unwrap(sides[0]), sides[1]);
      addSumChecks(unwrap(sides[1]), sides[0]);
    } else if (isCheckedArithmetic(context, body, node))
      (node.operator.startsWith("-") ? boundedValues : summedValues).add(toText(node.right));
  }
  for (const { lesser, greater } of findUpperBounds(body)) {
    if (isNumber(body, greater)) smallValues.add(toText(lesser));
    else if (!isFromCaller(greater)) boundedValues.add(toText(lesser));
  }
  return { isSafe, comparedNames };

  /** A check such as `require(a + b >= a)` makes that addition safe, in the check and wherever else it occurs. */
  function addSumChecks(sum: Expression, other: Expression): void {
    if (sum.type !== "BinaryOperation" || sum.operator !== "+") return;
    const [left, right, bound] = [toText(sum.left), toText(sum.right), toText(other)];
    if (bound === left || bound === right) comparedPairs.add(`+${left}\n${right}`).add(`+${right}\n${left}`);
  }

  /** Whether an operation can't overflow. */
  function isSafe({ operator, left, right }: BinaryOperation): boolean {
    const [a, b] = [toText(left), toText(right)];
    if (operator.startsWith("-"))
      return (
        comparedPairs.has(`${a}\n${b}`) ||
        // After a checked `balance -= amount`, an unchecked `total -= amount` is safe: no balance exceeds the total.
        (!allowsVersionBefore(context.model, 8) && boundedValues.has(b)) ||
        (isNumber(body, right) && comparedPairs.has(`number\n${a}`))
      );
    if (operator.startsWith("+"))
      return comparedPairs.has(`+${a}\n${b}`) || [left, right].every((side) => isBounded(side));
    return [left, right].every((side) => isNumber(body, side) || smallValues.has(toText(side)));
  }

  /** Whether the caller can't choose the value, or only within a bound. */
  function isBounded(value: Expression): boolean {
    const text = toText(value);
    return !isFromCaller(value) || boundedValues.has(text) || summedValues.has(text) || smallValues.has(text);
  }
}

/** Whether an operation reverts on overflow, as additions and subtractions outside `unchecked` do from version 0.8. */
function isCheckedArithmetic(context: Context, body: Body, node: BinaryOperation): boolean {
  if (!["+", "-", "+=", "-="].includes(node.operator) || allowsVersionBefore(context.model, 8)) return false;
  return !listAncestors(body.parents, node).some(({ outer }) => outer.type === "UncheckedStatement");
}

/** Whether a value is computed only from numbers and constants, which are recognized by their names in capitals. */
function isNumber(body: Body, value: Expression): boolean {
  const nodes: readonly Node[] = collectNodes(unwrap(value));
  return nodes.every(
    (node) =>
      node.type === "NumberLiteral" ||
      node.type === "BinaryOperation" ||
      node.type === "TupleExpression" ||
      (node.type === "Identifier" && /^[A-Z][A-Z0-9_]*$/.test(node.name) && !body.locals.has(node.name)),
  );
}

/** The relations `lesser <= greater` that the body or one of its branches requires. */
export const findUpperBounds = memoize((body: Body) => {
  const conditions = findConditions(body);
  const requiredNodes = new Set<Node>(conditions.map(({ node }) => node));
  const parts = conditions.flatMap(({ expression, mustBeTrue }) => splitCondition(expression, mustBeTrue));
  for (const node of body.nodes)
    if (node.type === "IfStatement" && !requiredNodes.has(node))
      parts.push(...splitCondition(node.condition, true));
  return parts.flatMap(({ part, mustBeTrue }) => {
    if (part.type !== "BinaryOperation") return [];
    const { operator, left, right } = part;
    if (operator === (mustBeTrue ? "==" : "!="))
      return [
        { lesser: left, greater: right },
        { lesser: right, greater: left },
      ];
    if (operator !== "<" && operator !== "<=" && operator !== ">" && operator !== ">=") return [];
    const isLeftLesser = operator.startsWith("<") === mustBeTrue;
    return [isLeftLesser ? { lesser: left, greater: right } : { lesser: right, greater: left }];
  });
});
