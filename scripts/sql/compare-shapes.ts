import ts from "typescript";
import type { RecordedColumn, Shape } from "./record-rows.ts";

/** The kind of value of each PostgreSQL type, by OID, for columns in which the tests saw no value except null. */
const KINDS: Readonly<Record<number, string>> = {
  16: "boolean",
  20: "string",
  21: "number",
  23: "number",
  25: "string",
  114: "any",
  700: "number",
  701: "number",
  1043: "string",
  1700: "string",
  2950: "string",
  3802: "any",
};

/** Compares recorded values with the types that the source declares for them. */
export class Comparison {
  readonly #checker: ts.TypeChecker;
  readonly #node: ts.Node;
  readonly problems = new Set<string>();

  constructor(checker: ts.TypeChecker, node: ts.Node) {
    this.#checker = checker;
    this.#node = node;
  }

  compareRow(rowType: ts.Type, columns: readonly RecordedColumn[]): void {
    const declaredProperties = new Map(rowType.getProperties().map((property) => [property.name, property]));
    const indexType = this.#findIndexType(rowType);
    for (const column of columns) {
      const property = declaredProperties.get(column.name);
      const type = property ? this.#checker.getTypeOfSymbolAtLocation(property, this.#node) : indexType;
      if (!type) this.problems.add(`the row type lacks the column "${column.name}"`);
      else this.compare(type, this.#completeKinds(column), column.name);
    }
    for (const [name, { flags }] of declaredProperties)
      if (!(flags & ts.SymbolFlags.Optional) && !columns.some((column) => column.name === name))
        this.problems.add(`no column is named "${name}"`);
  }

  /** If no value was seen, adds the kind that PostgreSQL's type implies. */
  #completeKinds(column: RecordedColumn): Shape {
    if (column.kinds.some((kind) => kind !== "null")) return column;
    const kind = KINDS[column.type];
    return kind === undefined || kind === "any" ? column : { ...column, kinds: [...column.kinds, kind] };
  }

  compare(type: ts.Type, shape: Shape, path: string): void {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return;
    const members = type.isUnion() ? type.types : [type];
    for (const kind of shape.kinds) {
      const matchingMembers = members.filter((member) => this.#isOfKind(member, kind));
      const declaredType = this.#checker.typeToString(type);
      if (matchingMembers.length === 0) this.problems.add(`${path}: ${kind} isn't ${declaredType}`);
      else if (kind === "string" && matchingMembers.every((member) => member.isStringLiteral()))
        this.#compareTexts(matchingMembers as ts.StringLiteralType[], shape, path);
      // If the type allows several kinds of objects, we can't know which one a value is.
      else if (kind === "object" && matchingMembers.length === 1)
        this.#compareObject(matchingMembers[0] as ts.Type, shape, path);
      else if (kind === "array" && matchingMembers.length === 1)
        this.#compareItems(matchingMembers[0] as ts.Type, shape, path);
    }
  }

  /** An index signature of `unknown` is ignored: it only satisfies the constraint on row types. */
  #findIndexType(type: ts.Type): ts.Type | undefined {
    const indexType = type.getStringIndexType();
    return indexType && indexType.flags & ts.TypeFlags.Unknown ? undefined : indexType;
  }

  #compareTexts(literals: readonly ts.StringLiteralType[], shape: Shape, path: string): void {
    for (const text of shape.texts)
      if (!literals.some(({ value }) => value === text))
        this.problems.add(`${path}: "${text}" isn't declared`);
  }

  #compareObject(type: ts.Type, shape: Shape, path: string): void {
    const indexType = this.#findIndexType(type);
    for (const [name, value] of Object.entries(shape.properties)) {
      const property = type.getProperty(name);
      const propertyType = property
        ? this.#checker.getTypeOfSymbolAtLocation(property, this.#node)
        : indexType;
      if (propertyType) this.compare(propertyType, value, `${path}.${name}`);
    }
    for (const { name, flags } of type.getProperties())
      if (!(flags & ts.SymbolFlags.Optional) && !Object.hasOwn(shape.properties, name))
        this.problems.add(`${path}: no value has "${name}"`);
  }

  #compareItems(type: ts.Type, shape: Shape, path: string): void {
    const itemType = this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    if (itemType && shape.items) this.compare(itemType, shape.items, `${path}[]`);
  }

  #isOfKind(type: ts.Type, kind: string): boolean {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
    const isArray = this.#checker.isArrayType(type) || this.#checker.isTupleType(type);
    const name = type.symbol?.name;
    switch (kind) {
      case "null":
        return (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0;
      case "string":
        return (flags & ts.TypeFlags.StringLike) !== 0;
      case "number":
        return (flags & ts.TypeFlags.NumberLike) !== 0;
      case "boolean":
        return (flags & ts.TypeFlags.BooleanLike) !== 0;
      case "array":
        return isArray;
      case "Date":
      case "Buffer":
        return name === kind;
      default:
        return (
          (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
          !isArray &&
          name !== "Date" &&
          name !== "Buffer"
        );
    }
  }
}
