import {
  type Expression,
  type FunctionCall,
  getComponents,
  isAssignment,
  type Node,
} from "../solidity/tree.ts";
import type { CallGraph } from "./call-graph.ts";
import type { Call } from "./classify-call.ts";
import { endsBody } from "./conditions.ts";
import { findStateVariable } from "./expressions.ts";
import type { Body, StateVariable } from "./model.ts";
import { getChildren, listAncestors } from "./walk.ts";

export type Step =
  | { readonly kind: "read" | "write"; readonly variable: StateVariable; readonly node: Node }
  | { readonly kind: "call"; readonly call: Call; readonly node: FunctionCall };

const ARRAY_CHANGES = new Set(["push", "pop"]);

/**
 * Lists a body's reads, writes and calls in source order, in all branches. Use `canFollow` to check whether one of them
 * can run after an earlier one.
 */
export function listSteps(graph: CallGraph, body: Body): Step[] {
  const steps: Step[] = [];
  const calls = new Map(graph.getCalls(body).map((call) => [call.node, call]));

  function addWrites(target: Expression, node: Node): void {
    if (target.type === "TupleExpression") {
      for (const component of getComponents(target)) if (component !== null) addWrites(component, node);
      return;
    }
    if (target.type === "IndexAccess") visit(target.index);
    // In `m = members[x]`, the pointer is assigned and not the data.
    const isPointer = target.type === "Identifier" && body.locals.has(target.name);
    const variable = isPointer ? undefined : findStateVariable(body, target);
    if (variable?.isChangeable) steps.push({ kind: "write", variable, node });
  }

  function visit(node: Node): void {
    if (node.type === "BinaryOperation" && isAssignment(node.operator)) {
      visit(node.right);
      // An addition pays nothing out, so an outdated value does no harm.
      const usesValue = node.operator !== "=" && node.operator !== "+=";
      const variable = usesValue ? findStateVariable(body, node.left) : undefined;
      if (variable?.isChangeable) steps.push({ kind: "read", variable, node: node.left });
      addWrites(node.left, node);
      return;
    }
    if (node.type === "UnaryOperation" && ["++", "--", "delete"].includes(node.operator)) {
      addWrites(node.subExpression, node);
      return;
    }
    if (node.type === "Identifier" || node.type === "MemberAccess" || node.type === "IndexAccess") {
      const variable = findStateVariable(body, node);
      if (variable?.isChangeable) steps.push({ kind: "read", variable, node });
      if (node.type === "IndexAccess") visit(node.index);
      if (node.type === "Identifier" || variable !== undefined) return;
    }
    for (const child of getChildren(node)) visit(child);
    if (node.type !== "FunctionCall") return;
    const call = calls.get(node);
    if (call !== undefined) steps.push({ kind: "call", call, node });
    if (node.expression.type === "MemberAccess" && ARRAY_CHANGES.has(node.expression.memberName))
      addWrites(node.expression.expression, node);
  }

  if (body.node.body !== null) visit(body.node.body);
  return steps;
}

/**
 * Whether a step that is later in the source can run after an earlier one: they aren't in opposite branches, and no
 * return or revert separates them.
 */
export function canFollow(body: Body, earlier: Node, later: Node): boolean {
  const enclosingNodes = new Set([later, ...listAncestors(body.parents, later).map(({ outer }) => outer)]);
  return !listAncestors(body.parents, earlier).some(({ outer, inner }) => {
    if (outer.type !== "IfStatement" || inner === outer.condition) return false;
    const { trueBody, falseBody } = outer;
    const [ownBranch, otherBranch] = inner === trueBody ? [trueBody, falseBody] : [falseBody, trueBody];
    return (
      (otherBranch !== null && enclosingNodes.has(otherBranch)) ||
      (ownBranch !== null && !enclosingNodes.has(ownBranch) && endsBody(ownBranch))
    );
  });
}
