import type { CallGraph } from "./call-graph.ts";
import type { Call } from "./classify-call.ts";
import type { Body, StateVariable } from "./model.ts";
import { type Step, stepsOf } from "./steps.ts";

/** How far a call lets strangers in: with all gas and ether, with all gas, as a token's callback, or with 2300 gas. */
export type Reach = "ether" | "call" | "callback" | "limited";

/** What a body does, with all that it calls in the file. */
export interface Summary {
  readonly steps: readonly Step[];
  readonly reads: ReadonlySet<StateVariable>;
  readonly writes: ReadonlySet<StateVariable>;
  readonly reaches: ReadonlySet<Reach>;
}

/** Functions of tokens that call back whoever receives. */
const CALLS_BACK =
  /^_?(?:safeMint|safeTransfer|safeTransferFrom|safeBatchTransferFrom|safeBatchMint|mintBatch|onFlashLoan)$/;
/** The names above that, on an ERC-20 token through a library, do not. */
const TOKEN_TRANSFER = /^safeTransfer(?:From)?$/;

/** What strangers a single call lets in; null for none, and for calls within the file. */
export function reachOf(call: Call): Reach | null {
  if (call.isView) return null;
  if (call.kind === "ether") return "limited";
  if (call.method === "sendValue" && call.kind === "library") return "ether";
  if (call.kind === "inherited") {
    // The _mint of an ERC-1155 asks the receiver as well; it has four arguments.
    const isMintOf1155 = call.method === "_mint" && call.node.arguments.length === 4;
    return isMintOf1155 || CALLS_BACK.test(call.method) ? "callback" : null;
  }
  if (call.kind === "low-level") {
    if (call.method === "delegatecall" || call.method === "callcode") return "call";
    if (call.gas !== null && isSmallGas(call.gas)) return "limited";
    return call.value !== null && !isZero(call.value) ? "ether" : "call";
  }
  if (call.kind !== "external") return null;
  // Nothing is sent with it: a token's transfer. With value, a function that keeps the ether.
  if (CALLS_BACK.test(call.method) && !TOKEN_TRANSFER.test(call.method)) return "callback";
  return call.value === null ? "call" : "ether";
}

const isZero = (value: Call["value"]): boolean =>
  value?.type === "NumberLiteral" && /^0(?:x0+)?$/i.test(value.number);

const isSmallGas = (gas: Call["value"]): boolean =>
  gas?.type === "NumberLiteral" && Number(gas.number.replaceAll("_", "")) <= 2300;

/** So many calls deep functions are followed. */
const DEEPEST_CALLS = 60;

export function readSummaries(graph: CallGraph): (body: Body) => Summary {
  const summaries = new Map<Body, Summary>();
  let depth = 0;

  return function summarize(body: Body): Summary {
    const known = summaries.get(body);
    if (known !== undefined) return known;
    const steps = stepsOf(graph, body);
    const reads = new Set<StateVariable>();
    const writes = new Set<StateVariable>();
    const reaches = new Set<Reach>();
    const summary = { steps, reads, writes, reaches };
    // Kept before it is whole: a function that calls itself adds nothing to itself.
    summaries.set(body, summary);
    for (const step of steps) {
      if (step.kind !== "call") {
        (step.kind === "read" ? reads : writes).add(step.variable);
        continue;
      }
      const reach = reachOf(step.call);
      if (reach !== null) reaches.add(reach);
      for (const target of step.call.kind === "internal" && depth < DEEPEST_CALLS ? step.call.targets : []) {
        depth += 1;
        const inner = summarize(target);
        depth -= 1;
        for (const variable of inner.reads) reads.add(variable);
        for (const variable of inner.writes) writes.add(variable);
        for (const each of inner.reaches) reaches.add(isSafelyNamed(step.call) ? "callback" : each);
      }
    }
    return summary;
  };
}

/** `_safeMint` of the file's own asks the receiver: what it lets in is a callback. */
const isSafelyNamed = (call: Call): boolean => CALLS_BACK.test(call.method);
