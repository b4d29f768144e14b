import { mentionsSender } from "../model/access.ts";
import type { Call } from "../model/classify-call.ts";
import { conditionsOf } from "../model/conditions.ts";
import {
  bare,
  expandedNodes,
  isGiven,
  isOwnBalance,
  isPath,
  isSender,
  rootName,
  stateOf,
} from "../model/expressions.ts";
import { isGivenFromOutside, isOutsider } from "../model/given.ts";
import type { Body } from "../model/model.ts";
import { nodesOf } from "../model/walk.ts";
import { type Expression, type Node, startOf } from "../solidity/tree.ts";
import { assignmentsOf, grantsOf, isPowerful } from "./assignments.ts";
import { type Context, type Find, inBody, type Match } from "./detector.ts";
import { findInitializers, isInitializer } from "./initializers.ts";

function findCalls(isMeant: (call: Call, body: Body, context: Context) => boolean): Find {
  return (context) => {
    const matches: Match[] = [];
    for (const body of context.bodies) {
      if (body.isConstructor) continue;
      for (const call of context.graph.callsOf(body))
        if (isMeant(call, body, context) && context.access.isOpenAt(body, call.node))
          matches.push(inBody(body, call.node));
    }
    return matches;
  };
}

const isDelegate = ({ kind, method }: Call): boolean =>
  kind === "low-level" && (method === "delegatecall" || method === "callcode");

/** Data that a caller gives whole: a parameter, or msg.data. */
const isGivenData = (body: Body, data: Expression | undefined): boolean =>
  data !== undefined && (isGiven(body, data) || isPath(bare(data), "msg", "data"));

/** What a call pays and to whom; null where it moves nothing. */
function paymentOf(call: Call): { to: Expression; amount: Expression } | null {
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

/** Whether anyone gets what is not his: he names the receiver or is it, and the amount is not what the books owe him. */
function isOpenPayment(call: Call, body: Body, context: Context): boolean {
  const payment = paymentOf(call);
  if (payment === null) return false;
  const { to, amount } = payment;
  const { graph } = context;
  if (!isOutsider(graph, body, to) && !isGivenFromOutside(graph, body, to)) return false;
  // Where the data are given as well it is a call of anything, and said as such.
  if (call.kind === "low-level" && isGivenData(body, call.node.arguments[0])) return false;
  if (isChosenByState(body, context)) return false;
  const nodes = expandedNodes(body, amount);
  if (nodes.some((node) => isPath(node, "msg", "value"))) return false;
  if (isReturned(body, call.node)) return false;
  if (isWholeHolding(nodes)) return true;
  // Whatever the books say of the caller, in this function, is taken for what he is owed.
  const around = [body, ...(body.isEntry ? [] : graph.callersOf(body).slice(0, 10))];
  return isGivenFromOutside(graph, body, amount) && !around.some((each) => keepsBooks(each, context));
}

/** A loan within one call: what the contract holds is compared after the payment. */
const isReturned = (body: Body, payment: Node): boolean =>
  conditionsOf(body).some(
    ({ expression, node }) => startOf(node) > startOf(payment) && isWholeHolding(nodesOf(expression)),
  );

const isWholeHolding = (nodes: readonly Node[]): boolean =>
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

const books = new WeakMap<Body, boolean>();

/** Whether the function reads or writes something kept for its caller. */
function keepsBooks(body: Body, context: Context): boolean {
  const known = books.get(body);
  if (known !== undefined) return known;
  const result =
    body.nodes.some((node) => node.type === "IndexAccess" && mentionsSender(body, node.index)) ||
    context.summarize(body).writes.size > 0 ||
    context.graph.callsOf(body).some(({ method }) => /^_?burn/.test(method));
  books.set(body, result);
  return result;
}

const choices = new WeakMap<Body, boolean>();

/** A winner drawn, a round that is full: a payment that depends on the state is judged by other detectors. */
function isChosenByState(body: Body, context: Context): boolean {
  const known = choices.get(body);
  if (known !== undefined) return known;
  const result = conditionsOf(body).some(({ expression }) =>
    expandedNodes(body, expression).some((node) => {
      const variable =
        node.type === "Identifier" || node.type === "IndexAccess" ? stateOf(body, node) : undefined;
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
    for (const { variable, value, node } of assignmentsOf(body)) {
      if (!isPowerful(variable) || !context.access.isOpenAt(body, node)) continue;
      if (isGiven(body, value) || isSender(bare(value)))
        matches.push(inBody(body, node, `Anyone may set \`${variable.name}\`.`));
    }
    for (const { node, method, kind } of context.graph.callsOf(body)) {
      const isGrant =
        kind === "inherited" && /^_(?:grantRole|setupRole|transferOwnership|setOwner)$/.test(method);
      const isForCaller = node.arguments.some((value) => isGiven(body, value) || isSender(bare(value)));
      if (isGrant && isForCaller && context.access.isOpenAt(body, node))
        matches.push(inBody(body, node, `Anyone may call \`${method}\` for whom he likes.`));
    }
    for (const { variable, node } of grantsOf(body))
      if (context.access.isOpenAt(body, node))
        matches.push(inBody(body, node, `Anyone may add to \`${variable.name}\`.`));
  }
  return matches;
}

/** Books of a token that grow by what a caller gives, without a payment, a signature or a guard. */
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
    const paysByTransfer = context.graph.callsOf(body).some(({ method }) => /transferFrom$/i.test(method));
    const isLimited = conditionsOf(body).some(({ expression }) => mentionsSender(body, expression));
    if (place !== undefined && !paysByTransfer && !isLimited && context.access.isOpenAt(body, place))
      matches.push(inBody(body, place));
  }
  return matches;
}

/** By the ids of the catalogue. */
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
