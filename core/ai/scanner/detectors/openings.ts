import type { Body, ContractModel, StateVariable } from "../model/model.ts";
import { comesAfter, type Step } from "../model/steps.ts";
import { classifyReach, type Reach } from "../model/summaries.ts";
import { collectNodes } from "../model/walk.ts";
import { getSpan, getStart, type Node } from "../solidity/tree.ts";
import type { Context } from "./detector.ts";
import { isLocked, isLockedByCallers, locksWithin } from "./locks.ts";

/** A call to untrusted code followed by a write to state that was read before it. */
export interface Opening {
  readonly body: Body;
  readonly step: Extract<Step, { kind: "call" }>;
  readonly reach: Reach;
  /** Written after the call and read before it. */
  readonly variables: readonly StateVariable[];
  /** All variables written after the call. */
  readonly written: readonly StateVariable[];
  readonly isLocked: boolean;
}

/** Limits on the calls and writes that are compared in one function. */
const MOST_CALLS = 100;
const MOST_WRITES = 300;
const MOST_MODIFIERS = 8;

const known = new WeakMap<Context, readonly Opening[]>();

/** Every call to untrusted code with the writes after it. Computed once for all reentrancy detectors. */
export function findOpenings(context: Context): readonly Opening[] {
  const before = known.get(context);
  if (before !== undefined) return before;
  const openings = context.bodies
    .filter((body) => !body.isView && !body.isConstructor && body.node.type === "FunctionDefinition")
    .flatMap((body) => findOpeningsIn(context, body));
  known.set(context, openings);
  return openings;
}

function findOpeningsIn(context: Context, body: Body): Opening[] {
  const steps = stepsWithModifiers(context, body);
  const writes = findWrites(context, steps);
  if (writes.length === 0) return [];
  const own = locksWithin(body, context);
  const modifiers = context.graph.getModifiers(body).slice(0, MOST_MODIFIERS);
  const locks = new Set([...own, ...modifiers.flatMap((modifier) => [...locksWithin(modifier, context)])]);
  const isLockedHere = own.size > 0 || isLocked(body, context) || isLockedByCallers(body, context);
  const openings: Opening[] = [];
  const before = new Set<StateVariable>();
  let calls = 0;
  for (const [index, step] of steps.entries()) {
    if (step.kind === "read") before.add(step.variable);
    if (step.kind !== "call") continue;
    const inner = step.call.kind === "internal" ? step.call.targets.map(context.summarize) : [];
    const reach =
      classifyReach(step.call) ??
      findMostSevere(
        inner.flatMap(({ reaches }) => [...reaches]),
        step.call.method,
      );
    if (reach !== null && calls < MOST_CALLS) {
      calls += 1;
      const written = writtenAfter(body, step, index, writes).filter((variable) => !locks.has(variable));
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

/** A function's steps, including those of its modifiers before and after it. */
function stepsWithModifiers(context: Context, body: Body): readonly Step[] {
  let { steps } = context.summarize(body);
  for (const modifier of context.graph.getModifiers(body).slice(0, MOST_MODIFIERS).toReversed()) {
    const placeholder = modifier.nodes.find((node) => node.type === "Identifier" && node.name === "_");
    const place = placeholder === undefined ? 0 : getStart(placeholder);
    const around = context.summarize(modifier).steps;
    const before = around.filter(({ node }) => getStart(node) < place);
    const after = around.filter(({ node }) => getStart(node) >= place);
    steps = [...before, ...steps, ...after];
  }
  return steps;
}

function contains(outer: Node, inner: Node): boolean {
  const [around, within] = [getSpan(outer), getSpan(inner)];
  return around.start <= within.start && around.end >= within.end;
}

/** `if (!ok) books[who] = due;`: restores the earlier state because the call failed. */
function restoresState(body: Body, call: Node, write: Node): boolean {
  let inner = write;
  for (let outer = body.parents.get(inner); outer !== undefined; outer = body.parents.get(inner)) {
    if (outer.type === "IfStatement" && inner !== outer.condition) {
      const testsCall = collectNodes(outer.condition).some((node) => {
        const value = node.type === "Identifier" ? body.firstValue.get(node.name) : undefined;
        return node === call || (value !== undefined && contains(value, call));
      });
      if (testsCall) return true;
    }
    inner = outer;
  }
  return false;
}

interface Write {
  readonly index: number;
  readonly node: Node;
  readonly variables: readonly StateVariable[];
}

/** The steps that write, directly or through a function they call. */
function findWrites(context: Context, steps: readonly Step[]): Write[] {
  const writes: Write[] = [];
  for (const [index, step] of steps.entries()) {
    if (writes.length === MOST_WRITES) break;
    if (step.kind === "write") writes.push({ index, node: step.node, variables: [step.variable] });
    else if (step.kind === "call" && step.call.kind === "internal") {
      const variables = step.call.targets.flatMap((target) => [...context.summarize(target).writes]);
      if (variables.length > 0) writes.push({ index, node: step.node, variables });
    }
  }
  return writes;
}

function writtenAfter(body: Body, call: Step, at: number, writes: readonly Write[]): StateVariable[] {
  const earlier = new Set(writes.filter(({ index }) => index < at).flatMap(({ variables }) => variables));
  const later = writes.filter(({ index, node }) => index > at && comesAfter(body, call.node, node));
  const written = later.flatMap(({ node, variables }) =>
    variables.filter((variable) => !(earlier.has(variable) && restoresState(body, call.node, node))),
  );
  return [...new Set(written)];
}

function findMostSevere(reaches: readonly Reach[], method: string): Reach | null {
  const order: readonly Reach[] = ["ether", "call", "callback", "limited"];
  if (/^_?safeMint$/.test(method) && reaches.length > 0) return "callback";
  return order.find((reach) => reaches.includes(reach)) ?? null;
}

const entries = new WeakMap<ContractModel, readonly Body[]>();

/** All functions that outsiders can call, including this one. */
export function findEntries({ contract }: Body): readonly Body[] {
  const before = entries.get(contract);
  if (before !== undefined) return before;
  const found = contract.chain.flatMap(({ functions }) => functions.filter(({ isEntry }) => isEntry));
  entries.set(contract, found);
  return found;
}

export const reads = (context: Context, body: Body, variable: StateVariable): boolean =>
  context.summarize(body).reads.has(variable);

const isUsedElsewhere = (context: Context, body: Body, variable: StateVariable): boolean =>
  findEntries(body).some((other) => other !== body && !other.isView && reads(context, other, variable));
