import { memoize } from "../model/memoize.ts";
import type { Body, ContractModel, StateVariable } from "../model/model.ts";
import { canFollow, type Step } from "../model/steps.ts";
import { classifyExposure, type Exposure } from "../model/summaries.ts";
import { collectNodes, listAncestors } from "../model/walk.ts";
import { getSpan, getStart, type Node } from "../solidity/tree.ts";
import type { Context } from "./detector.ts";
import { findLocks, isLocked, isLockedByCallers } from "./locks.ts";

/** A call to untrusted code that is followed by writes to state. */
export interface ReentrancyWindow {
  readonly body: Body;
  readonly step: Extract<Step, { kind: "call" }>;
  readonly exposure: Exposure;
  /** The written variables that are read before the call or, if it sends ether, by another non-view function. */
  readonly exploitableVariables: readonly StateVariable[];
  /** The variables that are written after the call. */
  readonly writtenVariables: readonly StateVariable[];
  readonly isLocked: boolean;
}

/** The maximum numbers of calls, writes and modifiers that are examined per function. Only hostile input has more. */
const CALLS_MAX = 100;
const WRITES_MAX = 300;
const MODIFIERS_MAX = 8;

export const findReentrancyWindows = memoize((context: Context): readonly ReentrancyWindow[] =>
  context.bodies
    .filter((body) => !body.isView && !body.isConstructor && body.node.type === "FunctionDefinition")
    .flatMap((body) => findWindowsIn(context, body)),
);

function findWindowsIn(context: Context, body: Body): ReentrancyWindow[] {
  const steps = listStepsWithModifiers(context, body);
  const writes = findWrites(context, steps);
  if (writes.length === 0) return [];
  const ownLocks = findLocks(body, context);
  const modifiers = context.graph.getModifiers(body).slice(0, MODIFIERS_MAX);
  const locks = new Set([...ownLocks, ...modifiers.flatMap((modifier) => [...findLocks(modifier, context)])]);
  const isLockedHere = ownLocks.size > 0 || isLocked(body, context) || isLockedByCallers(body, context);
  const windows: ReentrancyWindow[] = [];
  const variablesReadBefore = new Set<StateVariable>();
  let callCount = 0;
  for (const [index, step] of steps.entries()) {
    if (step.kind === "read") variablesReadBefore.add(step.variable);
    if (step.kind !== "call") continue;
    const calledSummaries = step.call.kind === "internal" ? step.call.targets.map(context.summarize) : [];
    const exposure =
      classifyExposure(body, step.call) ??
      getMostSevere(
        calledSummaries.flatMap(({ exposures }) => [...exposures]),
        step.call.method,
      );
    if (exposure !== null && callCount < CALLS_MAX) {
      callCount += 1;
      const writtenVariables = findVariablesWrittenAfter(body, step, index, writes).filter(
        (variable) => !locks.has(variable),
      );
      const exploitableVariables = writtenVariables.filter(
        (variable) =>
          variablesReadBefore.has(variable) ||
          (exposure === "ether" && isUsedElsewhere(context, body, variable)),
      );
      if (writtenVariables.length > 0)
        windows.push({
          body,
          step,
          exposure,
          exploitableVariables,
          writtenVariables,
          isLocked: isLockedHere,
        });
    }
    for (const { reads: variablesRead } of calledSummaries)
      for (const variable of variablesRead) variablesReadBefore.add(variable);
  }
  return windows;
}

/** A function's steps, including those of its modifiers before and after it. */
function listStepsWithModifiers(context: Context, body: Body): readonly Step[] {
  let { steps } = context.summarize(body);
  for (const modifier of context.graph.getModifiers(body).slice(0, MODIFIERS_MAX).toReversed()) {
    const placeholder = modifier.nodes.find((node) => node.type === "Identifier" && node.name === "_");
    const bodyStart = placeholder === undefined ? 0 : getStart(placeholder);
    const modifierSteps = context.summarize(modifier).steps;
    const stepsBefore = modifierSteps.filter(({ node }) => getStart(node) < bodyStart);
    const stepsAfter = modifierSteps.filter(({ node }) => getStart(node) >= bodyStart);
    steps = [...stepsBefore, ...steps, ...stepsAfter];
  }
  return steps;
}

function containsNode(outer: Node, inner: Node): boolean {
  const [outerSpan, innerSpan] = [getSpan(outer), getSpan(inner)];
  return outerSpan.start <= innerSpan.start && outerSpan.end >= innerSpan.end;
}

/** Whether a write restores the earlier state because the call failed: `if (!ok) books[who] = due;`. */
function restoresState(body: Body, call: Node, write: Node): boolean {
  return listAncestors(body.parents, write).some(
    ({ outer, inner }) =>
      outer.type === "IfStatement" &&
      inner !== outer.condition &&
      collectNodes(outer.condition).some((node) => {
        const value = node.type === "Identifier" ? body.firstValues.get(node.name) : undefined;
        return node === call || (value !== undefined && containsNode(value, call));
      }),
  );
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
    if (writes.length === WRITES_MAX) break;
    if (step.kind === "write") writes.push({ index, node: step.node, variables: [step.variable] });
    else if (step.kind === "call" && step.call.kind === "internal") {
      const variables = step.call.targets.flatMap((target) => [...context.summarize(target).writes]);
      if (variables.length > 0) writes.push({ index, node: step.node, variables });
    }
  }
  return writes;
}

function findVariablesWrittenAfter(body: Body, call: Step, position: number, writes: readonly Write[]) {
  const variablesWrittenBefore = new Set(
    writes.filter(({ index }) => index < position).flatMap(({ variables }) => variables),
  );
  const laterWrites = writes.filter(
    ({ index, node }) => index > position && canFollow(body, call.node, node),
  );
  const writtenVariables = laterWrites.flatMap(({ node, variables }) =>
    variables.filter(
      (variable) => !(variablesWrittenBefore.has(variable) && restoresState(body, call.node, node)),
    ),
  );
  return [...new Set(writtenVariables)];
}

function getMostSevere(exposures: readonly Exposure[], method: string): Exposure | null {
  const order: readonly Exposure[] = ["ether", "call", "callback", "limited"];
  if (/^_?safeMint$/.test(method) && exposures.length > 0) return "callback";
  return order.find((exposure) => exposures.includes(exposure)) ?? null;
}

/** The functions that outsiders can call in the body's contract and its bases. */
export const findEntries = ({ contract }: Body): readonly Body[] => listEntries(contract);

const listEntries = memoize(({ chain }: ContractModel): readonly Body[] =>
  chain.flatMap(({ functions }) => functions.filter(({ isEntry }) => isEntry)),
);

export const readsVariable = (context: Context, body: Body, variable: StateVariable): boolean =>
  context.summarize(body).reads.has(variable);

const isUsedElsewhere = (context: Context, body: Body, variable: StateVariable): boolean =>
  findEntries(body).some(
    (other) => other !== body && !other.isView && readsVariable(context, other, variable),
  );
