import { type Expression, type FunctionCall, getComponents, getSpan, type Node } from "../solidity/tree.ts";
import { type Body, findVariable, type SourceModel, type StateVariable } from "./model.ts";
import { collectNodes } from "./walk.ts";

/** Whether a node is `msg.sender`, `tx.origin` or `_msgSender()`. */
export function isSender(node: Node): boolean {
  if (node.type === "MemberAccess" && node.expression.type === "Identifier") {
    const path = `${node.expression.name}.${node.memberName}`;
    return path === "msg.sender" || path === "tx.origin";
  }
  return isNamedCall(node, /^_?msgSender$/);
}

/** Whether a node calls a function that has a matching name and no object: `keccak256(…)`, but not `abi.encode(…)`. */
export const isNamedCall = (node: Node | null | undefined, name: RegExp): node is FunctionCall =>
  node?.type === "FunctionCall" && node.expression.type === "Identifier" && name.test(node.expression.name);

export const isHash = (node: Node | undefined): boolean => isNamedCall(node, /^(?:keccak256|sha256|sha3)$/);

export const isPath = (node: Node, object: string, member: string): boolean =>
  node.type === "MemberAccess" &&
  node.memberName === member &&
  node.expression.type === "Identifier" &&
  node.expression.name === object;

export const isName = (node: Node, name: string): boolean => node.type === "Identifier" && node.name === name;

export const isThis = (expression: Expression): boolean => isName(unwrap(expression), "this");

/** Whether a node is `address(this).balance`, `this.balance` in old versions, or `token.balanceOf(address(this))`. */
export function isOwnBalance(node: Node): boolean {
  if (node.type === "MemberAccess")
    return (
      node.memberName === "balance" && collectNodes(node.expression).some((inner) => isName(inner, "this"))
    );
  return (
    node.type === "FunctionCall" &&
    node.expression.type === "MemberAccess" &&
    node.expression.memberName === "balanceOf" &&
    node.arguments.some(isThis)
  );
}

/** Removes parentheses and conversions to elementary types around an expression. */
export function unwrap(expression: Expression): Expression {
  let inner = expression;
  for (;;) {
    const [component] =
      inner.type === "TupleExpression" && !inner.isArray
        ? getComponents(inner)
        : inner.type === "FunctionCall" && isConversion(inner.expression)
          ? inner.arguments
          : [];
    if (!component || (inner.type === "TupleExpression" && inner.components.length > 1)) return inner;
    inner = component;
  }
}

const isConversion = (callee: Expression): boolean =>
  callee.type === "ElementaryTypeName" ||
  (callee.type === "Identifier" && (callee.name === "payable" || callee.name === "address"));

export const isZeroAddress = (node: Node): boolean =>
  node.type === "FunctionCall" &&
  isConversion(node.expression) &&
  node.arguments.some((value) => {
    const inner = unwrap(value);
    return inner.type === "NumberLiteral" && /^0(?:x0+)?$/i.test(inner.number);
  });

/** The name at the root of `a.b[c].d`; null if the root isn't a name. */
export function getRootName(expression: Expression): string | null {
  let root = unwrap(expression);
  while (root.type === "MemberAccess" || root.type === "IndexAccess")
    root = unwrap(root.type === "MemberAccess" ? root.expression : root.base);
  return root.type === "Identifier" ? root.name : null;
}

/** The state variable that an expression refers to, directly or through a storage pointer. */
export function findStateVariable(body: Body, expression: Expression): StateVariable | undefined {
  let name = getRootName(expression);
  for (let step = 0; name !== null && step < 4; step += 1) {
    const local = body.locals.get(name);
    if (local === undefined) return findVariable(body.contract, name);
    const first = body.firstValues.get(name);
    if (local.storageLocation !== "storage" || first === undefined) return undefined;
    name = getRootName(first);
  }
  return undefined;
}

/** Whether any of the nodes refers to one of the variables or to an element of one. */
export const dependsOn = (body: Body, nodes: readonly Node[], variables: ReadonlySet<StateVariable>) =>
  nodes.some((node) => {
    const isVariable = node.type === "Identifier" || node.type === "IndexAccess";
    const variable = isVariable ? findStateVariable(body, node) : undefined;
    return variable !== undefined && variables.has(variable);
  });

/** The nodes of an expression and of the values that its local variables start with. */
export function expandNodes(body: Body, expression: Expression): Node[] {
  const nodes = collectNodes(expression);
  const seen = new Set<string>();
  for (let index = 0; index < nodes.length && nodes.length < 150; index += 1) {
    const node = nodes[index];
    if (node?.type !== "Identifier" || seen.has(node.name) || body.parameters.has(node.name)) continue;
    seen.add(node.name);
    const value = body.firstValues.get(node.name);
    if (value !== undefined) nodes.push(...collectNodes(value));
  }
  return nodes;
}

/** Whether the expression's root is a parameter, directly or through a local variable. */
export function isCallerInput(body: Body, expression: Expression): boolean {
  let name = getRootName(expression);
  for (let step = 0; name !== null && step < 4; step += 1) {
    if (body.parameters.has(name)) return true;
    const first = body.firstValues.get(name);
    if (!body.locals.has(name) || first === undefined) return false;
    name = getRootName(first);
  }
  return false;
}

/** The value that a local variable starts with; for anything else, the expression itself. */
export function getInitialValue(body: Body, expression: Expression): Expression {
  const inner = unwrap(expression);
  const value = inner.type === "Identifier" ? body.firstValues.get(inner.name) : undefined;
  return value === undefined ? inner : unwrap(value);
}

/** Whether an expression is the sender, directly or through a local variable. */
export const isCaller = (body: Body, expression: Expression): boolean =>
  isSender(getInitialValue(body, expression));

export const mentionsSender = (body: Body, expression: Expression): boolean =>
  expandNodes(body, expression).some(isSender);

export function getCalleeName(callee: Expression): string {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberAccess" ? callee.memberName : "";
}

/** The source of an expression without whitespace, to compare expressions. */
export function getCode({ text }: SourceModel, expression: Expression): string {
  const { start, end } = getSpan(unwrap(expression));
  return text.slice(start, end).replace(/\s+/g, "");
}
