import { findConditions } from "../model/conditions.ts";
import {
  getInitialValue,
  isHash,
  isName,
  isNamedCall,
  isOwnBalance,
  isPath,
  isSender,
  isZeroAddress,
  unwrap,
} from "../model/expressions.ts";
import type { Body } from "../model/model.ts";
import { collectNodes } from "../model/walk.ts";
import { type Expression, getSpan, getVariables, type Node } from "../solidity/tree.ts";
import {
  type Context,
  createMatch,
  createNodeDetector,
  type DetectorFunction,
  type Match,
} from "./detector.ts";

const isTimestamp = (node: Node): boolean => isPath(node, "block", "timestamp") || isName(node, "now");

const isRandao = (node: Node): boolean =>
  isPath(node, "block", "prevrandao") || isPath(node, "block", "difficulty");

const isBlockHash = (node: Node): boolean =>
  (node.type === "FunctionCall" && isPath(node.expression, "block", "blockhash")) ||
  isNamedCall(node, /^blockhash$/);

const isBlockValue = (node: Node): boolean =>
  isTimestamp(node) ||
  isRandao(node) ||
  isBlockHash(node) ||
  ["number", "coinbase", "gaslimit", "basefee"].some((member) => isPath(node, "block", member));

const RANDOM_NAME =
  /rand|seed|lucky|luck|winner|entropy|dice|roll|draw|pick|spin|shuffle|chance|flip|guess|secret/i;

/** The code to search: a function or modifier, or the initial value of a state variable. */
type CodeFragment = Pick<Body, "nodes" | "parents" | "name">;

/** Whether a hash or a block value is used as a random number, not just as a unique ID. */
function isUsedAsRandomNumber(fragment: CodeFragment, node: Node): boolean {
  let isConvertedToNumber = false;
  for (let outer = fragment.parents.get(node); outer !== undefined; outer = fragment.parents.get(outer)) {
    if (outer.type === "BinaryOperation") {
      if (outer.operator === "%" || (isConvertedToNumber && CHOICE_OPERATORS.has(outer.operator)))
        return true;
      if (outer.operator === "=" && outer.left.type === "Identifier")
        return RANDOM_NAME.test(outer.left.name) || isLaterUsedAsRandomNumber(fragment, outer.left.name);
    }
    if (outer.type === "FunctionCall" && outer.expression.type === "ElementaryTypeName") {
      if (!/^uint/.test(outer.expression.name)) return false;
      isConvertedToNumber = true;
    }
    if (outer.type === "IndexAccess" && isConvertedToNumber) return true;
    if (outer.type === "VariableDeclarationStatement")
      return getVariables(outer).some(
        (variable) =>
          RANDOM_NAME.test(variable?.name ?? "") || isLaterUsedAsRandomNumber(fragment, variable?.name),
      );
    if (outer.type === "ReturnStatement") return RANDOM_NAME.test(fragment.name);
  }
  return false;
}

const CHOICE_OPERATORS = new Set(["<", ">", "<=", ">=", "&"]);

/** Whether a variable that contains a hash is later used as a random number, as in `uint256(h) % 50`. */
const isLaterUsedAsRandomNumber = (fragment: CodeFragment, name: string | null | undefined): boolean =>
  fragment.nodes.some((node) => {
    if (!name || !isName(node, name)) return false;
    for (
      let outer = fragment.parents.get(node);
      outer?.type !== undefined;
      outer = fragment.parents.get(outer)
    ) {
      if (outer.type === "BinaryOperation")
        return outer.operator === "%" || CHOICE_OPERATORS.has(outer.operator);
      if (outer.type !== "FunctionCall" && outer.type !== "TupleExpression") return false;
    }
    return false;
  });

/** Whether a getter returns the value: `return block.difficulty;`. */
const isGetterResult = (body: Body, node: Node): boolean => {
  const outer = body.parents.get(node);
  return (
    body.isView &&
    (outer?.type === "ReturnStatement" || (outer?.type === "BinaryOperation" && outer.operator === "="))
  );
};

function findWeakRandomness({ bodies, model }: Context): Match[] {
  const matches = bodies.flatMap((body) =>
    findRandomnessSources(body)
      .filter((node) => !isGetterResult(body, node))
      .map((node) => createMatch(body, node)),
  );
  for (const contract of model.contracts) {
    for (const { name, initialValue } of contract.variables.values()) {
      if (initialValue === null) continue;
      const parents = new Map<Node, Node>();
      const nodes = collectNodes(initialValue, parents);
      const fragment = { name, nodes, parents };
      for (const node of findRandomnessSources(fragment))
        if (RANDOM_NAME.test(name) || isUsedAsRandomNumber(fragment, node))
          matches.push({ span: getSpan(node), body: null, contract });
    }
  }
  return matches;
}

