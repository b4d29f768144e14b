import { type Call, classifyCall } from "./classify-call.ts";
import { type Body, findModifier, type SourceModel } from "./model.ts";

/** The call graph within the file. */
export interface CallGraph {
  readonly model: SourceModel;
  /** A body's calls, from left to right. */
  getCalls(body: Body): readonly Call[];
  /** A function's modifiers that are defined in this file. */
  getModifiers(body: Body): readonly Body[];
  getCallers(body: Body): readonly Body[];
}

export function buildCallGraph(model: SourceModel): CallGraph {
  const calls = new Map<Body, readonly Call[]>();
  const modifiers = new Map<Body, readonly Body[]>();
  const callers = new Map<Body, Body[]>();
  for (const body of model.bodies) {
    const classified = body.calls
      .map((node) => classifyCall(model, body, node))
      .filter((call) => call !== null);
    calls.set(body, classified);
    const ownCalls = body.invocations
      .map(({ name }) => findModifier(body.contract, name))
      .filter((modifier) => modifier !== undefined);
    modifiers.set(body, ownCalls);
    const called = classified.filter(({ kind }) => kind === "internal").flatMap(({ targets }) => targets);
    for (const target of new Set([...called, ...ownCalls])) {
      const cached = callers.get(target);
      if (cached === undefined) callers.set(target, [body]);
      else cached.push(body);
    }
  }
  return {
    model,
    getCalls: (body) => calls.get(body) ?? [],
    getModifiers: (body) => modifiers.get(body) ?? [],
    getCallers: (body) => callers.get(body) ?? [],
  };
}
