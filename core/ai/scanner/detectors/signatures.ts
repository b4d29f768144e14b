import type { Call } from "../model/classify-call.ts";
import { conditionsOf } from "../model/conditions.ts";
import { bare, isGiven, isPath, isSender, isZeroAddress } from "../model/expressions.ts";
import type { Body } from "../model/model.ts";
import { typeOf } from "../model/type-of.ts";
import { nodesOf } from "../model/walk.ts";
import type { Expression, FunctionCall, Node } from "../solidity/tree.ts";
import { type Context, type Detector, inBody, type Match } from "./detector.ts";

const ONCE = /nonce|used|consumed|executed|processed|claimed|redeemed|spent|cancel|filled|invalidat|seen/i;
const HERE = /chain_?id|domain|_hashTypedData|separator/i;

const isRecovery = ({ method, kind }: Call): boolean =>
  (method === "ecrecover" && kind === "other") ||
  (method === "recover" && (kind === "library" || kind === "inherited"));

/** A body, who calls it and what it calls: where a signature's protection may stand. */
const aroundOf = (context: Context, body: Body): Body[] => {
  const callers = body.isEntry ? [] : context.graph.callersOf(body);
  const near = [body, ...callers].slice(0, 20);
  return near.flatMap((each) => [
    each,
    ...context.graph.modifiersOf(each),
    ...context.graph.callsOf(each).flatMap(({ kind, targets }) => (kind === "internal" ? targets : [])),
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
    const call = context.graph.callsOf(body).find(isRecovery);
    if (call === undefined) continue;
    // A helper that only recovers does not decide what a signature may do.
    if (!body.isEntry && context.graph.callersOf(body).length === 0) continue;
    if (body.isView && body.isEntry) continue;
    const around = aroundOf(context, body);
    const names = namesIn(around);
    const isOnce = names.some((name) => ONCE.test(name));
    const isHere =
      names.some((name) => HERE.test(name)) ||
      around.some(({ nodes }) => nodes.some((node) => node.type === "Identifier" && node.name === "this"));
    if (!isOnce) matches.push(inBody(body, call.node, "Nothing marks a signature as used."));
    else if (!isHere)
      matches.push({
        ...inBody(body, call.node, "What is signed names neither the chain nor this contract."),
        confidence: "low",
      });
  }
  return matches;
}

function findZeroSigners(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    let isChecked: boolean | null = null;
    for (const call of context.graph.callsOf(body)) {
      if (call.method !== "ecrecover" || call.kind !== "other") continue;
      isChecked ??= [body, ...(body.isEntry ? [] : context.graph.callersOf(body).slice(0, 20))].some(
        (each) =>
          conditionsOf(each).some(({ expression }) => nodesOf(expression).some(isZeroAddress)) ||
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
      nodesOf(node.expression).some(isZeroAddress),
  );

/** Whose tokens are moved, by the call's shape. */
function payerOf({ kind, method, node }: Call): Expression | undefined {
  if (!/^(?:safeT|t)ransferFrom$/.test(method)) return undefined;
  const isOnLibrary = kind === "library" && node.arguments.length === 4;
  return kind === "external" || kind === "library" ? node.arguments[isOnLibrary ? 1 : 0] : undefined;
}

function findArbitraryPayers(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    if (body.isConstructor) continue;
    for (const call of context.graph.callsOf(body)) {
      const payer = payerOf(call);
      if (payer === undefined || !isGiven(body, payer) || isBoundToSender(body, payer)) continue;
      if (context.access.isOpenAt(body, call.node) && body.isEntry) matches.push(inBody(body, call.node));
    }
  }
  return matches;
}

/** `require(from == msg.sender || …)`. */
const isBoundToSender = (body: Body, payer: Expression): boolean => {
  const inner = bare(payer);
  return conditionsOf(body).some(({ expression }) =>
    nodesOf(expression).some((node) => {
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
      const type = typeOf(context.model, body, value);
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

export const SIGNATURES: readonly Detector[] = [
  {
    id: "signature-replay",
    title: "A signature can be used again",
    impact: "high",
    confidence: "medium",
    why: "A signature that was once seen is known to all. Without a nonce, a mark, the chain's number and the contract's address in what is signed, anyone can present it again, here or on another chain.",
    remedy:
      "Sign typed data (EIP-712) with a nonce, a deadline and a domain; count the nonce up when it is used.",
    find: findReplays,
  },
  {
    id: "ecrecover-zero-address",
    title: "ecrecover's address 0 is not refused",
    impact: "medium",
    confidence: "medium",
    why: "For a malformed signature `ecrecover` answers address 0. Where the expected signer is not set, or is given by the caller, that passes.",
    remedy:
      "Require the recovered address to be other than `address(0)`, or use ECDSA.recover of OpenZeppelin, which also refuses twisted signatures.",
    find: findZeroSigners,
  },
  {
    id: "arbitrary-transfer-from",
    title: "Anyone may spend what others approved",
    impact: "high",
    confidence: "medium",
    why: "The caller names whose tokens are taken. Everyone who approved this contract can be emptied by a stranger.",
    remedy: "Take tokens from `msg.sender` only, or check a signature or an allowance given to the caller.",
    find: findArbitraryPayers,
  },
  {
    id: "hash-collision",
    title: "Different values can give the same hash",
    impact: "medium",
    confidence: "high",
    why: '`abi.encodePacked` puts several values of variable length together without a border: ("a", "bc") and ("ab", "c") have one hash.',
    remedy: "Use `abi.encode`.",
    find: findCollisions,
  },
];