function findRandomnessSources(fragment: CodeFragment): Node[] {
  const sources: Node[] = [];
  const nodesInSources = new Set<Node>();
  for (const node of fragment.nodes) {
    if (nodesInSources.has(node)) continue;
    const isSource =
      isRandao(node) || ((isBlockHash(node) || isHash(node)) && isUsedAsRandomNumber(fragment, node));
    if (!isSource) continue;
    const innerNodes = collectNodes(node);
    if (isHash(node) && !innerNodes.some(isBlockValue)) continue;
    for (const part of innerNodes) nodesInSources.add(part);
    sources.push(node);
  }
  return sources;
}

/** Whether a value affects a comparison, an index or a random choice. A time that is only rounded down doesn't. */
function affectsOutcome(body: Body, node: Node): boolean {
  for (let outer = body.parents.get(node); outer !== undefined; outer = body.parents.get(outer)) {
    if (outer.type === "BinaryOperation" && ["==", "!=", "<", ">", "<=", ">="].includes(outer.operator))
      return true;
    if (outer.type === "IndexAccess") return true;
    if (outer.type === "VariableDeclarationStatement")
      return getVariables(outer).some((variable) => RANDOM_NAME.test(variable?.name ?? ""));
  }
  return false;
}

const EQUALITIES = ["==", "!="];

function dependsOnExactTime(node: Node, body: Body): boolean {
  if (node.type !== "BinaryOperation") return false;
  if (node.operator === "%") return isTimestamp(unwrap(node.left)) && affectsOutcome(body, node);
  return (
    EQUALITIES.includes(node.operator) && [node.left, node.right].some((side) => isTimestamp(unwrap(side)))
  );
}

function comparesExactBalance(node: Node, body: Body): boolean {
  if (node.type !== "BinaryOperation" || !EQUALITIES.includes(node.operator)) return false;
  const isBalance = (side: Expression): boolean => {
    const inner = unwrap(side);
    const isParameter = inner.type === "Identifier" && body.parameters.has(inner.name);
    return !isParameter && isOwnBalance(getInitialValue(body, inner));
  };
  // Comparing two balances only shows whether one has changed.
  return isBalance(node.left) !== isBalance(node.right);
}

function findOriginChecks({ bodies, graph }: Context): Match[] {
  const matches: Match[] = [];
  const isOriginNode = (node: Node): boolean => isPath(node, "tx", "origin");
  const returnsOrigin = (body: Body): boolean =>
    body.nodes.some(
      (node) =>
        node.type === "ReturnStatement" && node.expression !== null && isOriginNode(unwrap(node.expression)),
    );
  for (const body of bodies) {
    /** Whether an expression is tx.origin, possibly through a local variable or a function that returns it. */
    const isOrigin = (expression: Expression): boolean => {
      const origin = getInitialValue(body, expression);
      if (isOriginNode(origin)) return true;
      return (
        origin.type === "FunctionCall" &&
        graph.getCalls(body).some(({ node, targets }) => node === origin && targets.some(returnsOrigin))
      );
    };
    for (const node of body.nodes) {
      if (node.type !== "BinaryOperation" || !EQUALITIES.includes(node.operator)) continue;
      const sides = [node.left, node.right];
      // Comparing tx.origin with msg.sender only distinguishes users from contracts, and comparing it with address 0
      // only detects simulations.
      if (
        sides.some(isOrigin) &&
        !sides.every((side) => isOrigin(side) || isSender(unwrap(side))) &&
        !sides.some(isZeroAddress)
      )
        matches.push(createMatch(body, node));
    }
    for (const { expression } of findConditions(body)) {
      for (const node of collectNodes(expression)) {
        const isKey = node.type === "IndexAccess" && isOrigin(node.index);
        const isArgument =
          node.type === "FunctionCall" && node.arguments.some((value) => isOriginNode(unwrap(value)));
        if (isKey || (isArgument && !isRequireOrConversion(node))) matches.push(createMatch(body, node));
      }
    }
  }
  return matches;
}

/** Whether a node is `require(…)` itself, or a conversion such as `address(tx.origin)`. */
const isRequireOrConversion = (node: Node): boolean =>
  (node.type === "FunctionCall" && node.expression.type === "ElementaryTypeName") ||
  isNamedCall(node, /^(?:require|payable|address)$/);

export const UNTRUSTED_VALUES = {
  "tx-origin": findOriginChecks,
  "weak-randomness": findWeakRandomness,
  "timestamp-dependence": createNodeDetector(dependsOnExactTime),
  "strict-balance": createNodeDetector(comparesExactBalance),
} satisfies Readonly<Record<string, DetectorFunction>>;
