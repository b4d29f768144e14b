import type {
  Expression,
  FunctionCall,
  NameValueList,
  Span,
  TypeName,
  UserDefinedTypeName,
  VariableDeclaration,
  Visibility,
} from "./expression-tree.ts";

export type * from "./expression-tree.ts";

/**
 * The tree of a Solidity source. Names of nodes and of their fields are those of @solidity-parser/parser, and a test holds
 * the two trees equal; `start` and `end` are offsets into the source.
 */
export interface SourceUnit extends Span {
  readonly type: "SourceUnit";
  readonly children: readonly TopLevel[];
}

export interface PragmaDirective extends Span {
  readonly type: "PragmaDirective";
  readonly name: string;
  readonly value: string;
}

export interface ImportDirective extends Span {
  readonly type: "ImportDirective";
  readonly path: string;
}

export interface ContractDefinition extends Span {
  readonly type: "ContractDefinition";
  readonly name: string;
  readonly kind: "contract" | "abstract" | "interface" | "library";
  readonly baseContracts: readonly InheritanceSpecifier[];
  readonly subNodes: readonly Member[];
}

export interface InheritanceSpecifier extends Span {
  readonly type: "InheritanceSpecifier";
  readonly baseName: UserDefinedTypeName;
  readonly arguments: readonly Expression[];
}

export interface StateVariableDeclaration extends Span {
  readonly type: "StateVariableDeclaration";
  readonly variables: readonly [VariableDeclaration];
  readonly initialValue: Expression | null;
}

/** A constant of the file, outside of contracts. */
export interface FileLevelConstant extends Span {
  readonly type: "FileLevelConstant";
  readonly typeName: TypeName;
  readonly name: string;
  readonly initialValue: Expression | null;
}

export interface UsingForDeclaration extends Span {
  readonly type: "UsingForDeclaration";
  readonly libraryName: string | null;
  readonly functions: readonly string[];
  readonly typeName: TypeName | null;
}

export interface StructDefinition extends Span {
  readonly type: "StructDefinition";
  readonly name: string;
  readonly members: readonly VariableDeclaration[];
}

export interface EnumDefinition extends Span {
  readonly type: "EnumDefinition";
  readonly name: string;
  readonly members: readonly EnumValue[];
}

export interface EnumValue extends Span {
  readonly type: "EnumValue";
  readonly name: string;
}

export interface EventDefinition extends Span {
  readonly type: "EventDefinition";
  readonly name: string;
  readonly parameters: readonly VariableDeclaration[];
}

export interface CustomErrorDefinition extends Span {
  readonly type: "CustomErrorDefinition";
  readonly name: string;
  readonly parameters: readonly VariableDeclaration[];
}

export interface TypeDefinition extends Span {
  readonly type: "TypeDefinition";
  readonly name: string;
  readonly definition: TypeName;
}

export interface ModifierDefinition extends Span {
  readonly type: "ModifierDefinition";
  readonly name: string;
  /** Null without parentheses. */
  readonly parameters: readonly VariableDeclaration[] | null;
  readonly body: Block | null;
}

export interface ModifierInvocation extends Span {
  readonly type: "ModifierInvocation";
  readonly name: string;
  readonly arguments: readonly Expression[] | null;
}

export interface FunctionDefinition extends Span {
  readonly type: "FunctionDefinition";
  /** Null for constructor, receive and fallback; "" for the fallback of old versions. */
  readonly name: string | null;
  readonly parameters: readonly VariableDeclaration[];
  readonly returnParameters: readonly VariableDeclaration[] | null;
  readonly modifiers: readonly ModifierInvocation[];
  readonly stateMutability: "pure" | "constant" | "payable" | "view" | null;
  readonly visibility: Visibility;
  readonly isConstructor: boolean;
  readonly isReceiveEther: boolean;
  readonly isFallback: boolean;
  readonly isVirtual: boolean;
  readonly body: Block | null;
}

export interface Block extends Span {
  readonly type: "Block";
  readonly statements: readonly Statement[];
}
export interface ExpressionStatement extends Span {
  readonly type: "ExpressionStatement";
  readonly expression: Expression | null;
}
export interface VariableDeclarationStatement extends Span {
  readonly type: "VariableDeclarationStatement";
  readonly variables: readonly (VariableDeclaration | null)[];
  readonly initialValue: Expression | null;
}
export interface IfStatement extends Span {
  readonly type: "IfStatement";
  readonly condition: Expression;
  readonly trueBody: Statement;
  readonly falseBody: Statement | null;
}
export interface WhileStatement extends Span {
  readonly type: "WhileStatement";
  readonly condition: Expression;
  readonly body: Statement;
}
export interface DoWhileStatement extends Span {
  readonly type: "DoWhileStatement";
  readonly condition: Expression;
  readonly body: Statement;
}
export interface ForStatement extends Span {
  readonly type: "ForStatement";
  readonly initExpression: VariableDeclarationStatement | ExpressionStatement | null;
  readonly conditionExpression: Expression | null;
  readonly loopExpression: ExpressionStatement;
  readonly body: Statement;
}
export interface UncheckedStatement extends Span {
  readonly type: "UncheckedStatement";
  readonly block: Block;
}
export interface TryStatement extends Span {
  readonly type: "TryStatement";
  readonly expression: Expression;
  readonly returnParameters: readonly VariableDeclaration[] | null;
  readonly body: Block;
  readonly catchClauses: readonly CatchClause[];
}
export interface CatchClause extends Span {
  readonly type: "CatchClause";
  readonly kind: string | null;
  readonly parameters: readonly VariableDeclaration[] | null;
  readonly body: Block;
}
export interface InlineAssemblyStatement extends Span {
  readonly type: "InlineAssemblyStatement";
  readonly body: AssemblyBlock;
}
export interface ReturnStatement extends Span {
  readonly type: "ReturnStatement";
  readonly expression: Expression | null;
}
export interface EmitStatement extends Span {
  readonly type: "EmitStatement";
  readonly eventCall: FunctionCall;
}
export interface RevertStatement extends Span {
  readonly type: "RevertStatement";
  readonly revertCall: FunctionCall;
}
export interface SimpleStatement extends Span {
  readonly type: "BreakStatement" | "ContinueStatement" | "ThrowStatement";
}
export type Statement =
  | Block
  | ExpressionStatement
  | VariableDeclarationStatement
  | IfStatement
  | WhileStatement
  | DoWhileStatement
  | ForStatement
  | UncheckedStatement
  | TryStatement
  | InlineAssemblyStatement
  | ReturnStatement
  | EmitStatement
  | RevertStatement
  | SimpleStatement;

/** `f{value: x}`. */
/** Inline assembly is kept by its calls and blocks alone; what it assigns is not followed. */
export interface AssemblyBlock extends Span {
  readonly type: "AssemblyBlock";
  readonly calls: readonly AssemblyCall[];
  /** Every name in it. */
  readonly words: ReadonlySet<string>;
}
export interface AssemblyCall extends Span {
  readonly type: "AssemblyCall";
  readonly functionName: string;
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

export type TopLevel = PragmaDirective | ImportDirective | ContractDefinition | FileLevelConstant | Member;

export type Node =
  | SourceUnit
  | TopLevel
  | InheritanceSpecifier
  | EnumValue
  | ModifierInvocation
  | VariableDeclaration
  | Statement
  | CatchClause
  | Expression
  | NameValueList
  | AssemblyBlock
  | AssemblyCall;
