/**
 * The tree of a Solidity source. Names of nodes and of their fields are those of @solidity-parser/parser, and a test holds
 * the two trees equal; `start` and `end` are offsets into the source.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

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

export type Visibility = "default" | "external" | "internal" | "public" | "private";

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

export interface VariableDeclaration extends Span {
  readonly type: "VariableDeclaration";
  /** Null in `var (a, b)`. */
  readonly typeName: TypeName | null;
  readonly name: string | null;
  readonly storageLocation: string | null;
  readonly isStateVar: boolean;
  readonly isIndexed: boolean;
  readonly visibility?: Visibility;
  readonly isDeclaredConst?: boolean;
  readonly isImmutable?: boolean;
  readonly isTransient?: boolean;
  /** Where the name stands. */
  readonly nameStart: number;
}

export interface ElementaryTypeName extends Span {
  readonly type: "ElementaryTypeName";
  readonly name: string;
  readonly stateMutability: string | null;
}
export interface UserDefinedTypeName extends Span {
  readonly type: "UserDefinedTypeName";
  readonly namePath: string;
}
export interface Mapping extends Span {
  readonly type: "Mapping";
  readonly keyType: TypeName;
  readonly valueType: TypeName;
}
export interface ArrayTypeName extends Span {
  readonly type: "ArrayTypeName";
  readonly baseTypeName: TypeName;
  readonly length: Expression | null;
}
export interface FunctionTypeName extends Span {
  readonly type: "FunctionTypeName";
  readonly parameterTypes: readonly VariableDeclaration[];
  readonly returnTypes: readonly VariableDeclaration[];
}
export type TypeName = ElementaryTypeName | UserDefinedTypeName | Mapping | ArrayTypeName | FunctionTypeName;

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

export interface Identifier extends Span {
  readonly type: "Identifier";
  readonly name: string;
}
export interface BooleanLiteral extends Span {
  readonly type: "BooleanLiteral";
  readonly value: boolean;
}
export interface NumberLiteral extends Span {
  readonly type: "NumberLiteral";
  readonly number: string;
  readonly subdenomination: string | null;
}
export interface StringLiteral extends Span {
  readonly type: "StringLiteral";
  readonly value: string;
}
export interface HexLiteral extends Span {
  readonly type: "HexLiteral";
  readonly value: string;
}
export interface BinaryOperation extends Span {
  readonly type: "BinaryOperation";
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
}
export interface UnaryOperation extends Span {
  readonly type: "UnaryOperation";
  readonly operator: string;
  readonly isPrefix: boolean;
  readonly subExpression: Expression;
}
export interface Conditional extends Span {
  readonly type: "Conditional";
  readonly condition: Expression;
  readonly trueExpression: Expression;
  readonly falseExpression: Expression;
}
export interface FunctionCall extends Span {
  readonly type: "FunctionCall";
  readonly expression: Expression;
  readonly arguments: readonly Expression[];
  readonly names: readonly string[];
}
/** `f{value: x}`. */
export interface NameValueExpression extends Span {
  readonly type: "NameValueExpression";
  readonly expression: Expression;
  readonly arguments: NameValueList;
}
export interface NameValueList extends Span {
  readonly type: "NameValueList";
  readonly names: readonly string[];
  readonly arguments: readonly Expression[];
}
export interface NewExpression extends Span {
  readonly type: "NewExpression";
  readonly typeName: TypeName;
}
export interface MemberAccess extends Span {
  readonly type: "MemberAccess";
  readonly expression: Expression;
  readonly memberName: string;
}
export interface IndexAccess extends Span {
  readonly type: "IndexAccess";
  readonly base: Expression;
  readonly index: Expression;
}
export interface IndexRangeAccess extends Span {
  readonly type: "IndexRangeAccess";
  readonly base: Expression;
  readonly indexStart: Expression | null;
  readonly indexEnd: Expression | null;
}
export interface TupleExpression extends Span {
  readonly type: "TupleExpression";
  readonly components: readonly (Expression | null)[];
  readonly isArray: boolean;
}
export type Expression =
  | Identifier
  | BooleanLiteral
  | NumberLiteral
  | StringLiteral
  | HexLiteral
  | BinaryOperation
  | UnaryOperation
  | Conditional
  | FunctionCall
  | NameValueExpression
  | NewExpression
  | MemberAccess
  | IndexAccess
  | IndexRangeAccess
  | TupleExpression
  | TypeName;

/** Inline assembly is kept by its calls and blocks alone; what it assigns is not followed. */
export interface AssemblyBlock extends Span {
  readonly type: "AssemblyBlock";
  readonly calls: readonly AssemblyCall[];
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
