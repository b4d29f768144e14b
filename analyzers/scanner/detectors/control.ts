import { isExternalInput, isOutsider } from "../model/caller-input.ts";
import type { Call } from "../model/classify-call.ts";
import { findConditions } from "../model/conditions.ts";
import {
  dependsOn,
  expandNodes,
  findStateVariable,
  getRootName,
  isCallerInput,
  isOwnBalance,
  isPath,
  isSender,
  mentionsSender,
  unwrap,
} from "../model/expressions.ts";
import { memoize } from "../model/memoize.ts";
import { type Body, isAddress } from "../model/model.ts";
import { parsePayment } from "../model/payments.ts";
import { resolveType } from "../model/resolve-type.ts";
import { collectNodes } from "../model/walk.ts";
import { type Expression, getStart, type Node } from "../solidity/tree.ts";
import { findAssignments, findGrants, isPrivileged } from "./assignments.ts";
import {
  type Context,
  createCallDetector,
  createMatch,
  type DetectorFunction,
  type Match,
} from "./detector.ts";
import { findGuards, isEarned } from "./guards.ts";
import { findOpenInitializers, isInitializer, runsOnce } from "./initializers.ts";
import { findOpenMints } from "./mints.ts";

const createOpenCallDetector = (
  isMatch: (call: Call, body: Body, context: Context) => boolean,
): DetectorFunction =>
  createCallDetector(
    (call, body, context) =>
      !body.isConstructor && isMatch(call, body, context) && context.access.isOpenAt(body, call.node),
  );

const isDelegatecall = ({ kind, method }: Call): boolean =>
  kind === "low-level" && (method === "delegatecall" || method === "callcode");

/** Whether the caller fully controls the data: it is a parameter or msg.data. */
const isInputData = (body: Body, data: Expression | undefined): boolean =>
  data !== undefined && (isCallerInput(body, data) || isPath(unwrap(data), "msg", "data"));

/** Whether callers choose both the target and the data of a low-level call. */
const isArbitraryCall = (call: Call, body: Body, { graph }: Context): boolean =>
  call.kind === "low-level" &&
  call.method === "call" &&
  call.target !== null &&
  isExternalInput(graph, body, call.target) &&
  isInputData(body, call.node.arguments[0]);

/**
 * Whether anyone can get funds they aren't owed: callers receive them or choose who does, and the amount isn't taken
 * from the contract's records.
 */
function isOpenPayment(call: Call, body: Body, context: Context): boolean {
  const payment = parsePayment(call);
  if (payment === null) return false;
  const { to, amount } = payment;
  const { graph } = context;
  if (!isOutsider(graph, body, to) && !isExternalInput(graph, body, to)) return false;
  // Reported by its own detector.
  if (isArbitraryCall(call, body, context)) return false;
  if (isExternalInput(graph, body, amount) && takesFromOthers(body, to, context)) return true;
  if (dependsOnChangedState(body, context)) return false;
  const nodes = expandNodes(body, amount);
  const isMessageValue = (node: Node): boolean => isPath(node, "msg", "value");
  if (nodes.some(isMessageValue) || (body.isPayable && body.nodes.some(isMessageValue))) return false;
  if (isFlashLoan(body, call.node)) return false;
  if (nodes.some(isOwnBalance)) return true;
  // Any accounting in this function or its callers counts as a record of what the caller is owed.
  const nearbyBodies = [body, ...(body.isEntry ? [] : graph.getCallers(body).slice(0, 10))];
  return (
    isExternalInput(graph, body, amount) && !nearbyBodies.some((caller) => hasAccounting(caller, context))
  );
}

/**
 * Whether the function pays from the balance of an account that the caller names, without checking or recording the
 * caller.
 */
function takesFromOthers(body: Body, to: Expression, context: Context): boolean {
  if (!body.isEntry || body.nodes.some(isSender)) return false;
  const receiver = getRootName(to);
  return body.nodes.some((node) => {
    if (node.type !== "BinaryOperation" || !["=", "-="].includes(node.operator)) return false;
    if (node.left.type !== "IndexAccess" || findStateVariable(body, node.left) === undefined) return false;
    const { index } = node.left;
    return (
      isCallerInput(body, index) &&
      getRootName(index) !== receiver &&
      isAddress(resolveType(context.model, body, index))
    );
  });
}

