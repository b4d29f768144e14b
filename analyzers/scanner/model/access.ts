import type { Expression, Node } from "../solidity/tree.ts";
import type { CallGraph } from "./call-graph.ts";
import type { Call } from "./classify-call.ts";
import { findConditions, splitCondition } from "./conditions.ts";
import {
  expandNodes,
  getCalleeName,
  isCaller,
  isName,
  isSender,
  isZeroAddress,
  mentionsSender,
  unwrap,
} from "./expressions.ts";
import { memoize } from "./memoize.ts";
import { type Body, findModifier } from "./model.ts";
import { parsePayment } from "./payments.ts";
import { resolveType } from "./resolve-type.ts";
import { listAncestors } from "./walk.ts";

export type Access = ReturnType<typeof analyzeAccess>;

/** Modifiers from other files that restrict callers, by name. */
const GUARD_MODIFIER =
  /^(?:only|restricted|if|proxyCallIf)|auth|owner|admin|role|govern|permission|allowed|allow_?list|white_?list|operator|minter|keeper/i;
const GUARD_FUNCTION = /^_?(?:check|only|require|assert|enforce|authorize|authorise|auth|ensure)(?:$|[A-Z_])/;
const SIGNATURE_CHECK = /recover|verify|isValidSignature|isValidProof|checkSignature/i;

const CALL_DEPTH_MAX = 60;

/** Determines which bodies and nodes anyone can reach, and which bodies restrict their callers. */
export function analyzeAccess(graph: CallGraph) {
  const parameterChecks = new Map<Body, Map<string, boolean>>();
  let depth = 0;

  /** Computes a result, but returns false beyond a depth that no real contract reaches. */
  function limitDepth(compute: () => boolean): boolean {
    if (depth > CALL_DEPTH_MAX) return false;
    depth += 1;
    const result = compute();
    depth -= 1;
    return result;
  }

  /** Whether a body restricts its callers, through a modifier, a check or a signature. Recursion adds no protection. */
  const isGuarded: (body: Body) => boolean = memoize(
    (body) => limitDepth(() => hasGuardModifier(body) || checksCaller(body) || callsGuard(body)),
    false,
  );

  function hasGuardModifier(body: Body): boolean {
    return body.modifierInvocations.some(({ name }) => {
      const modifier = findModifier(body.contract, name);
      if (modifier === undefined) return GUARD_MODIFIER.test(name);
      return isGuarded(modifier) || branchesOnCaller(modifier);
    });
  }

  function callsGuard(body: Body): boolean {
    return graph.getCalls(body).some((call) => {
      if (body.parents.get(call.node)?.type !== "ExpressionStatement") return false;
      if (call.kind === "inherited" || call.kind === "library") return GUARD_FUNCTION.test(call.method);
      return (
        call.kind === "internal" &&
        call.targets.length > 0 &&
        call.targets.every((target) => isGuardFor(body, call, target))
      );
    });
  }

  /** Whether a called function restricts callers: by itself, or through the caller's address as an argument. */
  function isGuardFor(body: Body, call: Call, target: Body): boolean {
    const position = call.node.arguments.findIndex((value) => isCaller(body, value));
    // Declared here and implemented elsewhere.
    if (target.node.body === null) return position !== -1 || GUARD_FUNCTION.test(call.method);
    if (isGuarded(target)) return true;
    const name = target.node.parameters?.[position]?.name;
    return typeof name === "string" && checksParameter(target, name);
  }

  /** Whether a condition checks a parameter, other than for address 0. */
  function checksParameter(target: Body, name: string): boolean {
    const resultsByName = parameterChecks.get(target) ?? new Map<string, boolean>();
    parameterChecks.set(target, resultsByName);
    const cached = resultsByName.get(name);
    if (cached !== undefined) return cached;
    // Stored before it is complete, so that recursive functions terminate.
    resultsByName.set(name, false);
    const result = limitDepth(() =>
      findConditions(target).some(({ expression }) =>
        splitCondition(expression, true).some(
          ({ part }) =>
            !(part.type === "BinaryOperation" && [part.left, part.right].some(isZeroAddress)) &&
            expandNodes(target, part).some((node) => isName(node, name)) &&
            !checksPayment(target, part),
        ),
      ),
    );
    resultsByName.set(name, result);
    return result;
  }

  /** Whether a condition depends on the result of a payment. It then checks that the payment succeeded, not who gets it. */
  function checksPayment(body: Body, part: Expression): boolean {
    const nodes = expandNodes(body, part);
    return graph
      .getCalls(body)
      .some(
        (call) =>
          nodes.includes(call.node) &&
          (isPayment(call) ||
            (call.kind === "internal" &&
              call.targets.some((target) => graph.getCalls(target).some(isPayment)) &&
              !call.targets.some((target) => isGuardFor(body, call, target)))),
      );
  }

  /** Whether a modifier runs the body only for certain callers: `if (msg.sender == admin) { _; } else { … }`. */
  function branchesOnCaller(modifier: Body): boolean {
    const placeholders = modifier.nodes.filter((node) => isName(node, "_"));
    return placeholders.length > 0 && placeholders.every((node) => isInGuardedBranch(modifier, node));
  }

  function checksCaller(body: Body): boolean {
    return findConditions(body).some(({ expression, mustBeTrue }) =>
      splitCondition(expression, mustBeTrue).some((piece) =>
        restrictsCaller(body, piece.part, piece.mustBeTrue),
      ),
    );
  }

  function restrictsCaller(body: Body, part: Expression, mustBeTrue: boolean): boolean {
    if (part.type === "BinaryOperation") return comparesCaller(body, part, mustBeTrue);
    if (expandNodes(body, part).some(isSignatureCheck)) return true;
    if (!mustBeTrue) return false;
    if (part.type === "FunctionCall") {
      if (checksPayment(body, part)) return false;
      if (part.arguments.some((value) => mentionsSender(body, value))) return true;
      const call = graph.getCalls(body).find(({ node }) => node === part);
      return call?.targets.some((target) => returnsCheck(target)) ?? false;
    }
    if (part.type === "IndexAccess" || part.type === "MemberAccess")
      return mentionsSender(body, part) && canBeBoolean(body, part);
    if (part.type === "Identifier") {
      const value = body.firstValues.get(part.name);
      return value !== undefined && body.locals.has(part.name) && value !== part && isCheck(body, value);
    }
    return false;
  }

  const isCheck = (body: Body, value: Expression): boolean =>
    splitCondition(value, true).some(
      ({ part, mustBeTrue }) => part.type !== "Identifier" && restrictsCaller(body, part, mustBeTrue),
    );

  /** Whether a function returns the result of a check on its caller. Recursion checks nothing. */
  const returnsCheck: (target: Body) => boolean = memoize(
    (target) =>
      limitDepth(() =>
        target.nodes.some(
          (node) =>
            node.type === "ReturnStatement" && node.expression !== null && isCheck(target, node.expression),
        ),
      ),
    false,
  );

  function canBeBoolean(body: Body, part: Expression): boolean {
    const type = resolveType(graph.model, body, part);
    return type === null || (type.type === "ElementaryTypeName" && type.name === "bool");
  }

  /** Whether anyone can call a body, directly or through another one. */
  const isOpen: (body: Body) => boolean = memoize(
    (body) => limitDepth(() => !isGuarded(body) && (body.isEntry || graph.getCallers(body).some(isOpen))),
    false,
  );

  /** Whether anyone can reach a node: it isn't in a guarded branch, and some path to it is unguarded. */
  const isOpenAt = (body: Body, node: Node): boolean => isOpen(body) && !isInGuardedBranch(body, node);

  function isInGuardedBranch(body: Body, node: Node): boolean {
    return listAncestors(body.parents, node).some(
      ({ outer, inner }) =>
        outer.type === "IfStatement" &&
        inner !== outer.condition &&
        splitCondition(outer.condition, inner === outer.trueBody).some(({ part, mustBeTrue }) =>
          restrictsCaller(body, part, mustBeTrue),
        ),
    );
  }

  return { isGuarded, isOpenAt, isOpen };
}

