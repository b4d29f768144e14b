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

/** The source as the detectors see it: contracts with their bases, variables, functions and modifiers. */
export interface SourceModel {
  readonly text: string;
  readonly positions: SourcePositions;
  readonly pragma: PragmaDirective | null;
  /** The lowest compiler version the pragma allows, as [major, minor, patch]; null without a pragma. */
  readonly version: readonly [number, number, number] | null;
  readonly contracts: readonly ContractModel[];
  readonly contractsByName: ReadonlyMap<string, ContractModel>;
  /** Structs by name. */
  readonly structs: ReadonlyMap<string, StructDefinition>;
  /** Names of structs, enums, user-defined types, events and errors. Calls of these are not function calls. */
  readonly otherNames: ReadonlySet<string>;
  /** All functions and modifiers. */
  readonly bodies: readonly Body[];
}

export interface ContractModel {
  /** Empty for code outside contracts. */
  readonly name: string;
  readonly kind: ContractDefinition["kind"];
  readonly at: Span;
  /** The contract itself and its bases in this file, nearest first. */
  readonly chain: readonly ContractModel[];
  /** Whether a base is defined in another file. */
  readonly hasUnknownBase: boolean;
  readonly variables: ReadonlyMap<string, StateVariable>;
  readonly functions: readonly Body[];
  readonly functionsByName: ReadonlyMap<string, readonly Body[]>;
  readonly modifiers: ReadonlyMap<string, Body>;
  /** Libraries from `using … for`. */
  readonly libraries: ReadonlySet<string>;
}

export interface StateVariable {
  readonly name: string;
  readonly node: VariableDeclaration;
  readonly initialValue: Expression | null;
  readonly contract: ContractModel;
  /** Neither constant nor immutable. */
  readonly isChangeable: boolean;
}

/** A function, a constructor or a modifier. */
export interface Body {
  readonly contract: ContractModel;
  readonly node: FunctionDefinition | ModifierDefinition;
  readonly name: string;
  /** Callable from outside. */
  readonly isEntry: boolean;
  readonly isView: boolean;
  readonly isConstructor: boolean;
  readonly isPayable: boolean;
  readonly invocations: readonly ModifierInvocation[];
  /** Parameters, return values and local variables by name. */
  readonly locals: ReadonlyMap<string, VariableDeclaration>;
  readonly parameters: ReadonlySet<string>;
  /** The first value of each local variable. */
  readonly firstValues: ReadonlyMap<string, Expression>;
  readonly nodes: readonly Node[];
  readonly calls: readonly FunctionCall[];
  readonly parents: ReadonlyMap<Node, Node>;
}

/** The state variable that a name refers to in a contract. */
export function findVariable(contract: ContractModel, name: string): StateVariable | undefined {
  for (const link of contract.chain) {
    const variable = link.variables.get(name);
    if (variable !== undefined) return variable;
  }
  return undefined;
}

/** The functions with this name in a contract and its bases; with `onlyInBases`, only those in the bases. */
export function findFunctions(contract: ContractModel, name: string, onlyInBases = false): readonly Body[] {
  if (name === "constructor") return [];
  for (const link of onlyInBases ? contract.chain.slice(1) : contract.chain) {
    const functions = link.functionsByName.get(name);
    if (functions !== undefined) return functions;
  }
  return [];
}

export function findModifier(contract: ContractModel, name: string): Body | undefined {
  for (const link of contract.chain) {
    const modifier = link.modifiers.get(name);
    if (modifier !== undefined) return modifier;
  }
  return undefined;
}

/**
 * Whether the oldest compiler allowed by the pragma is older than 0.minor.patch. Without a pragma a current one is
 * assumed.
 */
export function isBefore(model: SourceModel, minor: number, patch = 0): boolean {
  if (model.version === null) return false;
  const [major, lowestMinor, lowestPatch] = model.version;
  return major === 0 && (lowestMinor < minor || (lowestMinor === minor && lowestPatch < patch));
}

export const isAddress = (type: TypeName | null): boolean =>
  type?.type === "ElementaryTypeName" && type.name === "address";

export const isInteger = (type: TypeName | null): boolean =>
  type?.type === "ElementaryTypeName" && /^u?int\d*$/.test(type.name);
