import type { BaseASTNode, BinaryOperation } from "@solidity-parser/parser/dist/src/ast-types";
import { isAssignment } from "./tree.ts";

/** The maximum depth of the tree, because later steps of the scanner are recursive. */
const DEPTH_MAX = 1_500;

/**
 * Fixes the package's tree in place: it parses `a = b = c` as `(a = b) = c`, although assignment is right-associative.
 * Moves positions by `shift` characters. Throws RangeError if the tree is too deep.
 */
export function fixAssignments(root: BaseASTNode, shift: number): void {
  const stack: { value: object; depth: number }[] = [{ value: root, depth: 0 }];
  const visited = new Set<object>();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, depth } = next;
    if (visited.has(value)) continue;
    if (depth > DEPTH_MAX) throw new RangeError("too deep");
    // The tree contains a state variable's value twice.
    visited.add(value);
    if (isBinary(value)) rotate(value);
    if ("range" in value && Array.isArray(value.range) && shift !== 0)
      value.range = [value.range[0] + shift, value.range[1] + shift];
    const parts = value as Record<string, unknown>;
    for (const key of Object.keys(parts)) {
      const child = parts[key];
      if (typeof child === "object" && child !== null && key !== "range")
        stack.push({ value: child, depth: depth + 1 });
    }
  }
}

const isBinary = (value: object): value is BinaryOperation =>
  "type" in value && value.type === "BinaryOperation";

/** Turns ((a = b) = c) into (a = (b = c)), for chains of any length. */
function rotate(node: BinaryOperation): void {
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
