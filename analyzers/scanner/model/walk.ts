import { collectAssemblyCalls, type Node } from "../solidity/tree.ts";

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** Properties in which the parser repeats names as nodes. */
const REPEATED_NAME_KEYS = new Set(["identifier", "identifiers"]);

/** A node's direct children in source order; for assembly, only its calls. */
export function getChildren(node: Node): Node[] {
  if (node.type === "AssemblyBlock") return collectAssemblyCalls(node);
  if (node.type === "AssemblyCall") return [];
  const children: Node[] = [];
  for (const key of Object.keys(node)) {
    if (REPEATED_NAME_KEYS.has(key)) continue;
    const value: unknown = node[key as keyof Node];
    if (isNode(value)) children.push(value);
    else if (Array.isArray(value)) for (const part of value) if (isNode(part)) children.push(part);
  }
  return children;
}

/** A node and its descendants in source order, without recursion. Fills `parents` with each node's parent. */
export function collectNodes(root: Node, parents?: Map<Node, Node>): Node[] {
  const nodes: Node[] = [];
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    nodes.push(node);
    const children = getChildren(node);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child === undefined) continue;
      stack.push(child);
      parents?.set(child, node);
    }
  }
  return nodes;
}

/** A node's ancestors from the inside out, each with its child on the way to the node. */
export function listAncestors(parents: ReadonlyMap<Node, Node>, node: Node): { outer: Node; inner: Node }[] {
  const ancestors: { outer: Node; inner: Node }[] = [];
  let inner = node;
  for (let outer = parents.get(inner); outer !== undefined; outer = parents.get(inner)) {
    ancestors.push({ outer, inner });
    inner = outer;
  }
  return ancestors;
}
