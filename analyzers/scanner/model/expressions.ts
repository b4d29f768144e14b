import { type Expression, getComponents, type Node } from "../solidity/tree.ts";
import { type Body, findVariable, type StateVariable } from "./model.ts";
import { collectNodes } from "./walk.ts";

/** Whether a node is `msg.sender`, `_msgSender()` or `tx.origin`. */
export function isSender(node: Node): boolean {
  if (node.type === "MemberAccess" && node.expression.type === "Identifier") {
    const path = `${node.expression.name}.${node.memberName}`;
    return path === "msg.sender" || path === "tx.origin";
  }
  return (
    node.type === "FunctionCall" &&
    node.expression.type === "Identifier" &&
    /^_?msgSender$/.test(node.expression.name)
  );
}

export const isPath = (node: Node, object: string, member: string): boolean =>
  node.type === "MemberAccess" &&
  node.memberName === member &&
  node.expression.type === "Identifier" &&
  node.expression.name === object;

/** Whether a node is `address(this).balance`, or `this.balance` in old versions. */
export function isOwnBalance(node: Node): boolean {
  return (
    node.type === "MemberAccess" &&
    node.memberName === "balance" &&
    collectNodes(node.expression).some((inner) => inner.type === "Identifier" && inner.name === "this")
  );
}

/** The expression without parentheses and conversions. */
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

/** The name at the root of `a.b[c].d`, if any. */
export function getRootName(expression: Expression): string | null {
  let root = unwrap(expression);
  while (root.type === "MemberAccess" || root.type === "IndexAccess")
    root = unwrap(root.type === "MemberAccess" ? root.expression : root.base);
  return root.type === "Identifier" ? root.name : null;
}

/** The state variable that an expression reads or writes, directly or through a storage pointer. */
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

/** The nodes of an expression, including the initial values of its local variables. */
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
