import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { blankComments, findComments } from "./find-comments.ts";

/**
 * Finds words that don't fit the rules in CONTRIBUTING.md. In code, lines with `retired word on purpose` and the lines
 * after them are exempt; in docs, only the lines with it.
 */

const EXCEPTION = "retired word on purpose";

/** Words retired as parts of names: "tellVoters" has the parts "tell" and "voters". */
const RETIRED_NAME_PARTS = new Set(
  [
    ["tell", "tells", "told", "telling", "whoever", "nobody", "somebody", "meanwhile"],
    ["anew", "asker", "askers", "office", "shelf", "papers"], // retired word on purpose
    ["gather", "gathers", "gathered", "gathering", "mailed", "mails", "newcomer", "newcomers"],
  ].flat(),
);
/** Retired only as complete names, because longer ones such as `mineBlock` are fine. */
const RETIRED_NAMES = new Set(["why", "thing", "things", "whole", "acts", "deed", "mine", "theirs", "whose"]);
/** Getters begin with a verb instead of ending with this suffix. */
const OF_SUFFIX = /[a-z]Of$/;
const STANDARD_NAMES = new Set(["indexOf", "lastIndexOf", "valueOf", "instanceOf"]);

const RETIRED_TEXT_PATTERN =
  /(?<![-\w])(anew|made of it|askers?|e-mails?|mailed|mails|(?:a|by|each|one|the) mail|mail servers?|put away)(?![-\w])/i;

/** Words that are fine now and then. In many comments, they read like a translation. */
const ACCENT_WORDS = [
  ["tell", "tells", "told", "telling", "keep", "keeps", "kept", "keeping"],
  ["hold", "holds", "held", "holding", "stand", "stands", "stood", "standing"],
  ["whoever", "nobody", "somebody", "anew", "meanwhile", "whose"], // retired word on purpose
].flat();
const ACCENT_PATTERN = new RegExp(`\\b(${ACCENT_WORDS.join("|")})\\b`, "i");
const ACCENT_MAX_SHARE = 0.03;

const FILES = ["*.{ts,mjs,md}", "{analyzers,bench,core,docs,e2e,scripts,server,web}/**/*.{ts,tsx,mjs,md}"];

export interface Finding {
  readonly line: number;
  readonly text: string;
}

const getLineNumber = (text: string, position: number) => text.slice(0, position).split("\n").length;

/** Splits a name in camelCase, PascalCase, snake_case or kebab-case into lower-case parts. */
function splitName(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());
}

const checkedNames = new Map<string, boolean>();
function isRetiredName(name: string): boolean {
  const cachedResult = checkedNames.get(name);
  if (cachedResult !== undefined) return cachedResult;
  const result =
    !STANDARD_NAMES.has(name) &&
    (RETIRED_NAMES.has(name) ||
      OF_SUFFIX.test(name) ||
      splitName(name).some((part) => RETIRED_NAME_PARTS.has(part)));
  checkedNames.set(name, result);
  return result;
}

export function checkSource(path: string, text: string) {
  const lines = text.split("\n");
  const findings: Finding[] = [];
  const report = (position: number, description: string) => {
    const line = getLineNumber(text, position);
    const isAllowed = [lines[line - 1], lines[line - 2]].some((nearbyLine) =>
      nearbyLine?.includes(EXCEPTION),
    );
    if (!isAllowed) findings.push({ line, text: description });
  };
  const checkText = (position: number, value: string) => {
    const match = RETIRED_TEXT_PATTERN.exec(value);
    if (match)
      report(position + match.index, `"${match[0]}" in ${JSON.stringify(value.trim().slice(0, 80))}`);
  };

  const comments = findComments(text);
  for (const comment of comments) checkText(comment.start, comment.text);
  if (canHaveFindings(text)) {
    const visit = (node: ts.Node) => {
      if ((isDeclaredName(node) || isFieldName(node)) && isRetiredName(node.text))
        report(node.getStart(source), `the name ${node.text}`);
      if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node))
        checkText(node.getStart(source), node.text);
      ts.forEachChild(node, visit);
    };
    const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
    visit(source);
  }
  return {
    findings,
    commentCount: comments.length,
    accentCount: comments.filter((comment) => ACCENT_PATTERN.test(comment.text)).length,
  };
}

/** Whether the text may contain a retired word. Checked first, because parsing takes most of the time. */
function canHaveFindings(text: string): boolean {
  const code = blankComments(text);
  if (RETIRED_TEXT_PATTERN.test(code)) return true;
  for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) if (isRetiredName(name)) return true;
  return false;
}

function isDeclaredName(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  return "name" in parent && parent.name === node && !ts.isPropertyAccessExpression(parent);
}

/** Whether a string names a form's field, as `reason` does in `<input name="reason">`. */
function isFieldName(node: ts.Node): node is ts.StringLiteral {
  const { parent } = node;
  return ts.isStringLiteral(node) && ts.isJsxAttribute(parent) && parent.name.getText() === "name";
}

function checkDocument(text: string): Finding[] {
  return text.split("\n").flatMap((value, index) => {
    const match = value.includes(EXCEPTION) ? null : RETIRED_TEXT_PATTERN.exec(value);
    return match ? [{ line: index + 1, text: `"${match[0]}"` }] : [];
  });
}

export function findRetiredWords(root: string): string | undefined {
  const files = globSync(FILES, { cwd: root });
  const problems: string[] = [];
  let commentTotal = 0;
  let accentTotal = 0;
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const isDocument = file.endsWith(".md");
    const result = isDocument ? { findings: checkDocument(text) } : checkSource(file, text);
    if ("commentCount" in result) {
      commentTotal += result.commentCount;
      accentTotal += result.accentCount;
    }
    problems.push(...result.findings.map((finding) => `${file}:${finding.line}: ${finding.text}`));
  }
  if (accentTotal > commentTotal * ACCENT_MAX_SHARE)
    problems.push(
      `${accentTotal} of ${commentTotal} comments contain one of these words: ${ACCENT_WORDS.join(", ")}. At most 3% may. ` +
        "Reword some: say store, notify, lock or whatever is meant.",
    );
  return problems.length > 0 ? problems.join("\n") : undefined;
}
