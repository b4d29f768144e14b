import type { BaseASTNode, BinaryOperation } from "@solidity-parser/parser/dist/src/ast-types";
import { isAssignment } from "./operators.ts";

/** How deep the tree may be: our walks follow it by recursion. */
const DEEPEST = 2_100;

/**
 * Mends the package's tree in place: `a = b = c` is read there as `(a = b) = c`, and Solidity reads it from the right.
 * Places are moved by `shift` characters. Throws RangeError for a tree too deep to be walked.
 */
export function straighten(root: BaseASTNode, shift: number): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  const moved = new Set<unknown>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null || moved.has(value)) continue;
    if (depth > DEEPEST) throw new RangeError("too deep");
    // A state variable's value stands in the tree twice.
    moved.add(value);
    if (isBinary(value)) turn(value);
    if ("range" in value && Array.isArray(value.range) && shift !== 0)
      value.range = [value.range[0] + shift, value.range[1] + shift];
    for (const below of Object.values(value)) waiting.push({ value: below, depth: depth + 1 });
  }
}

const isBinary = (value: object): value is BinaryOperation =>
  "type" in value && value.type === "BinaryOperation";

/** ((a = b) = c) becomes (a = (b = c)), for a chain of any length. */
function turn(node: BinaryOperation): void {
  while (isAssignment(node.operator) && isBinary(node.left) && isAssignment(node.left.operator)) {
    const { left: inner, right, operator } = node;
    node.left = inner.left;
    node.operator = inner.operator;
    const later: BinaryOperation = { type: "BinaryOperation", operator, left: inner.right, right };
    const [start, end] = [inner.right.range?.[0], right.range?.[1]];
    if (start !== undefined && end !== undefined) later.range = [start, end];
    node.right = later;
  }
}