function comparesCaller(
  body: Body,
  part: { readonly operator: string; readonly left: Expression; readonly right: Expression },
  mustBeTrue: boolean,
): boolean {
  const expectedOperator = mustBeTrue ? "==" : "!=";
  const sides = [part.left, part.right];
  if (sides.some((side) => expandNodes(body, side).some(isSignatureCheck))) return true;
  if (part.operator !== expectedOperator) return false;
  return sides.some((side, index) => {
    const other = sides[1 - index];
    if (other === undefined) return false;
    // As in MakerDAO, each authorized caller has a number: `wards[msg.sender] == 1`.
    if (unwrap(side).type === "IndexAccess" && mentionsSender(body, side))
      return unwrap(other).type === "NumberLiteral";
    return isCaller(body, side) && identifiesCallers(body, other);
  });
}

/** Whether a call pays, or makes a low-level call that may do so. */
const isPayment = (call: Call): boolean =>
  (call.kind === "low-level" && !call.isView) || parsePayment(call) !== null;

const isSignatureCheck = (node: Node): boolean =>
  node.type === "FunctionCall" && SIGNATURE_CHECK.test(getCalleeName(node.expression));

/**
 * Whether comparing the caller with this value restricts callers: the value is neither a parameter nor address 0 nor a
 * sender itself, as in `msg.sender == tx.origin`.
 */
function identifiesCallers(body: Body, other: Expression): boolean {
  const inner = unwrap(other);
  if (isSender(inner) || isZeroAddress(other)) return false;
  return inner.type !== "Identifier" || !body.parameters.has(inner.name);
}
