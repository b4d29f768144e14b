import { relative } from "node:path";
import ts from "typescript";
import { Comparison } from "./compare-shapes.ts";
import type { RecordedStatement } from "./record-rows.ts";

const RUNNERS = new Set(["execute", "executeNamed", "prepareNamed", "query"]);

interface TypedCall {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly rowType: ts.Type;
  readonly node: ts.Node;
}

function findTypedCalls(program: ts.Program, root: string): TypedCall[] {
  const checker = program.getTypeChecker();
  const calls: TypedCall[] = [];
  for (const source of program.getSourceFiles()) {
    // Test helpers also use connections that aren't recorded.
    if (source.isDeclarationFile || /\/(node_modules|server\/testing)\//.test(source.fileName)) continue;
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (!ts.isCallExpression(node) || node.typeArguments?.length !== 1) return;
      const { expression } = node;
      const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
      if (!ts.isIdentifier(name) || !RUNNERS.has(name.text)) return;
      const rowType = checker.getTypeFromTypeNode(node.typeArguments[0] as ts.TypeNode);
      const getLine = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
      calls.push({
        file: relative(root, source.fileName),
        firstLine: getLine(name.getStart()),
        lastLine: getLine(node.getEnd()),
        rowType,
        node,
      });
    };
    visit(source);
  }
  return calls;
}

/**
 * Compares each row type with the recorded rows of its statement. Unless `onlyRecorded` is set, each statement must have
 * run in the tests.
 */
export function compareRowTypes(
  program: ts.Program,
  root: string,
  records: readonly RecordedStatement[],
  { onlyRecorded = false } = {},
) {
  const findRecords = ({ file, firstLine, lastLine }: TypedCall) =>
    records.filter(({ site }) => {
      const [path, line] = site.split(":");
      return path === file && Number(line) >= firstLine && Number(line) <= lastLine;
    });
  const calls = findTypedCalls(program, root).filter((call) => !onlyRecorded || findRecords(call).length > 0);
  const problems = calls.flatMap((call) => {
    const { file, firstLine, rowType, node } = call;
    const location = `${file}:${firstLine}`;
    if (rowType.flags & ts.TypeFlags.TypeParameter) return [`${location}: the row type is a type parameter`];
    const matchingRecords = findRecords(call);
    if (matchingRecords.length === 0) return [`${location}: no test reads the rows of this statement`];
    const comparison = new Comparison(program.getTypeChecker(), node);
    for (const { columns } of matchingRecords) comparison.compareRow(rowType, columns);
    return [...comparison.problems].map((problem) => `${location}: ${problem}`);
  });
  return { statementCount: calls.length, problems };
}
