import { type Expression, getComponents, type TypeName } from "../solidity/tree.ts";
import { type Body, findFunctions, findVariable, type SourceModel } from "./model.ts";

const ADDRESS: TypeName = { type: "ElementaryTypeName", name: "address", stateMutability: null };

const createTypeName = (namePath: string): TypeName => ({ type: "UserDefinedTypeName", namePath });

/** The type of an expression if this file determines it; otherwise null. */
export function resolveType(model: SourceModel, body: Body, expression: Expression): TypeName | null {
  switch (expression.type) {
    case "Identifier":
      return resolveNameType(body, expression.name);
    case "MemberAccess":
      return resolveMemberType(model, body, expression.expression, expression.memberName);
    case "IndexAccess": {
      const base = resolveType(model, body, expression.base);
      if (base?.type === "Mapping") return base.valueType;
      return base?.type === "ArrayTypeName" ? base.baseTypeName : null;
    }
    case "FunctionCall":
      return resolveCallType(model, body, expression.expression);
    case "TupleExpression": {
      const [component] = getComponents(expression);
      return expression.components.length === 1 && component ? resolveType(model, body, component) : null;
    }
    case "Conditional":
      return resolveType(model, body, expression.trueExpression);
    default:
      return null;
  }
}

function resolveNameType(body: Body, name: string): TypeName | null {
  const local = body.locals.get(name);
  if (local !== undefined) return local.typeName;
  if (name === "this") return createTypeName(body.contract.name);
  return findVariable(body.contract, name)?.node.typeName ?? null;
}

function resolveMemberType(model: SourceModel, body: Body, base: Expression, member: string) {
  if (base.type === "Identifier") {
    const path = `${base.name}.${member}`;
    if (path === "msg.sender" || path === "tx.origin" || path === "block.coinbase") return ADDRESS;
  }
  const type = resolveType(model, body, base);
  if (type?.type !== "UserDefinedTypeName") return null;
  const struct = model.structs.get(getLastSegment(type.namePath));
  return struct?.members.find(({ name }) => name === member)?.typeName ?? null;
}

function resolveCallType(model: SourceModel, body: Body, callee: Expression): TypeName | null {
  if (callee.type === "ElementaryTypeName") return callee;
  if (callee.type === "NewExpression") return callee.typeName;
  if (callee.type === "NameValueExpression") return resolveCallType(model, body, callee.expression);
  if (callee.type === "Identifier") {
    if (callee.name === "payable" || callee.name === "address") return ADDRESS;
    if (callee.name === "_msgSender" || callee.name === "ecrecover") return ADDRESS;
    const [target] = findFunctions(body.contract, callee.name);
    if (target !== undefined) return getFirstResultType(target);
    return isTypeName(model, callee.name) ? createTypeName(callee.name) : null;
  }
  if (callee.type !== "MemberAccess") return null;
  const type = resolveType(model, body, callee.expression);
  if (type?.type !== "UserDefinedTypeName") return null;
  const contract = model.contractsByName.get(type.namePath);
  const [target] = contract === undefined ? [] : findFunctions(contract, callee.memberName);
  return target === undefined ? null : getFirstResultType(target);
}

const getFirstResultType = (target: Body): TypeName | null =>
  target.node.type === "FunctionDefinition" ? (target.node.returnParameters?.[0]?.typeName ?? null) : null;

/** Whether a call with this name converts to a contract: one in this file, or a capitalized name from another file. */
export function isTypeName(model: SourceModel, name: string): boolean {
  if (model.contractsByName.has(name)) return true;
  return /^[A-Z]/.test(name) && !model.otherNames.has(name) && name !== name.toUpperCase();
}

export function isContractType(model: SourceModel, type: TypeName | null): boolean {
  if (type?.type !== "UserDefinedTypeName") return false;
  const name = getLastSegment(type.namePath);
  return model.contractsByName.has(name) || !model.otherNames.has(name);
}

const getLastSegment = (path: string): string => path.slice(path.lastIndexOf(".") + 1);
