import type { Language, LanguageFn } from "highlight.js";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import latex from "highlight.js/lib/languages/latex";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import type { MarkdownIt } from "markdown-it";
import { createSolidityGrammar } from "./solidity.ts";

// Grammars backtrack within a line, some of them in cubic time, so code beyond these limits isn't highlighted.
const BLOCK_LENGTH_MAX = 10_000;
const DOCUMENT_LENGTH_MAX = 30_000;
const LONG_LINE = /.{300}/;

const LANGUAGES: Record<string, LanguageFn> = {
  bash,
  c,
  cpp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  latex,
  markdown,
  python,
  rust,
  shell,
  solidity: createSolidityGrammar,
  sql,
  typescript,
  xml,
  yaml,
};

/**
 * Highlights each piece of embedded code on its own, which highlight.js does for languages in an array. For a language
 * in a string, it reopens all elements that were open at the end of the previous piece, so 8,000 characters can become
 * 48 MB of HTML.
 */
function isolateEmbeddedCode(language: Language): Language {
  const modes = new Set<object>([language]);
  for (const mode of modes) {
    if ("subLanguage" in mode && typeof mode.subLanguage === "string") mode.subLanguage = [mode.subLanguage];
    for (const value of Object.values(mode))
      if (typeof value === "object" && value !== null) modes.add(value);
  }
  return language;
}

const languageByName = new Map<string, string>();

for (const [name, grammar] of Object.entries(LANGUAGES)) {
  hljs.registerLanguage(name, (api) => isolateEmbeddedCode(grammar(api)));
  for (const word of [name, ...(hljs.getLanguage(name)?.aliases ?? [])]) languageByName.set(word, name);
}
languageByName.set("vyper", "python");

function findLanguage(info: string): string | undefined {
  return languageByName.get(info.trim().split(/\s/, 1)[0]?.toLowerCase() ?? "");
}

/** Highlights fenced code. The first word after the fence is the language; an unknown one means plain text. */
export function installCode(parser: MarkdownIt): void {
  const { escapeHtml } = parser.utils;
  const highlightedLengthByDocument = new WeakMap<object, number>();

  const renderPlain = (code: string): string =>
    `<pre class="code-block" tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`;

  parser.renderer.rules.code_block = (tokens, index) => renderPlain(tokens[index]?.content ?? "");
  parser.renderer.rules.fence = (tokens, index, _options, env = {}) => {
    const { content: code = "", info = "" } = tokens[index] ?? {};
    const language = findLanguage(info);
    const totalLength = (highlightedLengthByDocument.get(env) ?? 0) + code.length;
    if (
      !language ||
      code.length > BLOCK_LENGTH_MAX ||
      totalLength > DOCUMENT_LENGTH_MAX ||
      LONG_LINE.test(code)
    ) {
      return renderPlain(code);
    }
    highlightedLengthByDocument.set(env, totalLength);
    const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
    return `<pre class="code-block" data-language="${language}" tabindex="0"><code class="hljs language-${language}">${value}</code></pre>\n`;
  };
}
