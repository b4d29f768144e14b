import { isExternalInput } from "../model/caller-input.ts";
import { splitCondition } from "../model/conditions.ts";
import { expandNodes, findStateVariable, getRootName, isPath, isThis, unwrap } from "../model/expressions.ts";
import { type Body, isInteger } from "../model/model.ts";
import { resolveType } from "../model/resolve-type.ts";
import { collectNodes, listAncestors } from "../model/walk.ts";
import { type Expression, isAssignment, type Node } from "../solidity/tree.ts";
import { findUpperBounds } from "./bounded-values.ts";
import {
  type Context,
  createCallDetector,
  createMatch,
  type DetectorFunction,
  type Match,
} from "./detector.ts";
import { findEntries } from "./reentrancy-windows.ts";

type Loop = Extract<Node, { type: "ForStatement" | "WhileStatement" | "DoWhileStatement" }>;

const isLoop = (node: Node): node is Loop =>
  node.type === "ForStatement" || node.type === "WhileStatement" || node.type === "DoWhileStatement";

/** Whether a node is repeated by a loop. The initializer of a `for` loop isn't, because it runs only once. */
function isRepeated(body: Body, node: Node): boolean {
  return listAncestors(body.parents, node).some(
    ({ outer, inner }) => isLoop(outer) && !(outer.type === "ForStatement" && inner === outer.initExpression),
  );
}

function canSendEther(body: Body, context: Context): boolean {
  return (
    context.graph
      .getCalls(body)
      .some(
        ({ kind, method, value }) =>
          kind === "ether" ||
          value !== null ||
          ["delegatecall", "callcode", "selfdestruct", "suicide", "sendValue"].includes(method) ||
          (kind === "library" && /transferETH/i.test(method)),
      ) ||
    body.nodes.some(
      (node) =>
        node.type === "AssemblyCall" &&
        ["call", "callcode", "delegatecall", "selfdestruct"].includes(node.functionName),
    )
  );
}

function findLockedEther(context: Context): Match[] {
  const { contracts } = context.model;
  const bases = new Set(contracts.flatMap(({ chain }) => chain.slice(1)));
  const sendingContracts = new Set(
    context.bodies.filter((body) => canSendEther(body, context)).map(({ contract }) => contract),
  );
  return contracts
    .filter(({ kind, name, hasUnknownBase }) => kind === "contract" && name !== "" && !hasUnknownBase)
    .filter(
      (contract) =>
        !bases.has(contract) &&
        !contract.chain.some((link) => sendingContracts.has(link)) &&
        contract.chain.some(({ functions }) => functions.some((body) => body.isPayable && body.isEntry)),
    )
    .map((contract) => ({ span: contract.span, body: null, contract }));
}

function findUnboundedLoops(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    for (const loop of body.nodes.filter(isLoop)) {
      const condition = loop.type === "ForStatement" ? loop.conditionExpression : loop.condition;
      if (!condition) continue;
      if (isCountedByCaller(context, body, loop, condition))
        matches.push(createMatch(body, loop, "The caller chooses the number of iterations."));
      const isGrowing = expandNodes(body, condition).some((node) => {
        if (node.type !== "MemberAccess" || node.memberName !== "length") return false;
        const variable = findStateVariable(body, node.expression);
        if (variable === undefined) return false;
        let type = variable.node.typeName;
        while (type?.type === "Mapping") type = type.valueType;
        return type?.type === "ArrayTypeName" && type.length === null;
      });
      if (isGrowing) matches.push(createMatch(body, loop));
    }
  }
  return matches;
}

/** Whether any caller can choose `n` in the loop's condition `i < n` and no other condition limits it. */
function isCountedByCaller(context: Context, body: Body, loop: Loop, condition: Expression): boolean {
  if (body.isView || !context.access.isOpenAt(body, loop)) return false;
  const conditionNodes = new Set<Node>(collectNodes(condition));
  const limits = findUpperBounds(body).filter(({ lesser }) => !conditionNodes.has(lesser));
  return splitCondition(condition, true).some(({ part }) => {
    if (part.type !== "BinaryOperation" || !["<", "<=", ">", ">=", "!="].includes(part.operator))
      return false;
    return [part.left, part.right].some((side) => {
      const inner = unwrap(side);
      if (inner.type !== "Identifier" || !isInteger(resolveType(context.model, body, inner))) return false;
      if (!isExternalInput(context.graph, body, inner) || isChanged(body, inner.name)) return false;
      const names = [inner.name, getRootName(body.firstValues.get(inner.name) ?? inner)];
      return !limits.some(({ lesser }) =>
        collectNodes(lesser).some((node) => node.type === "Identifier" && names.includes(node.name)),
      );
    });
  });
}

/** Whether the body changes the variable: it may be a counter, or capped as in `if (n > max) n = max;`. */
const isChanged = (body: Body, name: string): boolean =>
  body.nodes.some((node) => {
    const target =
      node.type === "BinaryOperation" && isAssignment(node.operator)
        ? node.left
        : node.type === "UnaryOperation" && ["++", "--"].includes(node.operator)
          ? node.subExpression
          : null;
    return target?.type === "Identifier" && target.name === name;
  });

const findCallsInLoops = createCallDetector((call, body, context) => {
  if (body.isView || !isRepeated(body, call.node)) return false;
  return call.kind === "internal"
    ? call.targets.some((target) => context.summarize(target).exposures.size > 0)
    : ["external", "ether", "low-level"].includes(call.kind) && !call.isView;
});

/** Reads of msg.value in loops, and calls in loops to functions that read it. */
function findValueInLoops(context: Context): Match[] {
  const isMessageValue = (node: Node): boolean => isPath(node, "msg", "value");
  const readers = new Set(context.bodies.filter(({ nodes }) => nodes.some(isMessageValue)));
  return context.bodies.flatMap((body) => {
    const hasEntryReadingValue = findEntries(body).some((entry) => readers.has(entry));
    const calls = context.graph.getCalls(body);
    const callsToReaders = calls.filter(
      ({ kind, targets }) => kind === "internal" && targets.some((target) => readers.has(target)),
    );
    // `multicall`: each delegated call to the contract itself sees the same msg.value.
    const callsToItself = calls.filter(
      ({ method, target }) =>
        hasEntryReadingValue &&
        method === "delegatecall" &&
        target !== null &&
        body.isPayable &&
        isThis(target),
    );
    return [
      ...body.nodes.filter(isMessageValue),
      ...[...callsToReaders, ...callsToItself].map(({ node }) => node),
    ]
      .filter((node) => isRepeated(body, node))
      .map((node) => createMatch(body, node));
  });
}

export const ETHER_AND_LOOPS = {
  "locked-ether": findLockedEther,
  "msg-value-in-loop": findValueInLoops,
  "unbounded-loop": findUnboundedLoops,
  "calls-in-loop": findCallsInLoops,
} satisfies Readonly<Record<string, DetectorFunction>>;
