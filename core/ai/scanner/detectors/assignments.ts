import { stateOf } from "../model/expressions.ts";
import { type Body, isAddress, type StateVariable } from "../model/model.ts";
import type { BinaryOperation, Expression } from "../solidity/tree.ts";

/** `variable = value;`, of a whole state variable. */
export interface Assignment {
  readonly variable: StateVariable;
  readonly value: Expression;
  readonly node: BinaryOperation;
}

export function assignmentsOf(body: Body): Assignment[] {
  const assignments: Assignment[] = [];
  for (const node of body.nodes) {
    if (node.type !== "BinaryOperation" || node.operator !== "=" || node.left.type !== "Identifier") continue;
    if (body.locals.has(node.left.name)) continue;
    const variable = stateOf(body, node.left);
    if (variable !== undefined) assignments.push({ variable, value: node.right, node });
  }
  return assignments;
}

const RULES =
  /owner|admin|govern|authority|controller|minter|operator|guardian|keeper|manager|master|boss|implementation|logic|beacon|treasury|oracle|signer|executor|relayer|_?impl$/i;
const OWNS = /owner|admin|govern|authority|controller|minter|operator|guardian|master/i;

/** A variable that decides who has power, by its type and its name. */
export const isPowerful = (variable: StateVariable): boolean =>
  isAddress(variable.node.typeName) && RULES.test(variable.name);

export const isOwner = (variable: StateVariable): boolean =>
  isAddress(variable.node.typeName) && OWNS.test(variable.name) && !/pending|new|next/i.test(variable.name);
