import { mentionsSender } from "../model/access.ts";
import type { Call } from "../model/classify-call.ts";
import { findConditions } from "../model/conditions.ts";
import {
  bare,
  expandedNodes,
  findStateVariable,
  isGiven,
  isOwnBalance,
  isPath,
  isSender,
  rootName,
} from "../model/expressions.ts";
import { isGivenFromOutside, isOutsider } from "../model/given.ts";
import type { Body } from "../model/model.ts";
import { collectNodes } from "../model/walk.ts";
import { type Expression, getStart, type Node } from "../solidity/tree.ts";
import { findAssignments, findGrants, isPowerful } from "./assignments.ts";
import { type Context, type Find, inBody, type Match } from "./detector.ts";
import { findInitializers, isInitializer } from "./initializers.ts";

function findCalls(isMeant: (call: Call, body: Body, context: Context) => boolean): Find {
  return (context) => {
    const matches: Match[] = [];
    for (const body of context.bodies) {
      if (body.isConstructor) continue;
      for (const call of context.graph.getCalls(body))
        if (isMeant(call, body, context) && context.access.isOpenAt(body, call.node))
          matches.push(inBody(body, call.node));
    }
    return matches;
  };
}

const isDelegate = ({ kind, method }: Call): boolean =>
  kind === "low-level" && (method === "delegatecall" || method === "callcode");

/** Data fully controlled by the caller: a parameter or msg.data. */
const isGivenData = (body: Body, data: Expression | undefined): boolean =>
  data !== undefined && (isGiven(body, data) || isPath(bare(data), "msg", "data"));

/** What a call pays and to whom; null if it moves nothing. */
function readPayment(call: Call): { to: Expression; amount: Expression } | null {
  const [first, second] = call.node.arguments;
  if (call.kind === "ether" && call.target !== null && first !== undefined)
    return { to: call.target, amount: first };
  if (call.kind === "low-level" && call.target !== null && call.value !== null)
    return { to: call.target, amount: call.value };
  if (call.method === "sendValue" && call.target !== null) {
    if (second !== undefined && first !== undefined) return { to: first, amount: second };
    return first === undefined ? null : { to: call.target, amount: first };
  }
  if (["transfer", "safeTransfer"].includes(call.method) && call.kind === "external" && first && second)
    return { to: first, amount: second };
  return null;
}

/**
 * Whether anyone can receive funds they aren't owed: they are or choose the receiver, and the amount doesn't come
 * from the books.
 */
function isOpenPayment(call: Call, body: Body, context: Context): boolean {
  const payment = readPayment(call);
  if (payment === null) return false;
  const { to, amount } = payment;
  const { graph } = context;
  if (!isOutsider(graph, body, to) && !isGivenFromOutside(graph, body, to)) return false;
  // If the data is controlled too, it is reported as an arbitrary call instead.
  if (call.kind === "low-level" && isGivenData(body, call.node.arguments[0])) return false;
  if (isChosenByState(body, context)) return false;
  const nodes = expandedNodes(body, amount);
  if (nodes.some((node) => isPath(node, "msg", "value"))) return false;
  if (isReturned(body, call.node)) return false;
  if (isFullBalance(nodes)) return true;
  // Any record about the caller in this function counts as what they are owed.
  const around = [body, ...(body.isEntry ? [] : graph.getCallers(body).slice(0, 10))];
  return isGivenFromOutside(graph, body, amount) && !around.some((each) => keepsRecords(each, context));
}

/** A flash loan: the balance is checked after the payment. */
const isReturned = (body: Body, payment: Node): boolean =>
  findConditions(body).some(
    ({ expression, node }) => getStart(node) > getStart(payment) && isFullBalance(collectNodes(expression)),
  );

const isFullBalance = (nodes: readonly Node[]): boolean =>
  nodes.some(
    (node) =>
      isOwnBalance(node) ||
      (node.type === "FunctionCall" &&
        node.expression.type === "MemberAccess" &&
        node.expression.memberName === "balanceOf" &&
        node.arguments.some((value) => {
          const inner = bare(value);
          return inner.type === "Identifier" && inner.name === "this";
        })),
  );

const recordKeeping = new WeakMap<Body, boolean>();

