import { basename } from "node:path";
import ts from "typescript";

export interface TableAccess {
  readonly table: string;
  readonly isWrite: boolean;
  readonly line: number;
}

/** Tables by the names under which modules export them for the query builder: module, then name. */
export type ExportedTables = ReadonlyMap<string, ReadonlyMap<string, string>>;

const WRITE_BEFORE_NAME =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?$/i;
const QUALIFIED_NAME = /\b(?:public|auth|storage|email)\.[a-z_]+\b/g;
const UNQUALIFIED_NAME =
  /\b(?:from|join|insert\s+into|update|delete\s+from)\s+(?:only\s+)?([a-z_]+)\b(?!\s*\.)/gi;
const BUILDER_WRITES = new Set(["insert", "update", "delete"]);

/**
 * Finds the tables that a file reads and writes. A table's name without a schema counts as a write. If the file
 * interpolates the target of a write, every string that is just a table's name also counts as a write.
 */
export function findTableAccess(
  source: ts.SourceFile,
  tables: ReadonlySet<string>,
  exportedTables: ExportedTables,
): TableAccess[] {
  const accesses: TableAccess[] = [];
  const bareNameAccesses: TableAccess[] = [];
  const importedTables = new Map<string, string>();
  let hasDynamicTarget = false;
  const getLine = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const add = (node: ts.Node, table: string, isWrite: boolean) =>
    accesses.push({ table, isWrite, line: getLine(node) });

  const readText = (node: ts.Node, text: string, isFollowedByValue: boolean) => {
    if (tables.has(text)) bareNameAccesses.push({ table: text, isWrite: true, line: getLine(node) });
    for (const match of text.matchAll(QUALIFIED_NAME))
      if (tables.has(match[0])) add(node, match[0], WRITE_BEFORE_NAME.test(text.slice(0, match.index)));
    for (const [, name] of text.matchAll(UNQUALIFIED_NAME))
      if (tables.has(`public.${name}`) && !isDefinedInSql(source.text, name as string))
        add(node, `public.${name}`, true);
    if (isFollowedByValue && WRITE_BEFORE_NAME.test(text)) hasDynamicTarget = true;
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) readImports(node);
    else if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isStringLiteral(node) || ts.isTemplateTail(node))
      readText(node, node.text, false);
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) readText(node, node.text, true);
    else if (ts.isIdentifier(node) && importedTables.has(node.text) && !ts.isImportSpecifier(node.parent))
      add(node, importedTables.get(node.text) as string, isBuilderWrite(node));
    ts.forEachChild(node, visit);
  };

  const readImports = ({ moduleSpecifier, importClause }: ts.ImportDeclaration) => {
    const path = (moduleSpecifier as ts.StringLiteral).text;
    const module = /^#server\/([^/]+)\/index\.ts$/.exec(path)?.[1];
    const bindings = importClause?.namedBindings;
    if (!module || !bindings || !ts.isNamedImports(bindings)) return;
    for (const { name, propertyName } of bindings.elements) {
      const table = exportedTables.get(module)?.get((propertyName ?? name).text);
      if (table) importedTables.set(name.text, table);
    }
  };

  visit(source);
  return hasDynamicTarget ? [...accesses, ...bareNameAccesses] : accesses;
}

/** Whether the file's SQL defines a CTE with this name. */
const isDefinedInSql = (text: string, name: string) =>
  new RegExp(`\\b${name}\\s*(?:\\([^)]*\\)\\s*)?as\\s+(?:materialized\\s+|not\\s+materialized\\s+)?\\(`).test(
    text,
  );

function isBuilderWrite(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    BUILDER_WRITES.has(parent.expression.name.text)
  );
}

/** Returns the module of a path such as "server/forum/list-posts.ts". */
export const getModule = (path: string): string => path.split("/")[1] ?? basename(path);
