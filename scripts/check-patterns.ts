import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "scslre";
import ts from "typescript";

const FILES = "{analyzers,core,server,web}/**/*.{ts,tsx}";
const TEST_FILE = /[.](test|fixture)[.]tsx?$|^server\/testing\//;

/** Only files that match are parsed, because parsing takes most of the time. Division and JSX match now and then. */
const MAY_HAVE_PATTERN = /(?:[=(,:!&|?{[;>]|\breturn)\s*\/(?![/*>])/;

/**
 * Finds regular expressions that may take more than linear time for input of any length (decision 115). A pattern with
 * an upper limit for repetitions, such as `{0,100}`, counts as linear.
 */
export function checkPatterns(path: string, text: string): string[] {
  if (!MAY_HAVE_PATTERN.test(text)) return [];
  const problems: string[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const kind = findSlowness(node.text);
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (kind !== undefined) problems.push(`${path}:${line} takes ${kind} time: ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

function findSlowness(literal: string): "exponential" | "polynomial" | undefined {
  const end = literal.lastIndexOf("/");
  const flags = literal.slice(end + 1).replace("v", "u");
  const { reports } = analyse({ source: literal.slice(1, end), flags }, { assumeRejectingSuffix: false });
  if (reports.length === 0) return undefined;
  return reports.some(({ exponential }) => exponential) ? "exponential" : "polynomial";
}

export function findSlowPatterns(root: string): string | undefined {
  const problems = globSync(FILES, { cwd: root })
    .filter((file) => !TEST_FILE.test(file))
    .flatMap((file) => checkPatterns(file, readFileSync(join(root, file), "utf8")));
  return problems.length > 0 ? problems.join("\n") : undefined;
}
