import type {
  ASTNode,
  AssemblyBlock,
  AssemblyCall,
  BaseASTNode,
  Block,
  ContractDefinition,
  CustomErrorDefinition,
  EnumDefinition,
  EventDefinition,
  Expression,
  FunctionDefinition,
  ModifierDefinition,
  Statement,
  StateVariableDeclaration,
  StructDefinition,
  TupleExpression,
  TypeDefinition,
  UsingForDeclaration,
  VariableDeclaration,
  VariableDeclarationStatement,
} from "@solidity-parser/parser/dist/src/ast-types";

export type {
  BinaryOperation,
  ContractDefinition,
  Expression,
  FunctionCall,
  FunctionDefinition,
  ModifierDefinition,
  ModifierInvocation,
  PragmaDirective,
  SourceUnit,
  Statement,
  StructDefinition,
  TypeName,
  VariableDeclaration,
} from "@solidity-parser/parser/dist/src/ast-types";
export type Node = ASTNode;

/** Offsets into the source, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Member =
  | StateVariableDeclaration
  | UsingForDeclaration
  | StructDefinition
  | EnumDefinition
  | EventDefinition
  | CustomErrorDefinition
  | TypeDefinition
  | ModifierDefinition
  | FunctionDefinition;

/** A node's position. In the parser package's ranges, the end is inclusive. */
export function getSpan(node: BaseASTNode): Span {
  const [start, last] = node.range ?? [0, -1];
  return { start, end: last + 1 };
}

export const getStart = (node: BaseASTNode): number => getSpan(node).start;

// The parser package types these lists as arbitrary nodes, but its grammar produces only the types declared here.
export const getMembers = (contract: ContractDefinition): readonly Member[] =>
  contract.subNodes as readonly BaseASTNode[] as readonly Member[];
export const getStatements = (block: Block): readonly Statement[] => block.statements as readonly Statement[];
export const getComponents = (tuple: TupleExpression): readonly (Expression | null)[] =>
  tuple.components as readonly (Expression | null)[];
export const getVariables = (node: VariableDeclarationStatement): readonly (VariableDeclaration | null)[] =>
  node.variables as readonly (VariableDeclaration | null)[];

/**
 * Whether a node is declared with the keyword `constructor`. The package also treats a function with the name of its
 * contract as a constructor, in every version.
 */
export const isConstructorByKeyword = (node: FunctionDefinition): boolean =>
  node.isConstructor && node.name === null;

export function collectAssemblyCalls(block: AssemblyBlock): AssemblyCall[] {
  const calls: AssemblyCall[] = [];
  visitAssembly(block, (node) => {
    if (node.type === "AssemblyCall") calls.push(node as AssemblyCall);
  });
  return calls;
}

export function isNamedInAssembly(block: AssemblyBlock, name: string): boolean {
  let isNamed = false;
  visitAssembly(block, (node) => {
    if (node.type === "AssemblyCall" && (node as AssemblyCall).functionName === name) isNamed = true;
    if (node.type === "Identifier" && "name" in node && node.name === name) isNamed = true;
  });
  return isNamed;
}

function visitAssembly(block: AssemblyBlock, visit: (node: BaseASTNode) => void): void {
  const stack: unknown[] = [block];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if ("type" in next) visit(next as BaseASTNode);
    const children = Object.values(next);
    for (let index = children.length - 1; index >= 0; index -= 1)
      if (children[index]) stack.push(children[index]);
  }
}

const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", ">>>="]);

export const isAssignment = (operator: string): boolean => ASSIGNMENTS.has(operator);
