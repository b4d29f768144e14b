import { findConditions } from "../model/conditions.ts";
import { bare, isOwnBalance, isPath, isSender, isZeroAddress } from "../model/expressions.ts";
import type { Body } from "../model/model.ts";
import { collectNodes } from "../model/walk.ts";
import { type Expression, getSpan, getVariables, type Node } from "../solidity/tree.ts";
import { type Context, createMatch, type Find, type Match } from "./detector.ts";

const isTimestamp = (node: Node): boolean =>
  isPath(node, "block", "timestamp") || (node.type === "Identifier" && node.name === "now");

const isBeacon = (node: Node): boolean =>
  isPath(node, "block", "prevrandao") || isPath(node, "block", "difficulty");

const isBlockHash = (node: Node): boolean =>
  node.type === "FunctionCall" &&
  ((node.expression.type === "Identifier" && node.expression.name === "blockhash") ||
    isPath(node.expression, "block", "blockhash"));

const isOfBlock = (node: Node): boolean =>
  isTimestamp(node) ||
  isBeacon(node) ||
  isBlockHash(node) ||
  ["number", "coinbase", "gaslimit", "basefee"].some((member) => isPath(node, "block", member));

const isHash = (node: Node): boolean =>
  node.type === "FunctionCall" &&
  node.expression.type === "Identifier" &&
  ["keccak256", "sha3", "sha256"].includes(node.expression.name);

const RANDOM_NAME =
  /rand|seed|lucky|luck|winner|entropy|dice|roll|draw|pick|spin|shuffle|chance|flip|guess|secret/i;

/** Where an expression is: in a function, or the initial value of a state variable. */
type Place = Pick<Body, "nodes" | "parents" | "name">;

/** Whether a hash or a block value is used as a random number, and not only as a unique id. */
function isDrawnFrom(body: Place, node: Node): boolean {
  let isNumber = false;
  for (let outer = body.parents.get(node); outer !== undefined; outer = body.parents.get(outer)) {
    if (outer.type === "BinaryOperation") {
      if (outer.operator === "%" || (isNumber && DECIDING.has(outer.operator))) return true;
      if (outer.operator === "=" && outer.left.type === "Identifier")
        return RANDOM_NAME.test(outer.left.name) || isDrawnLater(body, outer.left.name);
    }
    if (outer.type === "FunctionCall" && outer.expression.type === "ElementaryTypeName") {
      if (!/^uint/.test(outer.expression.name)) return false;
      isNumber = true;
    }
    if (outer.type === "IndexAccess" && isNumber) return true;
    if (outer.type === "VariableDeclarationStatement")
      return getVariables(outer).some(
        (variable) => RANDOM_NAME.test(variable?.name ?? "") || isDrawnLater(body, variable?.name),
      );
    if (outer.type === "ReturnStatement") return RANDOM_NAME.test(body.name);
  }
  return false;
}

const DECIDING = new Set(["<", ">", "<=", ">=", "&"]);

/** `bytes32 h = keccak256(…); … uint256(h) % 50`. */
const isDrawnLater = (body: Place, name: string | null | undefined): boolean =>
  body.nodes.some((node) => {
    if (node.type !== "Identifier" || node.name !== name) return false;
    for (let outer = body.parents.get(node); outer?.type !== undefined; outer = body.parents.get(outer)) {
      if (outer.type === "BinaryOperation") return outer.operator === "%" || DECIDING.has(outer.operator);
      if (outer.type !== "FunctionCall" && outer.type !== "TupleExpression") return false;
    }
    return false;
  });

/** A getter: `return block.difficulty;`. */
const isOnlyShown = (body: Body, node: Node): boolean => {
  const outer = body.parents.get(node);
  return (
    body.isView &&
    (outer?.type === "ReturnStatement" || (outer?.type === "BinaryOperation" && outer.operator === "="))
  );
};

function findWeakRandomness({ bodies, model }: Context): Match[] {
  const matches = bodies.flatMap((body) =>
    findDraws(body)
      .filter((node) => !isOnlyShown(body, node))
      .map((node) => createMatch(body, node)),
  );
  for (const contract of model.contracts) {
    for (const { name, initialValue } of contract.variables.values()) {
      if (initialValue === null) continue;
      const parents = new Map<Node, Node>();
      const nodes = collectNodes(initialValue, parents);
      const place = { name, nodes, parents };
      for (const node of findDraws(place))
        if (RANDOM_NAME.test(name) || isDrawnFrom(place, node))
          matches.push({ at: getSpan(node), body: null, contract });
    }
  }
  return matches;
}

function findDraws(body: Place): Node[] {
  const draws: Node[] = [];
  const inHash = new Set<Node>();
  for (const node of body.nodes) {
    if (inHash.has(node)) continue;
    const isDrawn = isBeacon(node) || ((isBlockHash(node) || isHash(node)) && isDrawnFrom(body, node));
    if (!isDrawn) continue;
    const inner = collectNodes(node);
    if (isHash(node) && !inner.some(isOfBlock)) continue;
    for (const part of inner) inHash.add(part);
    draws.push(node);
  }
  return draws;
}

