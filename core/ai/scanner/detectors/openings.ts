import { conditionsOf } from "../model/conditions.ts";
import { bare, stateOf } from "../model/expressions.ts";
import { type Body, type ContractModel, findModifier, type StateVariable } from "../model/model.ts";
import { comesAfter, type Step } from "../model/steps.ts";
import { type Reach, reachOf } from "../model/summaries.ts";
import { nodesOf } from "../model/walk.ts";
import type { Node } from "../solidity/tree.ts";
import type { Context } from "./detector.ts";

/** A call of strangers that is followed by a write of state that was relied on before it. */
export interface Opening {
  readonly body: Body;
  readonly step: Extract<Step, { kind: "call" }>;
  readonly reach: Reach;
  /** Written after the call, and relied on before it. */
  readonly variables: readonly StateVariable[];
  /** All that is written after the call. */
  readonly written: readonly StateVariable[];
  readonly isLocked: boolean;
}

const LOCK_NAME = /nonreentrant|noreentr|reentrancyguard|^lock(?:ed)?$|^mutex$/i;

/** Whether a modifier of the function keeps a second call out while the first runs. */
export function isLocked(body: Body, context: Context): boolean {
  return body.invocations.some(({ name }) => {
    const modifier = findModifier(body.contract, name);
    return modifier === undefined ? LOCK_NAME.test(name) : locksWithin(modifier, context).size > 0;
  });
}

/** Variables that a body checks, sets, and sets again at its end. */
function locksWithin(body: Body, context: Context): Set<StateVariable> {
  const checked = new Set<StateVariable>();
  for (const { expression } of conditionsOf(body)) {
    for (const node of nodesOf(expression)) {
      const variable = node.type === "Identifier" ? stateOf(body, node) : undefined;
      if (variable !== undefined) checked.add(variable);
    }
  }
  const writes = context.summarize(body).steps.filter((step) => step.kind === "write");
  const [first, last] = [writes[0], writes.at(-1)];
  const locks = new Set<StateVariable>();
  if (first?.kind !== "write" || last?.kind !== "write" || first === last) return locks;
  const isLock = first.variable === last.variable && setsFlag(body, first.node) && setsFlag(body, last.node);
  if (isLock && checked.has(first.variable)) locks.add(first.variable);
  return locks;
}

/** Beyond so many calls and writes in one function, the rest of them is not compared. */
const MOST_CALLS = 100;
const MOST_WRITES = 300;

const known = new WeakMap<Context, readonly Opening[]>();

/** `locked = true`, `status = ENTERED`: a whole variable is set to something fixed. */
function setsFlag(body: Body, node: Node): boolean {
  if (node.type !== "BinaryOperation" || node.operator !== "=" || node.left.type !== "Identifier")
    return false;
  const value = bare(node.right);
  if (value.type !== "Identifier") return value.type === "BooleanLiteral" || value.type === "NumberLiteral";
  return stateOf(body, value)?.isChangeable === false;
}

/** Each call of strangers with what is written after it; worked out once for all detectors of the family. */
export function openingsOf(context: Context): readonly Opening[] {
  const before = known.get(context);
  if (before !== undefined) return before;
  const openings = context.bodies
    .filter((body) => !body.isView && !body.isConstructor && body.node.type === "FunctionDefinition")
    .flatMap((body) => openingsIn(context, body));
  known.set(context, openings);
  return openings;
}

function openingsIn(context: Context, body: Body): Opening[] {
  const { steps } = context.summarize(body);
  const writers = writersOf(context, steps);
  if (writers.length === 0) return [];
  const locks = locksWithin(body, context);
  const isLockedHere = locks.size > 0 || isLocked(body, context) || isLockedByCallers(body, context);
  const openings: Opening[] = [];
  const before = new Set<StateVariable>();
  let calls = 0;
  for (const [index, step] of steps.entries()) {
    if (step.kind === "read") before.add(step.variable);
    if (step.kind !== "call") continue;
    const inner = step.call.kind === "internal" ? step.call.targets.map(context.summarize) : [];
    const reach =
      reachOf(step.call) ??
      gravest(
        inner.flatMap(({ reaches }) => [...reaches]),
        step.call.method,
      );
    if (reach !== null && calls < MOST_CALLS) {
      calls += 1;
      const written = writtenAfter(body, step, index, writers).filter((variable) => !locks.has(variable));
      const variables = written.filter(
        (variable) => before.has(variable) || (reach === "ether" && isUsedElsewhere(context, body, variable)),
      );
      if (written.length > 0)
        openings.push({ body, step, reach, variables, written, isLocked: isLockedHere });
    }
    for (const { reads } of inner) for (const variable of reads) before.add(variable);
  }
  return openings;
}

interface Writer {
  readonly index: number;
  readonly node: Node;
  readonly variables: readonly StateVariable[];
}

/** The steps that write, also by calling functions that do. */
function writersOf(context: Context, steps: readonly Step[]): Writer[] {
  const writers: Writer[] = [];
  for (const [index, step] of steps.entries()) {
    if (writers.length === MOST_WRITES) break;
    if (step.kind === "write") writers.push({ index, node: step.node, variables: [step.variable] });
    else if (step.kind === "call" && step.call.kind === "internal") {
      const variables = step.call.targets.flatMap((target) => [...context.summarize(target).writes]);
      if (variables.length > 0) writers.push({ index, node: step.node, variables });
    }
  }
  return writers;
}

const writtenAfter = (body: Body, call: Step, at: number, writers: readonly Writer[]): StateVariable[] => [
  ...new Set(
    writers
      .filter(({ index, node }) => index > at && comesAfter(body, call.node, node))
      .flatMap(({ variables }) => variables),
  ),
];

const isLockedByCallers = (body: Body, context: Context): boolean => {
  const callers = context.graph.callersOf(body);
  return !body.isEntry && callers.length > 0 && callers.every((caller) => isLocked(caller, context));
};

function gravest(reaches: readonly Reach[], method: string): Reach | null {
  const order: readonly Reach[] = ["ether", "call", "callback", "limited"];
  if (/^_?safeMint$/.test(method) && reaches.length > 0) return "callback";
  return order.find((reach) => reaches.includes(reach)) ?? null;
}

const entries = new WeakMap<ContractModel, readonly Body[]>();

/** The functions by which strangers can enter, this one among them. */
export function entriesOf({ contract }: Body): readonly Body[] {
  const before = entries.get(contract);
  if (before !== undefined) return before;
  const found = contract.chain.flatMap(({ functions }) => functions.filter(({ isEntry }) => isEntry));
  entries.set(contract, found);
  return found;
}

export const reads = (context: Context, body: Body, variable: StateVariable): boolean =>
  context.summarize(body).reads.has(variable);

const isUsedElsewhere = (context: Context, body: Body, variable: StateVariable): boolean =>
  entriesOf(body).some((other) => other !== body && !other.isView && reads(context, other, variable));
