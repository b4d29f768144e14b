import { findConditions } from "../model/conditions.ts";
import { dependsOn, isZeroAddress } from "../model/expressions.ts";
import { type Body, findModifier } from "../model/model.ts";
import { collectNodes } from "../model/walk.ts";
import type { Expression } from "../solidity/tree.ts";
import { type Context, createMatch, type Match } from "./detector.ts";

const INITIALIZER_NAME =
  /^_*(?:init|initialize|initialise|init[A-Z]\w*|initialize[A-Z]\w*|initialise[A-Z]\w*|setup|setUp)$/;
const ONCE_NAME = /initializ|initialis|^once$/i;

/** Whether a body is an initializer, judging by its name. A test's `setUp()` doesn't count. */
export const isInitializer = (body: Body): boolean =>
  !(body.name === "setUp" && body.parameters.size === 0) &&
  body.node.type === "FunctionDefinition" &&
  INITIALIZER_NAME.test(body.name);

/** Finds initializers that anyone can call, repeatedly or before the owner does. */
export function findOpenInitializers(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    if (!body.isEntry || body.isView || !isInitializer(body)) continue;
    if (context.access.isGuarded(body) || runsOnce(body, context)) continue;
    if (context.summarize(body).writes.size === 0) continue;
    matches.push(createMatch(body, body.node));
  }
  return matches;
}

/**
 * Whether a body can run only once: the body, one of its modifiers or a function it calls checks a variable that it also
 * sets, or checks that a getter returns address 0. A modifier from another file is judged by its name.
 */
export function runsOnce(body: Body, context: Context): boolean {
  if (checksWhatItSets(body, context)) return true;
  const hasOnceModifier = body.modifierInvocations.some(({ name }) => {
    const modifier = findModifier(body.contract, name);
    return modifier === undefined ? ONCE_NAME.test(name) : checksWhatItSets(modifier, context);
  });
  const calledBodies = context.graph
    .getCalls(body)
    .flatMap(({ kind, targets }) => (kind === "internal" ? targets : []));
  return hasOnceModifier || calledBodies.some((target) => checksWhatItSets(target, context));
}

/** Whether an expression checks that something is still unset: `_implementation() == address(0)`. */
function isUnsetCheck(expression: Expression): boolean {
  if (expression.type !== "BinaryOperation" || expression.operator !== "==") return false;
  const sides = [expression.left, expression.right];
  const isGetter = (side: Expression) => side.type === "FunctionCall" && side.arguments.length === 0;
  return sides.some(isZeroAddress) && sides.some(isGetter);
}

function checksWhatItSets(body: Body, context: Context): boolean {
  const { writes } = context.summarize(body);
  return findConditions(body).some(
    ({ expression }) => isUnsetCheck(expression) || dependsOn(body, collectNodes(expression), writes),
  );
}
