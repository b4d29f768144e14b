import type { Expression } from "../solidity/tree.ts";
import type { CallGraph } from "./call-graph.ts";
import { bare, isGiven, isSender, rootName } from "./expressions.ts";
import type { Body } from "./model.ts";

/** Limits on the number of callers and the call depth. */
const MOST_CALLERS = 10;
const DEEPEST = 3;

/** Whether an outside caller chooses this value, through a parameter here or in a calling function. */
export function isGivenFromOutside(graph: CallGraph, body: Body, expression: Expression, depth = 0): boolean {
  if (!isGiven(body, expression)) return false;
  if (body.isEntry) return true;
  return findPassedValues(graph, body, expression).some(
    ({ caller, value }) => depth < DEEPEST && isGivenFromOutside(graph, caller, value, depth + 1),
  );
}

/** Whether the value is the contract's caller, here or as passed by a calling function. */
export function isOutsider(graph: CallGraph, body: Body, expression: Expression, depth = 0): boolean {
  const inner = bare(expression);
  if (isSender(inner)) return true;
  const value = inner.type === "Identifier" ? body.firstValue.get(inner.name) : undefined;
  if (value !== undefined && isSender(bare(value))) return true;
  if (body.isEntry || depth >= DEEPEST) return false;
  return findPassedValues(graph, body, expression).some((passed) =>
    isOutsider(graph, passed.caller, passed.value, depth + 1),
  );
}

/** The arguments that callers in this file pass for the parameter at the root of an expression. */
function findPassedValues(graph: CallGraph, body: Body, expression: Expression) {
  const names = (body.node.parameters ?? []).map(({ name }) => name);
  const root = rootName(expression);
  const first = root === null ? undefined : body.firstValue.get(root);
  const position = names.indexOf(first === undefined ? root : rootName(first));
  if (position === -1) return [];
  return graph
    .getCallers(body)
    .slice(0, MOST_CALLERS)
    .flatMap((caller) => {
      const call = graph
        .getCalls(caller)
        .find(({ targets, kind }) => kind === "internal" && targets.includes(body));
      const value = call?.node.arguments[position];
      return value === undefined ? [] : [{ caller, value }];
    });
}