/** Whether a value affects a comparison or a random choice. Rounding a time down decides nothing. */
function decides(body: Body, node: Node): boolean {
  for (let outer = body.parents.get(node); outer !== undefined; outer = body.parents.get(outer)) {
    if (outer.type === "BinaryOperation" && ["==", "!=", "<", ">", "<=", ">="].includes(outer.operator))
      return true;
    if (outer.type === "IndexAccess") return true;
    if (outer.type === "VariableDeclarationStatement")
      return getVariables(outer).some((variable) => RANDOM_NAME.test(variable?.name ?? ""));
  }
  return false;
}

function findTimestamps({ bodies }: Context): Match[] {
  const matches: Match[] = [];
  for (const body of bodies) {
    for (const node of body.nodes) {
      if (node.type !== "BinaryOperation") continue;
      const isRest = node.operator === "%" && isTimestamp(bare(node.left)) && decides(body, node);
      const isExact =
        ["==", "!="].includes(node.operator) &&
        [node.left, node.right].some((side) => isTimestamp(bare(side)));
      if (isRest || isExact) matches.push(createMatch(body, node));
    }
  }
  return matches;
}

function findExactBalances({ bodies }: Context): Match[] {
  const matches: Match[] = [];
  for (const body of bodies) {
    const isBalance = (side: Expression): boolean => {
      const inner = bare(side);
      const isLocal = inner.type === "Identifier" && !body.parameters.has(inner.name);
      const value = isLocal ? body.firstValue.get(inner.name) : inner;
      return value !== undefined && (isOwnBalance(bare(value)) || isOwnTokens(bare(value)));
    };
    for (const node of body.nodes) {
      if (node.type === "BinaryOperation" && ["==", "!="].includes(node.operator))
        if (isBalance(node.left) !== isBalance(node.right))
          // Comparing two balances only shows whether one has changed.
          matches.push(createMatch(body, node));
    }
  }
  return matches;
}

const isOwnTokens = (node: Node): boolean =>
  node.type === "FunctionCall" &&
  node.expression.type === "MemberAccess" &&
  node.expression.memberName === "balanceOf" &&
  node.arguments.some((value) => {
    const inner = bare(value);
    return inner.type === "Identifier" && inner.name === "this";
  });

function findOrigin({ bodies, graph }: Context): Match[] {
  const matches: Match[] = [];
  const isOriginNode = (node: Node): boolean => isPath(node, "tx", "origin");
  const returnsOrigin = (body: Body): boolean =>
    body.nodes.some(
      (node) =>
        node.type === "ReturnStatement" && node.expression !== null && isOriginNode(bare(node.expression)),
    );
  for (const body of bodies) {
    /** Directly, through a local variable, or through a function that returns it. */
    const isOrigin = (expression: Expression): boolean => {
      const inner = bare(expression);
      const value = inner.type === "Identifier" ? body.firstValue.get(inner.name) : inner;
      const origin = value === undefined ? inner : bare(value);
      if (isOriginNode(origin)) return true;
      return (
        origin.type === "FunctionCall" &&
        graph.getCalls(body).some(({ node, targets }) => node === origin && targets.some(returnsOrigin))
      );
    };
    for (const node of body.nodes) {
      if (node.type !== "BinaryOperation" || !["==", "!="].includes(node.operator)) continue;
      const sides = [node.left, node.right];
      // Comparing both only distinguishes users from contracts. In simulations, tx.origin is address 0.
      if (
        sides.some(isOrigin) &&
        !sides.every((side) => isOrigin(side) || isSender(bare(side))) &&
        !sides.some(isZeroAddress)
      )
        matches.push(createMatch(body, node));
    }
    for (const { expression } of findConditions(body)) {
      for (const node of collectNodes(expression)) {
        const isKey = node.type === "IndexAccess" && isOrigin(node.index);
        const isArgument =
          node.type === "FunctionCall" && node.arguments.some((value) => isOriginNode(bare(value)));
        if (isKey || (isArgument && !isConversion(node))) matches.push(createMatch(body, node));
      }
    }
  }
  return matches;
}

/** `require(…)` itself, or `address(tx.origin)`. */
const isConversion = (node: Node): boolean =>
  node.type === "FunctionCall" &&
  (node.expression.type === "ElementaryTypeName" ||
    (node.expression.type === "Identifier" &&
      ["require", "payable", "address"].includes(node.expression.name)));

/** Keyed by catalog id. */
export const CHANCE = {
  "tx-origin": findOrigin,
  "weak-randomness": findWeakRandomness,
  "timestamp-dependence": findTimestamps,
  "strict-balance": findExactBalances,
} satisfies Readonly<Record<string, Find>>;
