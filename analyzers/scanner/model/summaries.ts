import type { CallGraph } from "./call-graph.ts";
import type { Call } from "./classify-call.ts";
import { type Body, findVariable, type StateVariable } from "./model.ts";
import { listSteps, type Step } from "./steps.ts";

/**
 * The kind of reentrancy that a call allows. `ether`: the called code gets ether and all gas. `call`: it gets all gas.
 * `callback`: a hook of the receiver is called. `limited`: the called code gets only 2,300 gas.
 */
export type Exposure = "ether" | "call" | "callback" | "limited";

export interface Summary {
  readonly steps: readonly Step[];
  readonly reads: ReadonlySet<StateVariable>;
  readonly writes: ReadonlySet<StateVariable>;
  readonly exposures: ReadonlySet<Exposure>;
}

/** Token functions that call a hook of the receiver, and the hook of a flash loan's borrower. */
const CALLBACK_FUNCTION =
  /^_?(?:safeMint|safeTransfer|safeTransferFrom|safeBatchTransferFrom|safeBatchMint|mintBatch|onFlashLoan)$/;
/** Exceptions to CALLBACK_FUNCTION for external calls: ERC-20 library functions with these names don't call back. */
const TOKEN_TRANSFER = /^safeTransfer(?:From)?$/;

/** A call's own exposure; null if it allows no reentrancy, or if it is a call within the file. */
export function classifyExposure(body: Body, call: Call): Exposure | null {
  if (call.isView) return null;
  if (call.kind === "ether") return "limited";
  if (call.method === "sendValue" && call.kind === "library") return "ether";
  if (call.kind === "inherited") {
    // ERC-1155's _mint, which has four arguments, calls the receiver too.
    const isErc1155Mint = call.method === "_mint" && call.node.arguments.length === 4;
    return isErc1155Mint || CALLBACK_FUNCTION.test(call.method) ? "callback" : null;
  }
  if (call.kind === "low-level") {
    if (call.method === "delegatecall" || call.method === "callcode") return "call";
    if (call.gas !== null && isSmallGas(call.gas)) return "limited";
    return call.value !== null && !isZero(call.value) ? "ether" : "call";
  }
  if (call.kind !== "external") return null;
  // The receiver's hook is called, by a token or, for a flash loan, directly.
  if (CALLBACK_FUNCTION.test(call.method) && !TOKEN_TRANSFER.test(call.method)) return "callback";
  return call.value === null || isFixedTarget(body, call.target) ? "call" : "ether";
}

/** Whether the target is a contract chosen at deployment, such as wrapped ether, which doesn't call back. */
function isFixedTarget(body: Body, target: Call["target"]): boolean {
  if (target?.type !== "Identifier" || body.locals.has(target.name)) return false;
  return findVariable(body.contract, target.name)?.isChangeable === false;
}

const isZero = (value: Call["value"]): boolean =>
  value?.type === "NumberLiteral" && /^0(?:x0+)?$/i.test(value.number);

const isSmallGas = (gas: Call["value"]): boolean =>
  gas?.type === "NumberLiteral" && Number(gas.number.replaceAll("_", "")) <= 2300;

const CALL_DEPTH_MAX = 60;

/** Creates a function that summarizes a body, including the functions of the same source that it calls. */
export function createSummarizer(graph: CallGraph): (body: Body) => Summary {
  const summaries = new Map<Body, Summary>();
  let depth = 0;

  return function summarize(body: Body): Summary {
    const cached = summaries.get(body);
    if (cached !== undefined) return cached;
    const steps = listSteps(graph, body);
    const reads = new Set<StateVariable>();
    const writes = new Set<StateVariable>();
    const exposures = new Set<Exposure>();
    const summary = { steps, reads, writes, exposures };
    // Stored before it is complete, so that recursive functions terminate.
    summaries.set(body, summary);
    for (const step of steps) {
      if (step.kind !== "call") {
        (step.kind === "read" ? reads : writes).add(step.variable);
        continue;
      }
      const exposure = classifyExposure(body, step.call);
      if (exposure !== null) exposures.add(exposure);
      for (const target of step.call.kind === "internal" && depth < CALL_DEPTH_MAX ? step.call.targets : []) {
        depth += 1;
        const targetSummary = summarize(target);
        depth -= 1;
        for (const variable of targetSummary.reads) reads.add(variable);
        for (const variable of targetSummary.writes) writes.add(variable);
        // A `_safeMint` defined in this file calls the receiver back.
        const isCallback = CALLBACK_FUNCTION.test(step.call.method);
        for (const kind of targetSummary.exposures) exposures.add(isCallback ? "callback" : kind);
      }
    }
    return summary;
  };
}
