import type { CallGraph } from "../model/call-graph.ts";
import { findPassedValues } from "../model/caller-input.ts";
import type { Call } from "../model/classify-call.ts";
import { findConditions } from "../model/conditions.ts";
import {
  findStateVariable,
  getCode,
  isCaller,
  isCallerInput,
  isHash,
  isName,
  isPath,
  isZeroAddress,
  unwrap,
} from "../model/expressions.ts";
import { memoize } from "../model/memoize.ts";
import type { Body, SourceModel } from "../model/model.ts";
import { resolveType } from "../model/resolve-type.ts";
import { collectNodes } from "../model/walk.ts";
import { type Expression, getVariables, isAssignment, type Node } from "../solidity/tree.ts";
import {
  type Context,
  createCallDetector,
  createMatch,
  createNodeDetector,
  type DetectorFunction,
  type Match,
} from "./detector.ts";

const REPLAY_PROTECTION_NAME =
  /nonce|used|consumed|executed|processed|claimed|redeemed|spent|cancel|filled|invalidat|seen/i;
const DOMAIN_NAME = /chain_?id|domain|_hashTypedData|separator/i;

const isRecovery = ({ method, kind }: Call): boolean =>
  (method === "ecrecover" && kind === "other") ||
  (method === "recover" && (kind === "library" || kind === "inherited"));

/** A body, its callers, and the modifiers and functions they use. Any of these can protect a signature from replay. */
const collectRelatedBodies = (context: Context, body: Body): Body[] => {
  const callers = body.isEntry ? [] : context.graph.getCallers(body);
  const nearbyBodies = [body, ...callers].slice(0, 20);
  return nearbyBodies.flatMap((nearby) => [
    nearby,
    ...context.graph.getModifiers(nearby),
    ...context.graph.getCalls(nearby).flatMap(({ kind, targets }) => (kind === "internal" ? targets : [])),
  ]);
};

const listNames = (bodies: readonly Body[]): string[] =>
  bodies.flatMap(({ nodes }) =>
    nodes.flatMap((node) => {
      if (node.type === "Identifier") return [node.name];
      return node.type === "MemberAccess" ? [node.memberName] : [];
    }),
  );

/** Whether outsiders can reach this body through a function that changes state, which may be the body itself. */
function isReachable(context: Context, body: Body, depth = 0): boolean {
  if (body.isEntry) return !body.isView;
  return (
    depth < 4 &&
    context.graph
      .getCallers(body)
      .slice(0, 20)
      .some((caller) => isReachable(context, caller, depth + 1))
  );
}

function findAllCallers({ graph }: Context, body: Body): readonly Body[] {
  const visited = new Set<Body>([body]);
  for (const next of visited) {
    if (visited.size > 20) break;
    for (const caller of graph.getCallers(next)) visited.add(caller);
  }
  return [...visited].slice(1);
}

/**
 * Whether repeating a call has an effect, because it pays, calls others or sets state to anything but true or false. A
 * recursive call adds none.
 */
const hasRepeatableEffect: (body: Body, graph: CallGraph) => boolean = memoize(
  (body: Body, graph: CallGraph) => {
    const isRepeatableChange = (node: Node): boolean =>
      (node.type === "BinaryOperation" &&
        isAssignment(node.operator) &&
        node.left.type !== "TupleExpression" &&
        findStateVariable(body, node.left) !== undefined &&
        unwrap(node.right).type !== "BooleanLiteral") ||
      (node.type === "UnaryOperation" &&
        ["++", "--"].includes(node.operator) &&
        findStateVariable(body, node.subExpression) !== undefined);
    return (
      body.nodes.some(isRepeatableChange) ||
      graph.getCalls(body).some((call) => {
        if (["low-level", "ether", "external"].includes(call.kind)) return !call.isView;
        if (call.kind === "inherited") return /mint|burn|transfer|send|pay|execute/i.test(call.method);
        if (call.method === "sendValue" || /^safeTransfer/.test(call.method)) return true;
        return call.targets.some((target) => hasRepeatableEffect(target, graph));
      })
    );
  },
  false,
);

function findReplays(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    const call = context.graph.getCalls(body).find(isRecovery);
    if (call === undefined) continue;
    // A helper that only recovers the signer doesn't decide what a signature permits.
    if (!isReachable(context, body)) continue;
    if (![body, ...findAllCallers(context, body)].some((each) => hasRepeatableEffect(each, context.graph)))
      continue;
    const relatedBodies = collectRelatedBodies(context, body);
    const names = listNames(relatedBodies);
    const isReplayProtected = names.some((name) => REPLAY_PROTECTION_NAME.test(name));
    const isBoundToDomain =
      names.some((name) => DOMAIN_NAME.test(name)) ||
      relatedBodies.some(({ nodes }) => nodes.some((node) => isName(node, "this")));
    if (!isReplayProtected) matches.push(createMatch(body, call.node, "Signatures are not marked as used."));
    else if (!isBoundToDomain)
      matches.push({
        ...createMatch(body, call.node, "The signed data includes neither the chain nor this contract."),
        confidence: "low",
      });
  }
  return matches;
}

