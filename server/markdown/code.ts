import type { HLJSApi, Language, LanguageFn } from "highlight.js";
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

// Grammars backtrack, especially on very long words, so code beyond these limits isn't highlighted.
const BLOCK_LENGTH_MAX = 10_000;
const DOCUMENT_LENGTH_MAX = 30_000;
const LONG_WORD = /[\w-]{500}/;

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

const languageByName = new Map<string, string>();

for (const [name, grammar] of Object.entries(LANGUAGES)) {
  hljs.registerLanguage(name, grammar);
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
    const total = (highlightedLengthByDocument.get(env) ?? 0) + code.length;
    if (!language || code.length > BLOCK_LENGTH_MAX || total > DOCUMENT_LENGTH_MAX || LONG_WORD.test(code)) {
      return renderPlain(code);
    }
    highlightedLengthByDocument.set(env, total);
    const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
    return `<pre class="code-block" data-language="${language}" tabindex="0"><code class="hljs language-${language}">${value}</code></pre>\n`;
  };
}

const KEYWORDS =
  "abstract anonymous as assembly break case catch constant constructor continue contract default delete do else " +
  "emit enum error event external fallback final for from function global if immutable import indexed interface " +
  "internal is leave let library mapping memory modifier new override payable pragma private public pure receive " +
  "return returns revert storage struct switch throw transient try type unchecked unicode using view virtual while " +
  "calldata calldatacopy";
const TYPES = "address bool bytes string var int uint fixed ufixed byte";
const LITERALS = "true false wei gwei ether seconds minutes hours days weeks years";
const BUILT_INS =
  "abi addmod assert block blockhash ecrecover gasleft keccak256 msg mulmod require ripemd160 selfdestruct sha256 " +
  "super this tx";

function createSolidityGrammar(hljs: HLJSApi): Language {
  const keywords = { keyword: KEYWORDS, type: TYPES, literal: LITERALS, built_in: BUILT_INS };
  const title = { ...hljs.TITLE_MODE, begin: /[A-Za-z_$][\w$]*/ };
  return {
    name: "Solidity",
    aliases: ["sol"],
    keywords,
    contains: [
      hljs.C_LINE_COMMENT_MODE,
      hljs.C_BLOCK_COMMENT_MODE,
      hljs.APOS_STRING_MODE,
      hljs.QUOTE_STRING_MODE,
      { scope: "number", begin: /\b(?:0x[\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE]-?\d+)?)\b/ },
      { scope: "type", begin: /\b(?:u?int\d{1,3}|bytes\d{1,2}|u?fixed\d{1,3}x\d{1,2})\b/ },
      { scope: "meta", begin: /\bpragma\b/, end: /;/, keywords: { keyword: "pragma" } },
      {
        beginKeywords: "contract interface library struct enum event error modifier function",
        end: /[({;]|$/,
        excludeEnd: true,
        keywords,
        contains: [title],
      },
    ],
  };
}
