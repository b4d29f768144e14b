import type { Expression, FunctionCall } from "../solidity/tree.ts";
import { type Body, findFunctions, type SourceModel } from "./model.ts";
import { isContractType, isTypeName, resolveType } from "./resolve-type.ts";

/** A classified call. `value` and `gas` come from `{value: …, gas: …}`, or from `.value(…).gas(…)` in old versions. */
export interface Call {
  readonly node: FunctionCall;
  readonly kind:
    | "low-level" // call, delegatecall, staticcall, callcode
    | "ether" // send, transfer: 2,300 gas
    | "external" // a message call to a function of a contract
    | "internal" // a function in this file, without a message call
    | "inherited" // a name that is not defined in this file
    | "library"
    | "create" // new C(…)
    | "other"; // conversions, events, built-ins
  readonly method: string;
  /** What the function is called on: `token` in `token.transfer(…)`. */
  readonly target: Expression | null;
  readonly value: Expression | null;
  readonly gas: Expression | null;
  /** The functions in this file that the call may refer to; for an external call, only if it is made on `this`. */
  readonly targets: readonly Body[];
  /** Whether it is a static call, or an external call that changes no state, judging by its declaration or name. */
  readonly isView: boolean;
  /** Whether it is an external call of a function that is declared in this file and has no return values. */
  readonly returnsNothing: boolean;
}

const LOW_LEVEL = new Set(["call", "delegatecall", "staticcall", "callcode"]);
const BUILT_INS = new Set(
  (
    "require assert revert keccak256 sha256 sha3 ripemd160 ecrecover addmod mulmod selfdestruct suicide blockhash blobhash " +
    "gasleft payable address type"
  ).split(" "),
);
const BUILT_IN_OBJECTS = new Set(["abi", "msg", "block", "tx", "bytes", "string"]);
const VIEW_NAME =
  /^(?:balanceOf|allowance|totalSupply|totalAssets|decimals|symbol|name|ownerOf|getApproved|isApprovedForAll|supportsInterface|nonces|owner|token[01]|slot0|asset|(?:get|is|has|can|preview|convertTo|max|latest|price|quote|check|verify)(?:[A-Z_]\w*)?|[A-Z_]+)$/;

/** Classifies a call in a body; null for `.value(…)` and `.gas(…)`, which are options of another call. */
export function classifyCall(model: SourceModel, body: Body, node: FunctionCall): Call | null {
  let callee = node.expression;
  let value: Expression | null = null;
  let gas: Expression | null = null;
  for (;;) {
    if (callee.type === "NameValueExpression") {
      const { names, arguments: values } = callee.arguments;
      value = values[names.indexOf("value")] ?? value;
      gas = values[names.indexOf("gas")] ?? gas;
      callee = callee.expression;
    } else if (isOption(callee)) {
      const option = callee.expression;
      if (option.type !== "MemberAccess") break;
      if (option.memberName === "value") value = callee.arguments[0] ?? null;
      else gas = callee.arguments[0] ?? null;
      callee = option.expression;
    } else break;
  }
  const parent = body.parents.get(node);
  if (isOption(node) && (parent?.type === "FunctionCall" || parent?.type === "MemberAccess")) return null;
  const call = { node, value, gas, target: null, targets: [], isView: false, returnsNothing: false } as const;
  if (callee.type === "MemberAccess") return { ...call, ...classifyMember(model, body, node, callee) };
  if (callee.type === "NewExpression") {
    const isContract = isContractType(model, callee.typeName);
    return { ...call, kind: isContract ? "create" : "other", method: "new" };
  }
  if (callee.type !== "Identifier") return { ...call, kind: "other", method: "" };
  const { name: method } = callee;
  if (BUILT_INS.has(method)) return { ...call, kind: "other", method };
  const targets = findFunctions(body.contract, method);
  if (targets.length > 0) return { ...call, kind: "internal", method, targets };
  if (isTypeName(model, method) || model.otherNames.has(method)) return { ...call, kind: "other", method };
  return { ...call, kind: "inherited", method };
}

/** Whether an expression sets an option of a call, like `x.f.value(1)` for the call to `x.f`. */
function isOption(node: Expression): node is FunctionCall {
  if (node.type !== "FunctionCall" || node.arguments.length !== 1 || node.expression.type !== "MemberAccess")
    return false;
  const { memberName, expression } = node.expression;
  if (memberName !== "value" && memberName !== "gas") return false;
  return expression.type === "MemberAccess" || isOption(expression);
}

function classifyMember(
  model: SourceModel,
  body: Body,
  node: FunctionCall,
  callee: { readonly expression: Expression; readonly memberName: string },
): Pick<Call, "kind" | "method" | "target" | "targets" | "isView"> & Partial<Pick<Call, "returnsNothing">> {
  const { expression: target, memberName: method } = callee;
  const call = { method, target, targets: [] as readonly Body[], isView: false };
  if (target.type === "Identifier") {
    if (BUILT_IN_OBJECTS.has(target.name) && !body.locals.has(target.name)) return { ...call, kind: "other" };
    if (target.name === "super") {
      const targets = findFunctions(body.contract, method, true);
      return { ...call, kind: targets.length > 0 ? "internal" : "inherited", targets };
    }
    const contract = model.contractsByName.get(target.name);
    if (contract !== undefined && !body.locals.has(target.name)) {
      const kind = contract.kind === "library" ? "library" : "internal";
      return { ...call, kind, targets: findFunctions(contract, method) };
    }
  }
  if (method === "sendValue") return { ...call, kind: "library" };
  const type = resolveType(model, body, target);
  if (type?.type === "UserDefinedTypeName" && type.namePath.includes("."))
    return { ...call, kind: "library" };
  const hasContractType = isContractType(model, type);
  if (LOW_LEVEL.has(method) && !hasContractType)
    return { ...call, kind: "low-level", isView: method === "staticcall" };
  if ((method === "send" || method === "transfer") && node.arguments.length === 1 && !hasContractType)
    return { ...call, kind: "ether" };
  if (hasContractType && type?.type === "UserDefinedTypeName") {
    const contract = model.contractsByName.get(type.namePath);
    if (contract === undefined) return { ...call, kind: "external", isView: VIEW_NAME.test(method) };
    const targets = findFunctions(contract, method);
    const isGetter = contract.chain.some((link) => link.variables.has(method));
    const isView =
      isGetter || (targets.length > 0 ? targets.every((target) => target.isView) : VIEW_NAME.test(method));
    return {
      ...call,
      kind: "external",
      returnsNothing:
        targets.length > 0 && targets.every(({ node: declared }) => hasNoReturnValues(declared)),
      targets: target.type === "Identifier" && target.name === "this" ? targets : [],
      isView,
    };
  }
  const isLibrary = type !== null || (target.type === "Identifier" && isTypeName(model, target.name));
  return { ...call, kind: isLibrary ? "library" : "other" };
}

const hasNoReturnValues = (node: Body["node"]): boolean =>
  node.type === "FunctionDefinition" && node.returnParameters === null;