const findZeroSigners = createCallDetector(
  ({ method, kind, node }, body, context) =>
    method === "ecrecover" &&
    kind === "other" &&
    !checksForZero(body, context.graph) &&
    isReachable(context, body) &&
    !isLookedUp(context.model, body, node),
);

const checksForZero = memoize((body: Body, graph: CallGraph): boolean =>
  [body, ...(body.isEntry ? [] : graph.getCallers(body).slice(0, 20))].some(
    (nearby) =>
      findConditions(nearby).some(({ expression }) => collectNodes(expression).some(isZeroAddress)) ||
      returnsZeroCheck(nearby),
  ),
);

/** Whether the recovered address is used only to look up a record, which doesn't exist for address 0. */
function isLookedUp(model: SourceModel, body: Body, call: Node): boolean {
  const outer = body.parents.get(call);
  const isRecord = (node: Node | undefined): boolean =>
    node?.type === "IndexAccess" && resolveType(model, body, node)?.type === "UserDefinedTypeName";
  if (isRecord(outer)) return true;
  const name =
    outer?.type === "VariableDeclarationStatement"
      ? getVariables(outer)[0]?.name
      : outer?.type === "BinaryOperation" && outer.left.type === "Identifier"
        ? outer.left.name
        : undefined;
  if (!name) return false;
  const uses = body.nodes.filter((node) => {
    const parent = body.parents.get(node);
    return isName(node, name) && !(parent === outer && outer?.type === "BinaryOperation");
  });
  return uses.length > 0 && uses.every((node) => isRecord(body.parents.get(node)));
}

const returnsZeroCheck = (body: Body): boolean =>
  body.nodes.some(
    (node) =>
      node.type === "ReturnStatement" &&
      node.expression !== null &&
      collectNodes(node.expression).some(isZeroAddress),
  );

/** The account that a transfer takes tokens from, judging by the call's arguments. */
function findPayer({ kind, method, node }: Call): Expression | undefined {
  if (!/^(?:safeT|t)ransferFrom$/.test(method)) return undefined;
  const isCalledOnLibrary = kind === "library" && node.arguments.length === 4;
  return kind === "external" || kind === "library" ? node.arguments[isCalledOnLibrary ? 1 : 0] : undefined;
}

const findArbitraryPayers = createCallDetector((call, body, context) => {
  const payer = body.isConstructor ? undefined : findPayer(call);
  return payer !== undefined && isOpenPayer(context, body, payer, call.node);
});

/** Whether anyone can name the payer, here or in a function that calls this one. */
function isOpenPayer(context: Context, body: Body, payer: Expression, transfer: Node, depth = 0): boolean {
  if (!isCallerInput(body, payer) || isBoundToSender(context, body, payer)) return false;
  if (!context.access.isOpenAt(body, transfer)) return false;
  if (body.isEntry) return true;
  // Callers in other files, such as a library's users, are unknown.
  return (
    depth < 3 &&
    findPassedValues(context.graph, body, payer).some(({ caller, value, call }) =>
      isOpenPayer(context, caller, value, call, depth + 1),
    )
  );
}

/** Whether a condition compares the payer with the sender: `require(from == msg.sender || …)`. */
const isBoundToSender = (context: Context, body: Body, payer: Expression): boolean => {
  const code = getCode(context.model, payer);
  return findConditions(body).some(({ expression }) =>
    collectNodes(expression).some((node) => {
      if (node.type !== "BinaryOperation") return false;
      const sides = [node.left, node.right];
      return (
        sides.some((side) => isCaller(body, side)) &&
        sides.some((side) => getCode(context.model, side) === code)
      );
    }),
  );
};

/** Whether a node packs several values of variable length that are then hashed. */
function isAmbiguousHash(node: Node, body: Body, { model }: Context): boolean {
  if (node.type !== "FunctionCall" || !isPath(node.expression, "abi", "encodePacked")) return false;
  const isDynamic = (value: Expression): boolean => {
    const type = resolveType(model, body, value);
    if (type?.type === "ArrayTypeName") return type.length === null;
    return type?.type === "ElementaryTypeName" && (type.name === "string" || type.name === "bytes");
  };
  const parent = body.parents.get(node);
  const isHashed =
    isHash(parent) || (parent?.type === "VariableDeclarationStatement" && body.calls.some(isHash));
  return isHashed && node.arguments.filter(isDynamic).length > 1;
}

export const SIGNATURES = {
  "signature-replay": findReplays,
  "ecrecover-zero-address": findZeroSigners,
  "arbitrary-transfer-from": findArbitraryPayers,
  "hash-collision": createNodeDetector(isAmbiguousHash),
} satisfies Readonly<Record<string, DetectorFunction>>;
