import type { Expression } from "../solidity/tree.ts";
import type { Call } from "./classify-call.ts";

/** What a call pays and to whom; null if it isn't a payment. */
export function parsePayment(call: Call): { to: Expression; amount: Expression } | null {
  const [first, second] = call.node.arguments;
  if (call.kind === "ether" && call.target !== null && first !== undefined)
    return { to: call.target, amount: first };
  if (call.kind === "low-level" && call.target !== null && call.value !== null)
    return { to: call.target, amount: call.value };
  if (call.method === "sendValue" && call.target !== null) {
    if (second !== undefined && first !== undefined) return { to: first, amount: second };
    return first === undefined ? null : { to: call.target, amount: first };
  }
  if (["transfer", "safeTransfer"].includes(call.method) && call.kind === "external" && first && second)
    return { to: first, amount: second };
  return null;
}
