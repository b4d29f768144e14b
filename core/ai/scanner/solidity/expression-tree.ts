/** Types and expressions of the tree. Offsets into the source, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Visibility = "default" | "external" | "internal" | "public" | "private";

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
