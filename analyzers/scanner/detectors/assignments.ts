import { findStateVariable, isCallerInput, isSender, unwrap } from "../model/expressions.ts";
import { type Body, isAddress, type StateVariable } from "../model/model.ts";
import type { BinaryOperation, Expression, TypeName } from "../solidity/tree.ts";

type Mapping = Extract<TypeName, { type: "Mapping" }>;

/** An assignment to an entire state variable: `variable = value;`. */
export interface Assignment {
  readonly variable: StateVariable;
  readonly value: Expression;
  readonly node: BinaryOperation;
}

export function findAssignments(body: Body): Assignment[] {
  const assignments: Assignment[] = [];
  for (const node of body.nodes) {
    if (node.type !== "BinaryOperation" || node.operator !== "=" || node.left.type !== "Identifier") continue;
    if (body.locals.has(node.left.name)) continue;
    const variable = findStateVariable(body, node.left);
    if (variable !== undefined) assignments.push({ variable, value: node.right, node });
  }
  return assignments;
}

const PRIVILEGED_NAME =
  /owner|admin|govern|authority|controller|minter|operator|guardian|keeper|manager|master|boss|implementation|logic|beacon|treasury|oracle|signer|executor|relayer|_?impl$/i;
const OWNER_NAME = /owner|admin|govern|authority|controller|minter|operator|guardian|manager|master/i;

/** Whether a variable decides who or what controls the contract, judging by its type and name. */
export const isPrivileged = (variable: StateVariable): boolean =>
  isAddress(variable.node.typeName) && PRIVILEGED_NAME.test(variable.name);

/**
 * Whether a variable stores the address of an owner or a similar role, judging by its type and name. Pending owners
 * don't count.
 */
export const isOwner = (variable: StateVariable): boolean =>
  isAddress(variable.node.typeName) &&
  OWNER_NAME.test(variable.name) &&
  !/pending|new|next/i.test(variable.name);

const ACCESS_NAME =
  /(?:owner|admin|minter|operator|guardian|keeper|manager|controller|governor|executor|signer)s?$|authori[sz]ed$|^wards$/i;

const findIndexedVariable = (body: Body, base: Expression): StateVariable | undefined =>
  base.type === "Identifier" || (base.type === "IndexAccess" && base.base.type === "Identifier")
    ? findStateVariable(body, base)
    : undefined;

/** The mapping from addresses in a type such as `address => …` or `role => address => …`. */
function findAddressMapping(type: TypeName | null | undefined): Mapping | null {
  if (type?.type !== "Mapping") return null;
  if (type.valueType.type === "Mapping")
    return isAddress(type.keyType) ? null : findAddressMapping(type.valueType);
  return isAddress(type.keyType) ? type : null;
}

/**
 * Finds permissions that a body stores in a mapping for the caller or an account they choose: `isAdmin[who] = true`.
 * `isSelf`: callers add themselves. `isNamedAsGrant`: the mapping's name suggests that it grants access.
 */
export function findGrants(body: Body) {
  const grants: {
    variable: StateVariable;
    node: BinaryOperation;
    isSelf: boolean;
    isNamedAsGrant: boolean;
  }[] = [];
  for (const node of body.nodes) {
    if (node.type !== "BinaryOperation" || node.operator !== "=" || node.left.type !== "IndexAccess")
      continue;
    const { base, index } = node.left;
    const variable = findIndexedVariable(body, base);
    const type = findAddressMapping(variable?.node.typeName);
    if (variable === undefined || type === null) continue;
    const isFlag =
      type.valueType.type === "ElementaryTypeName" && /^(?:bool|u?int\d*)$/.test(type.valueType.name);
    const value = unwrap(node.right);
    const isGrant =
      value.type === "BooleanLiteral"
        ? value.value
        : value.type === "NumberLiteral" || isCallerInput(body, value);
    const isSelf = isSender(unwrap(index));
    if (isFlag && isGrant && (isSelf || isCallerInput(body, index)))
      grants.push({ variable, node, isSelf, isNamedAsGrant: ACCESS_NAME.test(variable.name) });
  }
  return grants;
}
