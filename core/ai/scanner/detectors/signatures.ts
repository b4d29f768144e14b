import type { Call } from "../model/classify-call.ts";
import { findConditions } from "../model/conditions.ts";
import { bare, isGiven, isPath, isSender, isZeroAddress } from "../model/expressions.ts";
import type { Body } from "../model/model.ts";
import { resolveType } from "../model/resolve-type.ts";
import { collectNodes } from "../model/walk.ts";
import type { Expression, FunctionCall, Node } from "../solidity/tree.ts";
import { type Context, type Find, inBody, type Match } from "./detector.ts";

const ONCE = /nonce|used|consumed|executed|processed|claimed|redeemed|spent|cancel|filled|invalidat|seen/i;
const HERE = /chain_?id|domain|_hashTypedData|separator/i;

const isRecovery = ({ method, kind }: Call): boolean =>
  (method === "ecrecover" && kind === "other") ||
  (method === "recover" && (kind === "library" || kind === "inherited"));

/** A body, its callers and its callees: everywhere a signature's protection could be. */
const collectRelatedBodies = (context: Context, body: Body): Body[] => {
  const callers = body.isEntry ? [] : context.graph.getCallers(body);
  const near = [body, ...callers].slice(0, 20);
  return near.flatMap((each) => [
    each,
    ...context.graph.getModifiers(each),
    ...context.graph.getCalls(each).flatMap(({ kind, targets }) => (kind === "internal" ? targets : [])),
  ]);
};

const namesIn = (bodies: readonly Body[]): string[] =>
  bodies.flatMap(({ nodes }) =>
    nodes.flatMap((node) => {
      if (node.type === "Identifier") return [node.name];
      return node.type === "MemberAccess" ? [node.memberName] : [];
    }),
  );

function findReplays(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    const call = context.graph.getCalls(body).find(isRecovery);
    if (call === undefined) continue;
    // A helper that only recovers the signer doesn't decide what a signature permits.
    if (!body.isEntry && context.graph.getCallers(body).length === 0) continue;
    if (body.isView && body.isEntry) continue;
    const around = collectRelatedBodies(context, body);
    const names = namesIn(around);
    const isOnce = names.some((name) => ONCE.test(name));
    const isHere =
      names.some((name) => HERE.test(name)) ||
      around.some(({ nodes }) => nodes.some((node) => node.type === "Identifier" && node.name === "this"));
    if (!isOnce) matches.push(inBody(body, call.node, "Signatures are not marked as used."));
    else if (!isHere)
      matches.push({
        ...inBody(body, call.node, "The signed data includes neither the chain nor this contract."),
        confidence: "low",
      });
  }
  return matches;
}

function findZeroSigners(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    let isChecked: boolean | null = null;
    for (const call of context.graph.getCalls(body)) {
      if (call.method !== "ecrecover" || call.kind !== "other") continue;
      isChecked ??= [body, ...(body.isEntry ? [] : context.graph.getCallers(body).slice(0, 20))].some(
        (each) =>
          findConditions(each).some(({ expression }) => collectNodes(expression).some(isZeroAddress)) ||
          returnsCheck(each),
      );
      if (!isChecked) matches.push(inBody(body, call.node));
    }
  }
  return matches;
}

const returnsCheck = (body: Body): boolean =>
  body.nodes.some(
    (node) =>
      node.type === "ReturnStatement" &&
      node.expression !== null &&
      collectNodes(node.expression).some(isZeroAddress),
  );

/** The account whose tokens are moved, judging by the call's arguments. */
function findPayer({ kind, method, node }: Call): Expression | undefined {
  if (!/^(?:safeT|t)ransferFrom$/.test(method)) return undefined;
  const isOnLibrary = kind === "library" && node.arguments.length === 4;
  return kind === "external" || kind === "library" ? node.arguments[isOnLibrary ? 1 : 0] : undefined;
}

function findArbitraryPayers(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    if (body.isConstructor) continue;
    for (const call of context.graph.getCalls(body)) {
      const payer = findPayer(call);
      if (payer === undefined || !isGiven(body, payer) || isBoundToSender(body, payer)) continue;
      if (context.access.isOpenAt(body, call.node) && body.isEntry) matches.push(inBody(body, call.node));
    }
  }
  return matches;
}

/** `require(from == msg.sender || …)`. */
const isBoundToSender = (body: Body, payer: Expression): boolean => {
  const inner = bare(payer);
  return findConditions(body).some(({ expression }) =>
    collectNodes(expression).some((node) => {
      if (node.type !== "BinaryOperation") return false;
      const sides = [bare(node.left), bare(node.right)];
      return (
        sides.some(isSender) &&
        sides.some(
          (side) => side.type === "Identifier" && inner.type === "Identifier" && side.name === inner.name,
        )
      );
    }),
  );
};

const HASHES = new Set(["keccak256", "sha256", "sha3"]);

const isHash = (node: Node | undefined): boolean =>
  node?.type === "FunctionCall" && node.expression.type === "Identifier" && HASHES.has(node.expression.name);

function findCollisions(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    const isDynamic = (value: Expression): boolean => {
      const type = resolveType(context.model, body, value);
      if (type?.type === "ArrayTypeName") return type.length === null;
      return type?.type === "ElementaryTypeName" && (type.name === "string" || type.name === "bytes");
    };
    const isPacked = (node: FunctionCall): boolean =>
      isPath(node.expression, "abi", "encodePacked") && node.arguments.filter(isDynamic).length > 1;
    for (const node of body.calls) {
      const parent = body.parents.get(node);
      const isHashed =
        isHash(parent) || (parent?.type === "VariableDeclarationStatement" && body.calls.some(isHash));
      if (isHashed && isPacked(node)) matches.push(inBody(body, node));
    }
  }
  return matches;
}

/** Keyed by catalogue id. */
export const SIGNATURES = {
  "signature-replay": findReplays,
  "ecrecover-zero-address": findZeroSigners,
  "arbitrary-transfer-from": findArbitraryPayers,
  "hash-collision": findCollisions,
} satisfies Readonly<Record<string, Find>>;
