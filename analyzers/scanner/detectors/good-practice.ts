import { type Condition, findConditions, splitCondition } from "../model/conditions.ts";
import { isName, isNamedCall, isPath, isZeroAddress, unwrap } from "../model/expressions.ts";
import { allowsVersionBefore, type Body, isAddress } from "../model/model.ts";
import { collectNodes } from "../model/walk.ts";
import { getStart, type Node } from "../solidity/tree.ts";
import { findAssignments, isOwner } from "./assignments.ts";
import {
  type Context,
  createCallDetector,
  createMatch,
  createNodeDetector,
  type DetectorFunction,
  type Match,
} from "./detector.ts";

function findMissingZeroChecks(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    for (const { variable, value, node } of findAssignments(body)) {
      const input = unwrap(value);
      if (input.type !== "Identifier" || !body.parameters.has(input.name)) continue;
      if (isAddress(variable.node.typeName) && !isCheckedForZero(context, body, input.name))
        matches.push(createMatch(body, node));
    }
  }
  return matches;
}

/**
 * Whether a condition of the body compares the parameter with address 0 or requires code at the parameter's address, or
 * the body passes the parameter to a function or modifier that may check it.
 */
function isCheckedForZero(context: Context, body: Body, name: string): boolean {
  const isNameUse = (node: Node): boolean => isName(node, name);
  const isChecked = findConditions(body).some((condition) => {
    const nodes = collectNodes(condition.expression);
    return (nodes.some(isNameUse) && nodes.some(isZeroAddress)) || requiresCode(condition, name);
  });
  if (isChecked) return true;
  const checkers = [
    ...context.graph
      .getCalls(body)
      .filter(
        ({ kind, node }) =>
          (kind === "internal" || kind === "inherited") &&
          body.parents.get(node)?.type === "ExpressionStatement",
      )
      .map(({ node }) => node),
    ...body.modifierInvocations,
  ];
  return checkers.some(({ arguments: values }) => (values ?? []).some((value) => isNameUse(unwrap(value))));
}

/** Whether a condition requires code at the parameter's address. Address 0 has none. */
function requiresCode({ expression, mustBeTrue }: Condition, name: string): boolean {
  const isCodeLength = (node: Node): boolean =>
    node.type === "MemberAccess" &&
    node.memberName === "length" &&
    node.expression.type === "MemberAccess" &&
    node.expression.memberName === "code" &&
    isName(unwrap(node.expression.expression), name);
  return splitCondition(expression, mustBeTrue).some(
    ({ part, mustBeTrue }) =>
      part.type === "BinaryOperation" &&
      (isCodeLength(part.left) || isCodeLength(part.right)) &&
      (part.operator === "==") !== mustBeTrue,
  );
}

function findMissingEvents(context: Context): Match[] {
  const matches: Match[] = [];
  const emitsEvent = (body: Body): boolean =>
    body.nodes.some((node) => node.type === "EmitStatement") ||
    // Before 0.4.21, events were emitted like calls.
    (allowsVersionBefore(context.model, 5) &&
      context.graph.getCalls(body).some(({ method, kind }) => kind === "other" && /^[A-Z]/.test(method)));
  for (const body of context.bodies) {
    if (body.isConstructor) continue;
    const nearbyBodies = [body, ...context.graph.getCallers(body).slice(0, 20)];
    const calledBodies = context.graph
      .getCalls(body)
      .flatMap(({ kind, targets }) => (kind === "internal" ? targets : []));
    if ([...nearbyBodies, ...calledBodies].some(emitsEvent)) continue;
    for (const { variable, node } of findAssignments(body))
      if (isOwner(variable)) matches.push(createMatch(body, node));
  }
  return matches;
}

function findApproveRaces(context: Context): Match[] {
  return context.bodies
    .filter(
      (body) =>
        body.isEntry &&
        body.name === "approve" &&
        body.node.parameters?.length === 2 &&
        context.summarize(body).writes.size > 0 &&
        findConditions(body).length === 0 &&
        !body.contract.chain.some((link) => link.functionsByName.has("increaseAllowance")),
    )
    .filter(({ node }) => {
      const type = node.parameters?.[1]?.typeName;
      return type?.type === "ElementaryTypeName" && type.name.startsWith("uint") && returnsOneValue(node);
    })
    .map((body) => createMatch(body, body.node));
}

/** Distinguishes the `approve` of ERC-20 from that of ERC-721, which returns nothing. */
const returnsOneValue = (node: Body["node"]): boolean =>
  node.type === "FunctionDefinition" && (node.returnParameters?.length ?? 0) === 1;

function findDeprecated({ model, bodies }: Context): Match[] {
  const isDeprecated = (node: Node, body: Body): boolean => {
    if (node.type === "ThrowStatement") return true;
    if (isName(node, "now")) return !body.locals.has("now");
    if (node.type === "MemberAccess")
      return (
        node.memberName === "callcode" || isPath(node, "block", "blockhash") || isPath(node, "msg", "gas")
      );
    if (node.type === "NumberLiteral") return node.subdenomination === "years";
    return isNamedCall(node, /^(?:suicide|sha3)$/);
  };
  return bodies.flatMap((body) => {
    const lines = new Set<number>();
    return body.nodes
      .filter((node) => isDeprecated(node, body))
      .filter((node) => {
        const { line } = model.positions.locate(getStart(node));
        if (lines.has(line)) return false;
        lines.add(line);
        return true;
      })
      .map((node) => createMatch(body, node));
  });
}

const HIDDEN_CHARACTERS = /[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2060]/;

function findHiddenCharacters({ model }: Context): Match[] {
  const matches: Match[] = [];
  let start = 0;
  for (const line of model.text.split("\n")) {
    const index = line.search(HIDDEN_CHARACTERS);
    const span = { start: start + index, end: start + index + 1 };
    if (index !== -1) {
      const contract =
        model.contracts.find(
          (contract) => span.start >= contract.span.start && span.start < contract.span.end,
        ) ?? null;
      matches.push({ span, body: null, contract });
    }
    start += line.length + 1;
  }
  return matches;
}

export const GOOD_PRACTICE = {
  "hidden-characters": findHiddenCharacters,
  "missing-zero-check": findMissingZeroChecks,
  "missing-event": findMissingEvents,
  "hardcoded-gas": createCallDetector(({ gas }) => gas?.type === "NumberLiteral"),
  "approve-race": findApproveRaces,
  assembly: createNodeDetector(({ type }) => type === "InlineAssemblyStatement"),
  deprecated: findDeprecated,
} satisfies Readonly<Record<string, DetectorFunction>>;
