import type { Expression } from "../solidity/tree.ts";
import type { CallGraph } from "./call-graph.ts";
import { getRootName, isCaller, isCallerInput } from "./expressions.ts";
import type { Body } from "./model.ts";

const CALLERS_MAX = 10;
const DEPTH_MAX = 3;

/** Whether an outside caller chooses this value, through a parameter here or in a calling function. */
export function isExternalInput(graph: CallGraph, body: Body, expression: Expression, depth = 0): boolean {
  if (!isCallerInput(body, expression)) return false;
  if (body.isEntry) return true;
  return findPassedValues(graph, body, expression).some(
    ({ caller, value }) => depth < DEPTH_MAX && isExternalInput(graph, caller, value, depth + 1),
  );
}

/** Whether the value is the address of the contract's caller, read here or passed by a calling function. */
export function isOutsider(graph: CallGraph, body: Body, expression: Expression, depth = 0): boolean {
  if (isCaller(body, expression)) return true;
  if (body.isEntry || depth >= DEPTH_MAX) return false;
  return findPassedValues(graph, body, expression).some((passed) =>
    isOutsider(graph, passed.caller, passed.value, depth + 1),
  );
}

/** The arguments that callers in this file pass for the parameter at the root of an expression. */
export function findPassedValues(graph: CallGraph, body: Body, expression: Expression) {
  const names = (body.node.parameters ?? []).map(({ name }) => name);
  const root = getRootName(expression);
  const first = root === null ? undefined : body.firstValues.get(root);
  const position = names.indexOf(first === undefined ? root : getRootName(first));
  if (position === -1) return [];
  return graph
    .getCallers(body)
    .slice(0, CALLERS_MAX)
    .flatMap((caller) => {
      const call = graph
        .getCalls(caller)
        .find(({ targets, kind }) => kind === "internal" && targets.includes(body));
      const value = call?.node.arguments[position];
      return call === undefined || value === undefined ? [] : [{ caller, value, call: call.node }];
    });
}
