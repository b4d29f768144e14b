import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blankComments, findComments } from "./find-comments.ts";

/**
 * Finds references to paths, names and tests that don't exist: code spans in docs and comments, relative links and test
 * titles in docs, and names in camel case or capitals in comments. A name exists if the sources contain it outside
 * comments.
 */

const DOCUMENTS = "{*.md,docs/**/*.md}";
const SOURCES = [
  "{*,.*}.{ts,mjs,json}",
  ".env.example",
  ".ci/*",
  "{analyzers,bench,core,docs,e2e,scripts,server,web}/**/*.{ts,tsx,mjs,sql,css,json,sol}",
];
/** Names from protocols and libraries that no source contains. */
const FOREIGN_NAMES = new Set([
  ...["captcha_failed", "email_address_not_authorized", "message_id"],
  ...["includeSubDomains", "proxy_read_timeout", "ExecStart", "NavLink", "HydrateFallback", "camelCase"],
]);
/** Paths of files that a command creates, and paths with a placeholder. */
const ALLOWED_MISSING_PATH = /^bench\/out\/|NNN/;

const PATH =
  /^(?:[\w.-]+\/)*\w[\w.-]*\.(?:ts|tsx|mjs|md|sql|css|json)$|^(?:analyzers|bench|core|docs|e2e|scripts|server|web)\/[\w./-]+$/;
const NAME =
  /^(?:[a-z]+[A-Z]\w*|[A-Z]+[a-z]+[A-Z]\w*|[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]|[a-z]+(?:_[a-z0-9]+)+)$/;

const CODE_SPAN = /`([^`\n]+)`/g;
/** Text that may contain names from elsewhere: quotations and URLs. */
const QUOTATION_OR_URL = /"[^"\n]*"|\bhttps?:\S+/g;
const UNQUOTED_NAME = /(?<![\w.:/@$#-])(?:[a-z]+[A-Z]\w*|[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?![\w/-])/g;
/** "`core/news/text.ts` (`cleanTitle`)" means that the file contains this name. */
const NAME_IN_FILE = /`([\w./-]+\.(?:ts|tsx))` \(`(\w+)`\)/g;
const LINK = /\]\((?!https?:|mailto:|#|\/)([^)\s#]+)/g;

export interface Repository {
  /** Paths from the root. */
  readonly files: readonly string[];
  /** Whether the word occurs outside comments, in the given file or in any file. */
  hasWord(word: string, file?: string): boolean;
}

interface Reference {
  readonly line: number;
  readonly text: string;
}

export function findStaleReferences(text: string, repository: Repository): Reference[] {
  return text.split("\n").flatMap((content, index) => {
    const staleTexts = [...content.matchAll(CODE_SPAN)]
      .map(([, quotedText = ""]) => quotedText)
      .filter((quotedText) => !isKnownReference(quotedText, repository));
    for (const [, path = "", name = ""] of content.matchAll(NAME_IN_FILE)) {
      const files = findFiles(path, repository.files);
      if (files.length > 0 && !files.some((file) => repository.hasWord(name, file)))
        staleTexts.push(`${path} has no ${name}`);
    }
    return staleTexts.map((staleText) => ({ line: index + 1, text: staleText }));
  });
}

/**
 * Finds names without backticks that no source contains. Only used for comments, because docs contain words such as
 * "iPhone".
 */
export function findStaleNames(comment: string, repository: Repository): Reference[] {
  return comment.split("\n").flatMap((content, index) => {
    const names = content.replace(CODE_SPAN, hide).replace(QUOTATION_OR_URL, hide).match(UNQUOTED_NAME) ?? [];
    return names
      .filter((name) => !FOREIGN_NAMES.has(name) && !repository.hasWord(name))
      .map((name) => ({ line: index + 1, text: name }));
  });
}

function isKnownReference(quotedText: string, repository: Repository): boolean {
  if (PATH.test(quotedText))
    return ALLOWED_MISSING_PATH.test(quotedText) || findFiles(quotedText, repository.files).length > 0;
  return quotedText
    .replace(/\(.*\)$/, "")
    .split(".")
    .every((name) => !NAME.test(name) || FOREIGN_NAMES.has(name) || repository.hasWord(name));
}

/** Finds the file with this path, or the files in this folder. Docs may omit leading folders or the extension. */
function findFiles(path: string, files: readonly string[]): string[] {
  const name = path.replace(/^(?:\.\.?\/)+/, "").replace(/\/$/, "");
  return files.filter(
    (file) =>
      file === name ||
      file.endsWith(`/${name}`) ||
      file.startsWith(`${name}/`) ||
      file.startsWith(`${name}.`),
  );
}

function readRepository(root: string) {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const documents = globSync(DOCUMENTS, { cwd: root }).map((file) => ({ file, text: read(file) }));
  const sources = globSync(SOURCES, { cwd: root }).map((file) => ({ file, text: read(file) }));
  const findWords = (text: string): readonly string[] => blankComments(text).match(/[A-Za-z_$][\w$]*/g) ?? [];
  const words = new Set<string>();
  for (const { text } of sources) for (const word of findWords(text)) words.add(word);
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const repository: Repository = {
    files: [...documents, ...sources].map(({ file }) => file),
    hasWord: (word, file) =>
      file === undefined ? words.has(word) : findWords(texts.get(file) ?? "").includes(word),
  };
  return { repository, documents, sources };
}

/** Replaces each character with a backtick, so that the positions after the quoted text don't change. */
const hide = (quotedText: string) => "`".repeat(quotedText.length);

/** A document that quotes parts of test titles. */
const TEST_LIST = "docs/admin-action-tests.md";

export function findAllStaleReferences(root: string): string | undefined {
  const { repository, documents, sources } = readRepository(root);
  const problems: string[] = [];
  const tests = sources.filter(({ file }) => /\.(?:test|spec)\.tsx?$/.test(file));
  for (const { file, text } of documents) {
    if (file === TEST_LIST)
      for (const [, title = ""] of text.matchAll(/"([^"\n]+)"/g))
        if (!tests.some((test) => test.text.includes(title))) problems.push(`${file}: no test "${title}"`);
    for (const { line, text: reference } of findStaleReferences(text, repository))
      problems.push(`${file}:${line}: ${reference}`);
    for (const { 1: target = "", index } of text.replace(CODE_SPAN, hide).matchAll(LINK))
      if (!existsSync(join(root, dirname(file), target)))
        problems.push(`${file}:${text.slice(0, index).split("\n").length}: link to ${target}`);
  }
  for (const { file, text } of sources) {
    if (!/\.(?:ts|tsx|mjs)$/.test(file)) continue;
    for (const comment of findComments(text)) {
      const staleReferences = [
        ...findStaleReferences(comment.text, repository),
        ...findStaleNames(comment.text, repository),
      ];
      if (staleReferences.length === 0) continue;
      const linesBefore = text.slice(0, comment.start).split("\n").length - 1;
      for (const { line, text: reference } of staleReferences)
        problems.push(`${file}:${linesBefore + line}: ${reference}`);
    }
  }
  return problems.length > 0 ? problems.join("\n") : undefined;
}