/** Whether the function reads or writes a record about its caller. */
function keepsRecords(body: Body, context: Context): boolean {
  const known = recordKeeping.get(body);
  if (known !== undefined) return known;
  const result =
    body.nodes.some((node) => node.type === "IndexAccess" && mentionsSender(body, node.index)) ||
    context.summarize(body).writes.size > 0 ||
    context.graph.getCalls(body).some(({ method }) => /^_?burn/.test(method));
  recordKeeping.set(body, result);
  return result;
}

const choices = new WeakMap<Body, boolean>();

/** A drawn winner, a full round: payments that depend on state are left to other detectors. */
function isChosenByState(body: Body, context: Context): boolean {
  const known = choices.get(body);
  if (known !== undefined) return known;
  const result = findConditions(body).some(({ expression }) =>
    expandedNodes(body, expression).some((node) => {
      const variable =
        node.type === "Identifier" || node.type === "IndexAccess" ? findStateVariable(body, node) : undefined;
      return variable !== undefined && context.summarize(body).writes.has(variable);
    }),
  );
  choices.set(body, result);
  return result;
}

function findOpenAssignments(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    if (body.isConstructor || isInitializer(body)) continue;
    for (const { variable, value, node } of findAssignments(body)) {
      if (!isPowerful(variable) || !context.access.isOpenAt(body, node)) continue;
      if (isGiven(body, value) || isSender(bare(value)))
        matches.push(inBody(body, node, `Anyone can set \`${variable.name}\`.`));
    }
    for (const { node, method, kind } of context.graph.getCalls(body)) {
      const isGrant =
        kind === "inherited" && /^_(?:grantRole|setupRole|transferOwnership|setOwner)$/.test(method);
      const isForCaller = node.arguments.some((value) => isGiven(body, value) || isSender(bare(value)));
      if (isGrant && isForCaller && context.access.isOpenAt(body, node))
        matches.push(inBody(body, node, `Anyone can call \`${method}\` for any address.`));
    }
    for (const { variable, node } of findGrants(body))
      if (context.access.isOpenAt(body, node))
        matches.push(inBody(body, node, `Anyone can add to \`${variable.name}\`.`));
  }
  return matches;
}

/** Token balances that grow by an amount the caller chooses, without payment, signature or guard. */
function findOpenMints(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    if (!body.isEntry || body.isPayable) continue;
    const isNamedSo = /mint|issue|create|print/i.test(body.name);
    const isMinting = (node: Node): boolean => {
      if (node.type === "FunctionCall")
        return (
          node.expression.type === "Identifier" &&
          /^_(?:safe)?mint$/i.test(node.expression.name) &&
          node.arguments.some((value) => isGiven(body, value))
        );
      if (!isNamedSo || node.type !== "BinaryOperation" || node.operator !== "+=") return false;
      return /supply|balance|issued|total/i.test(rootName(node.left) ?? "") && isGiven(body, node.right);
    };
    const place = body.nodes.find(isMinting);
    const paysByTransfer = context.graph.getCalls(body).some(({ method }) => /transferFrom$/i.test(method));
    const isLimited = findConditions(body).some(({ expression }) => mentionsSender(body, expression));
    if (place !== undefined && !paysByTransfer && !isLimited && context.access.isOpenAt(body, place))
      matches.push(inBody(body, place));
  }
  return matches;
}

/** Keyed by catalogue id. */
export const CONTROL = {
  "controlled-delegatecall": findCalls(
    (call, body, { graph }) =>
      isDelegate(call) && call.target !== null && isGivenFromOutside(graph, body, call.target),
  ),
  "arbitrary-call": findCalls(
    (call, body, { graph }) =>
      call.kind === "low-level" &&
      call.method === "call" &&
      call.target !== null &&
      isGivenFromOutside(graph, body, call.target) &&
      isGivenData(body, call.node.arguments[0]),
  ),
  "unprotected-selfdestruct": findCalls(
    (call) => call.kind === "other" && (call.method === "selfdestruct" || call.method === "suicide"),
  ),
  "unprotected-initializer": findInitializers,
  "unprotected-owner": findOpenAssignments,
  "unprotected-withdraw": findCalls(isOpenPayment),
  "unprotected-mint": findOpenMints,
} satisfies Readonly<Record<string, Find>>;
