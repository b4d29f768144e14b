import { expandedNodes, findStateVariable, isPath } from "../model/expressions.ts";
import type { Body } from "../model/model.ts";
import type { Node } from "../solidity/tree.ts";
import { type Context, type Find, inBody, type Match } from "./detector.ts";

type Loop = Extract<Node, { type: "ForStatement" | "WhileStatement" | "DoWhileStatement" }>;

const isLoop = (node: Node): node is Loop =>
  node.type === "ForStatement" || node.type === "WhileStatement" || node.type === "DoWhileStatement";

const findLoops = (body: Body): Loop[] => body.nodes.filter(isLoop);

/** The initializer of a `for` loop runs once; everything else in a loop repeats. */
function isRepeated(body: Body, node: Node): boolean {
  let inner = node;
  for (let outer = body.parents.get(inner); outer !== undefined; outer = body.parents.get(inner)) {
    if (isLoop(outer) && !(outer.type === "ForStatement" && inner === outer.initExpression)) return true;
    inner = outer;
  }
  return false;
}

/** Whether ether can leave through calls or assembly. */
function letsEtherOut(body: Body, context: Context): boolean {
  const byCall = context.graph.getCalls(body).some(({ kind, method, value }) => {
    if (kind === "ether" || value !== null) return true;
    return (
      ["delegatecall", "callcode", "selfdestruct", "suicide", "sendValue"].includes(method) ||
      (kind === "library" && /transferETH|safeTransferETH|forceSafeTransferETH/i.test(method))
    );
  });
  return (
    byCall ||
    body.nodes.some(
      (node) =>
        node.type === "AssemblyCall" &&
        ["call", "callcode", "delegatecall", "selfdestruct"].includes(node.functionName),
    )
  );
}

function findLockedEther(context: Context): Match[] {
  const { contracts } = context.model;
  const isBase = new Set(contracts.flatMap(({ chain }) => chain.slice(1)));
  const out = new Set(
    context.bodies.filter((body) => letsEtherOut(body, context)).map(({ contract }) => contract),
  );
  return contracts
    .filter(({ kind, name, hasUnknownBase }) => kind === "contract" && name !== "" && !hasUnknownBase)
    .filter(
      (contract) =>
        !isBase.has(contract) &&
        !contract.chain.some((link) => out.has(link)) &&
        contract.chain.some(({ functions }) => functions.some((body) => body.isPayable && body.isEntry)),
    )
    .map((contract) => ({ at: contract.at, body: null, contract }));
}

function findGrowingLoops({ bodies }: Context): Match[] {
  const matches: Match[] = [];
  for (const body of bodies) {
    for (const loop of findLoops(body)) {
      const condition = loop.type === "ForStatement" ? loop.conditionExpression : loop.condition;
      if (!condition) continue;
      const grows = expandedNodes(body, condition).some((node) => {
        if (node.type !== "MemberAccess" || node.memberName !== "length") return false;
        const variable = findStateVariable(body, node.expression);
        if (variable === undefined) return false;
        let type = variable.node.typeName;
        while (type?.type === "Mapping") type = type.valueType;
        return type?.type === "ArrayTypeName" && type.length === null;
      });
      if (grows) matches.push(inBody(body, loop));
    }
  }
  return matches;
}

function findCallsInLoops(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    if (body.isView || findLoops(body).length === 0) continue;
    for (const call of context.graph.getCalls(body)) {
      const callsOut =
        call.kind === "internal"
          ? call.targets.some((target) => context.summarize(target).reaches.size > 0)
          : ["external", "ether", "low-level"].includes(call.kind) && !call.isView;
      if (callsOut && isRepeated(body, call.node)) matches.push(inBody(body, call.node));
    }
  }
  return matches;
}

/** Reads of msg.value in loops, and calls in loops to functions that read it. */
function findValueInLoops(context: Context): Match[] {
  const isValue = (node: Node): boolean => isPath(node, "msg", "value");
  const readers = new Set(context.bodies.filter(({ nodes }) => nodes.some(isValue)));
  return context.bodies
    .filter((body) => findLoops(body).length > 0)
    .flatMap((body) => {
      const calls = context.graph
        .getCalls(body)
        .filter(({ kind, targets }) => kind === "internal" && targets.some((target) => readers.has(target)))
        .map(({ node }) => node);
      return [...body.nodes.filter(isValue), ...calls]
        .filter((node) => isRepeated(body, node))
        .map((node) => inBody(body, node));
    });
}

/** Keyed by catalogue id. */
export const ETHER_AND_LOOPS = {
  "locked-ether": findLockedEther,
  "msg-value-in-loop": findValueInLoops,
  "unbounded-loop": findGrowingLoops,
  "calls-in-loop": findCallsInLoops,
} satisfies Readonly<Record<string, Find>>;
