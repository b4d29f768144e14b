import { findConditions } from "../model/conditions.ts";
import { findStateVariable, unwrap } from "../model/expressions.ts";
import { type Body, findModifier, type StateVariable } from "../model/model.ts";
import { collectNodes } from "../model/walk.ts";
import type { Node } from "../solidity/tree.ts";
import type { Context } from "./detector.ts";

const LOCK_NAME = /nonreentrant|noreentr|reentrancyguard|^lock(?:ed)?$|^mutex$/i;

/** Whether one of a body's modifiers blocks reentrant calls. */
export function isLocked(body: Body, context: Context): boolean {
  return body.modifierInvocations.some(({ name }) => {
    const modifier = findModifier(body.contract, name);
    return modifier === undefined ? LOCK_NAME.test(name) : findLocks(modifier, context).size > 0;
  });
}

/** Finds variables that a body checks, sets, and resets at its end. */
export function findLocks(body: Body, context: Context): Set<StateVariable> {
  const checkedVariables = findConditions(body).flatMap(({ expression }) =>
    collectNodes(expression).map((node) =>
      node.type === "Identifier" ? findStateVariable(body, node) : undefined,
    ),
  );
  const writes = context.summarize(body).steps.filter((step) => step.kind === "write");
  const [first, last] = [writes[0], writes.at(-1)];
  const locks = new Set<StateVariable>();
  if (first?.kind !== "write" || last?.kind !== "write" || first === last) return locks;
  const isLock = first.variable === last.variable && setsFlag(body, first.node) && setsFlag(body, last.node);
  if (isLock && checkedVariables.includes(first.variable)) locks.add(first.variable);
  return locks;
}

/** Whether a node sets a variable to a constant: `locked = true` or `status = ENTERED`. */
function setsFlag(body: Body, node: Node): boolean {
  if (node.type !== "BinaryOperation" || node.operator !== "=" || node.left.type !== "Identifier")
    return false;
  const value = unwrap(node.right);
  if (value.type !== "Identifier") return value.type === "BooleanLiteral" || value.type === "NumberLiteral";
  return findStateVariable(body, value)?.isChangeable === false;
}

/** Whether a body is internal, and all functions that call it block reentrant calls. */
export const isLockedByCallers = (body: Body, context: Context): boolean => {
  const callers = context.graph.getCallers(body);
  return !body.isEntry && callers.length > 0 && callers.every((caller) => isLocked(caller, context));
};
