import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/**
 * Finds words that CONTRIBUTING.md retires, in declared names, comments, texts on screens and docs. A line that says
 * `retired word on purpose` may have them.
 */

const EXCEPTION = "retired word on purpose";

/** In names, by part: `tellVoters` has "tell" and "voters". */
const RETIRED_IN_NAMES = new Set(
  [
    ["tell", "tells", "told", "telling", "whoever", "nobody", "somebody", "meanwhile"],
    ["anew", "asker", "askers", "office", "shelf", "papers"], // retired word on purpose
    ["gather", "gathers", "gathered", "gathering"],
  ].flat(),
);
/** Getters have a verb, not this suffix. */
const OF_SUFFIX = /[a-z]Of$/;
const STANDARD_NAMES = new Set(["indexOf", "lastIndexOf", "valueOf", "instanceOf"]);

const RETIRED_IN_TEXT =
  /(?<![-\w])(anew|made of it|askers?|e-mails?|mailed|mails|(?:a|by|each|one|the) mail(?! server)|put away)(?![-\w])/i;

/** Fine now and then; in many comments they give a translation away. */
const ACCENT =
  /\b(tell|tells|told|telling|keep|keeps|kept|keeping|hold|holds|held|holding|stand|stands|stood|standing|whoever|nobody|somebody|anew|meanwhile|whose)\b/i;
const ACCENT_MAX_SHARE = 0.03;

const FILES = ["*.{ts,mjs,md}", "{bench,core,docs,e2e,scripts,server,web}/**/*.{ts,tsx,mjs,md}"];

export interface Finding {
  readonly line: number;
  readonly text: string;
}

export interface FileWords {
  readonly findings: readonly Finding[];
  readonly commentCount: number;
  readonly accentCount: number;
}

const lineAt = (text: string, position: number) => text.slice(0, position).split("\n").length;

/** Splits a name into lower-case parts: camelCase, PascalCase, snake_case, kebab-case. */
function splitName(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());
}

function isRetiredName(name: string): boolean {
  if (STANDARD_NAMES.has(name)) return false;
  return OF_SUFFIX.test(name) || splitName(name).some((part) => RETIRED_IN_NAMES.has(part));
}

export function checkSource(path: string, text: string): FileWords {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const lines = text.split("\n");
  const findings: Finding[] = [];
  let commentCount = 0;
  let accentCount = 0;

  const report = (position: number, found: string) => {
    const line = lineAt(text, position);
    const isAllowed = [lines[line - 1], lines[line - 2]].some((near) => near?.includes(EXCEPTION));
    if (!isAllowed) findings.push({ line, text: found });
  };
  const checkText = (position: number, value: string) => {
    const match = RETIRED_IN_TEXT.exec(value);
    if (match)
      report(position + match.index, `"${match[0]}" in ${JSON.stringify(value.trim().slice(0, 80))}`);
  };
  const visit = (node: ts.Node) => {
    const children = node.getChildren(source);
    if (children.length === 0) {
      const start = node.getStart(source);
      for (const comment of findComments(text, node.pos, start)) {
        commentCount += 1;
        if (ACCENT.test(comment.text)) accentCount += 1;
        checkText(comment.start, comment.text);
      }
    }
    if (ts.isIdentifier(node) && isDeclaredName(node) && isRetiredName(node.text))
      report(node.getStart(source), `the name ${node.text}`);
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node))
      checkText(node.getStart(source), node.text);
    for (const child of children) visit(child);
  };
  visit(source);
  return { findings, commentCount, accentCount };
}

function isDeclaredName(node: ts.Identifier): boolean {
  const { parent } = node;
  return "name" in parent && parent.name === node && !ts.isPropertyAccessExpression(parent);
}

/** Comments between two tokens. Text of JSX is a token, so nothing in it is taken for a comment. */
function findComments(text: string, from: number, to: number): { start: number; text: string }[] {
  const between = text.slice(from, to);
  return [...between.matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g)].map((match) => ({
    start: from + match.index,
    text: match[0],
  }));
}

function checkDocument(text: string): Finding[] {
  return text.split("\n").flatMap((value, index) => {
    const match = value.includes(EXCEPTION) ? null : RETIRED_IN_TEXT.exec(value);
    return match ? [{ line: index + 1, text: `"${match[0]}"` }] : [];
  });
}

/** What is to be changed in the repository's own files, one line each; undefined when nothing is. */
export function findRetiredWords(root: string): string | undefined {
  const files = globSync(FILES, { cwd: root });
  const problems: string[] = [];
  let comments = 0;
  let accents = 0;
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const isDocument = file.endsWith(".md");
    const words = isDocument ? { findings: checkDocument(text) } : checkSource(file, text);
    if ("commentCount" in words) {
      comments += words.commentCount;
      accents += words.accentCount;
    }
    problems.push(...words.findings.map(({ line, text: found }) => `${file}:${line}: ${found}`));
  }
  if (accents > comments * ACCENT_MAX_SHARE)
    problems.push(
      `${accents} of ${comments} comments have a word that gives a translation away; at most 3 % may.`,
    );
  return problems.length > 0 ? problems.join("\n") : undefined;
}