/** Whether a payment is a flash loan: the balance is checked after it. */
const isFlashLoan = (body: Body, payment: Node): boolean =>
  findConditions(body).some(
    ({ expression, node }) =>
      getStart(node) > getStart(payment) && collectNodes(expression).some(isOwnBalance),
  );

/** Whether the function looks up a record about its caller, changes state or burns tokens. */
const hasAccounting = memoize(
  (body: Body, context: Context): boolean =>
    body.nodes.some((node) => node.type === "IndexAccess" && mentionsSender(body, node.index)) ||
    context.summarize(body).writes.size > 0 ||
    context.graph.getCalls(body).some(({ method }) => /^_?burn/.test(method)),
);

/**
 * Whether a condition of the function depends on state that the function changes, such as a drawn winner. Other
 * detectors check the payments of such functions.
 */
const dependsOnChangedState = memoize((body: Body, context: Context): boolean =>
  findConditions(body).some(({ expression }) =>
    dependsOn(body, expandNodes(body, expression), context.summarize(body).writes),
  ),
);

function findOpenAssignments(context: Context): Match[] {
  const matches: Match[] = [];
  const guards = findGuards(context);
  for (const body of context.bodies) {
    if (body.isConstructor || isInitializer(body)) continue;
    const isChosen = (value: Expression) => isCallerInput(body, value) || isSender(unwrap(value));
    const openCallers = body.isEntry ? [] : findOpenCallers(body, context);
    const isOpenFor = (node: Node): boolean =>
      context.access.isOpenAt(body, node) && (body.isEntry || openCallers.length > 0);
    for (const { variable, value, node } of findAssignments(body)) {
      const isControl =
        isPrivileged(variable) ||
        (isAddress(variable.node.typeName) && guards.has(variable) && !isEarned(body, node, context));
      if (isControl && isChosen(value) && isOpenFor(node))
        matches.push(createMatch(body, node, `Anyone can set \`${variable.name}\`.`));
    }
    for (const { node, method, kind } of context.graph.getCalls(body)) {
      const isGrant =
        kind === "inherited" && /^_(?:grantRole|setupRole|transferOwnership|setOwner)$/.test(method);
      if (isGrant && node.arguments.some(isChosen) && context.access.isOpenAt(body, node))
        matches.push(createMatch(body, node, `Anyone can call \`${method}\` for any address.`));
    }
    for (const { variable, node, isSelf, isNamedAsGrant } of findGrants(body)) {
      const detail = `Anyone can add to \`${variable.name}\`.`;
      if (isNamedAsGrant) {
        if (isOpenFor(node)) matches.push(createMatch(body, node, detail));
      } else if (guards.has(variable) && !isSelf && !isEarned(body, node, context)) {
        if (body.isEntry && isOpenFor(node)) matches.push(createMatch(body, node, detail));
        else if (!body.isEntry && !context.access.isGuarded(body))
          for (const { caller, call } of openCallers)
            if (!isEarned(caller, call, context)) matches.push(createMatch(caller, call, detail));
      }
    }
  }
  return matches;
}

/** The unprotected functions that call an internal function. Initializers have their own detector. */
function findOpenCallers(body: Body, context: Context): { caller: Body; call: Node }[] {
  return context.graph
    .getCallers(body)
    .slice(0, 20)
    .filter((caller) => !caller.isConstructor && !isInitializer(caller))
    .flatMap((caller) => {
      const call = context.graph.getCalls(caller).find(({ targets }) => targets.includes(body))?.node;
      return call !== undefined && context.access.isOpenAt(caller, call) ? [{ caller, call }] : [];
    });
}

export const CONTROL = {
  "controlled-delegatecall": createOpenCallDetector(
    (call, body, context) =>
      isDelegatecall(call) &&
      call.target !== null &&
      isExternalInput(context.graph, body, call.target) &&
      !runsOnce(body, context),
  ),
  "arbitrary-call": createOpenCallDetector(isArbitraryCall),
  "unprotected-selfdestruct": createOpenCallDetector(
    (call) => call.kind === "other" && (call.method === "selfdestruct" || call.method === "suicide"),
  ),
  "unprotected-initializer": findOpenInitializers,
  "unprotected-owner": findOpenAssignments,
  "unprotected-withdraw": createOpenCallDetector(isOpenPayment),
  "unprotected-mint": findOpenMints,
} satisfies Readonly<Record<string, DetectorFunction>>;
