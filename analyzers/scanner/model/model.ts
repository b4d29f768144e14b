import type {
  ContractDefinition,
  Expression,
  FunctionCall,
  FunctionDefinition,
  ModifierDefinition,
  ModifierInvocation,
  Node,
  PragmaDirective,
  Span,
  StructDefinition,
  TypeName,
  VariableDeclaration,
} from "../solidity/tree.ts";
import type { SourcePositions } from "../source-positions.ts";

export interface SourceModel {
  readonly text: string;
  readonly positions: SourcePositions;
  readonly pragma: PragmaDirective | null;
  /** The first version in the pragma, usually the lowest one it allows, as [major, minor]; null if there is none. */
  readonly version: readonly [major: number, minor: number] | null;
  readonly contracts: readonly ContractModel[];
  readonly contractsByName: ReadonlyMap<string, ContractModel>;
  readonly structs: ReadonlyMap<string, StructDefinition>;
  /** Names of structs, enums, types, events and errors, which aren't functions although they can be called. */
  readonly otherNames: ReadonlySet<string>;
  readonly bodies: readonly Body[];
}

export interface ContractModel {
  /** Empty for code outside contracts. */
  readonly name: string;
  readonly kind: ContractDefinition["kind"];
  readonly span: Span;
  /** The contract itself and its bases in this file, nearest first. */
  readonly chain: readonly ContractModel[];
  readonly hasUnknownBase: boolean;
  readonly variables: ReadonlyMap<string, StateVariable>;
  readonly functions: readonly Body[];
  readonly functionsByName: ReadonlyMap<string, readonly Body[]>;
  readonly modifiers: ReadonlyMap<string, Body>;
}

export interface StateVariable {
  readonly name: string;
  readonly node: VariableDeclaration;
  readonly initialValue: Expression | null;
  readonly contract: ContractModel;
  readonly isChangeable: boolean;
}

/** A function, a constructor or a modifier. `isEntry`: outsiders can call it. `nodes`: in source order. */
export interface Body {
  readonly contract: ContractModel;
  readonly node: FunctionDefinition | ModifierDefinition;
  readonly name: string;
  readonly isEntry: boolean;
  readonly isView: boolean;
  readonly isConstructor: boolean;
  readonly isPayable: boolean;
  readonly modifierInvocations: readonly ModifierInvocation[];
  /** Parameters, return values and local variables by name. */
  readonly locals: ReadonlyMap<string, VariableDeclaration>;
  readonly parameters: ReadonlySet<string>;
  readonly firstValues: ReadonlyMap<string, Expression>;
  readonly nodes: readonly Node[];
  readonly calls: readonly FunctionCall[];
  readonly parents: ReadonlyMap<Node, Node>;
}

export function findVariable(contract: ContractModel, name: string): StateVariable | undefined {
  return contract.chain.find(({ variables }) => variables.has(name))?.variables.get(name);
}

/** The functions with this name in the contract or, failing that, its nearest base. `onlyInBases` skips the contract. */
export function findFunctions(contract: ContractModel, name: string, onlyInBases = false): readonly Body[] {
  if (name === "constructor") return [];
  const links = onlyInBases ? contract.chain.slice(1) : contract.chain;
  return links.find(({ functionsByName }) => functionsByName.has(name))?.functionsByName.get(name) ?? [];
}

export function findModifier(contract: ContractModel, name: string): Body | undefined {
  return contract.chain.find(({ modifiers }) => modifiers.has(name))?.modifiers.get(name);
}

/** Whether the pragma allows a compiler older than 0.`minor`. Without a pragma, a current compiler is assumed. */
export function allowsVersionBefore({ version }: SourceModel, minor: number): boolean {
  return version !== null && version[0] === 0 && version[1] < minor;
}

export const isAddress = (type: TypeName | null): boolean =>
  type?.type === "ElementaryTypeName" && type.name === "address";

export const isInteger = (type: TypeName | null): boolean =>
  type?.type === "ElementaryTypeName" && /^u?int\d*$/.test(type.name);
