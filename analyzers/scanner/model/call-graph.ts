import { type Call, classifyCall } from "./classify-call.ts";
import { type Body, findModifier, type SourceModel } from "./model.ts";

export type CallGraph = ReturnType<typeof buildCallGraph>;

/** The calls of each body, in source order, and its modifiers and callers in this file. */
export function buildCallGraph(model: SourceModel) {
  const calls = new Map<Body, readonly Call[]>();
  const modifiers = new Map<Body, readonly Body[]>();
  const callers = new Map<Body, Body[]>();
  for (const body of model.bodies) {
    const classifiedCalls = body.calls
      .map((node) => classifyCall(model, body, node))
      .filter((call) => call !== null);
    calls.set(body, classifiedCalls);
    const ownModifiers = body.modifierInvocations
      .map(({ name }) => findModifier(body.contract, name))
      .filter((modifier) => modifier !== undefined);
    modifiers.set(body, ownModifiers);
    const calledBodies = classifiedCalls
      .filter(({ kind }) => kind === "internal")
      .flatMap(({ targets }) => targets);
    for (const target of new Set([...calledBodies, ...ownModifiers])) {
      const targetCallers = callers.get(target);
      if (targetCallers === undefined) callers.set(target, [body]);
      else targetCallers.push(body);
    }
  }
  return {
    model,
    getCalls: (body: Body) => calls.get(body) ?? [],
    getModifiers: (body: Body) => modifiers.get(body) ?? [],
    getCallers: (body: Body): readonly Body[] => callers.get(body) ?? [],
  };
}
