/** Finds formulas in `$…$` and `$$…$$` and renders them to MathML with temml. */
import { createRequire } from "node:module";
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

// temml is loaded with the first formula, because it is half a megabyte of code.
const require = createRequire(import.meta.url);
const loadTemml = () => require("temml") as typeof import("temml").default;

const TEX_LENGTH_MAX = 2_000;
const TEX_LINES_MAX = 100;
const BRACE_DEPTH_MAX = 20;
// Limits for all formulas in a document together, on the length of the TeX (plus a cost per formula) and of the MathML.
// Ordinary formulas grow ten- to twentyfold, a matrix of digits fortyfold, and malicious ones a hundredfold. Formulas
// beyond the limits are shown as source.
const DOCUMENT_TEX_MAX = 8_000;
const DOCUMENT_MATHML_MAX = 100_000;
const GROWTH_MAX = 40;
const COST_PER_FORMULA = 20;
/** A formula that isn't rendered counts as this many characters of MathML per character of TeX. */
const FAILED_GROWTH = 20;

/**
 * Commands for definitions, which can grow exponentially, and commands with arguments that temml processes more than
 * once, so that nesting them takes exponential time.
 */
const BLOCKED_COMMANDS =
  /\\(?:def|gdef|edef|xdef|let|futurelet|global|long|newcommand|renewcommand|providecommand|csname|cancelto|equilibriumRight|equilibriumLeft|llap|mathllap)(?![A-Za-z@])/;

// Cross references would need a script, and browsers differ in how they render maction.
const MACROS = { "\\ref": "\\text{#1}", "\\eqref": "\\text{(#1)}", "\\mathtip": "#1", "\\texttip": "#1" };

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;

function isTooDeep(tex: string): boolean {
  let depth = 0;
  for (const char of tex) {
    if (char === "{") depth += 1;
    else if (char === "}") depth -= 1;
    if (depth > BRACE_DEPTH_MAX) return true;
  }
  return false;
}

/** Renders TeX to MathML; null if the TeX is broken or rejected, or if the MathML is longer than `maxLength`. */
function texToMathml(tex: string, isDisplay: boolean, maxLength: number): string | null {
  if (tex.length > TEX_LENGTH_MAX || BLOCKED_COMMANDS.test(tex) || isTooDeep(tex)) return null;
  try {
    const mathml = loadTemml().renderToString(tex, {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      maxSize: [20, 200],
      maxExpand: 300,
      // A new object each time, because temml adds definitions to it.
      macros: { ...MACROS },
    });
    return mathml.length > maxLength ? null : mathml;
  } catch {
    // temml throws its ParseError for broken TeX, and a TypeError or RangeError for unexpected input.
    return null;
  }
}

/**
 * Returns the index of the next dollar sign if it closes the formula. Otherwise returns -1, as in "$5-$10" and
 * "$BTC/$ETH".
 */
function findClosingDollar(src: string, start: number): number {
  const end = Math.min(src.length, start + TEX_LENGTH_MAX + 2);
  for (let index = start + 1; index < end; index += 1) {
    const code = src.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === DOLLAR) {
      const isClosing = !/\s/.test(src[index - 1] ?? "") && !/[0-9A-Z$]/.test(src[index + 1] ?? "");
      return isClosing ? index : -1;
    }
  }
  return -1;
}

/** Finds the index of the `$$` that closes the one at `start`, or -1; "$$ and $$$" isn't a formula. */
function findClosingPair(src: string, start: number): number {
  const index = src.slice(0, start + TEX_LENGTH_MAX + 4).indexOf("$", start + 2);
  return /^\$\$(?!\$)/.test(src.slice(index, index + 3)) && !/\s/.test(src[index - 1] ?? "") ? index : -1;
}

function parseInlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== DOLLAR || /[A-Za-z0-9$]/.test(src[pos - 1] ?? "")) return false;
  const isDisplay = src.charCodeAt(pos + 1) === DOLLAR;
  const width = isDisplay ? 2 : 1;
  if (/[\s$]/.test(src[pos + width] ?? " ")) return false;
  const closeIndex = isDisplay ? findClosingPair(src, pos) : findClosingDollar(src, pos);
  if (closeIndex < 0 || closeIndex + width > state.posMax) return false;
  if (!silent) {
    const token = state.push("math_inline", "math", 0);
    token.content = src.slice(pos + width, closeIndex);
    token.markup = isDisplay ? "$$" : "$";
  }
  state.pos = closeIndex + width;
  return true;
}

function parseBlockMath(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const firstLine = state.getLines(startLine, startLine + 1, state.blkIndent, false).trim();
  if (!/^\$\$(?!\$)/.test(firstLine)) return false;
  const lines = [firstLine.slice(2)];
  let line = startLine + 1;
  const lineLimit = Math.min(endLine, startLine + TEX_LINES_MAX);
  if (lines[0]?.includes("$$") && !/[^$]\$\$$/.test(firstLine)) return false;
  while (!lines.at(-1)?.includes("$$")) {
    if (line >= lineLimit || (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent))
      return false;
    lines.push(state.getLines(line, line + 1, state.blkIndent, false).trim());
    line += 1;
  }
  const source = lines.join("\n");
  const tex = source.slice(0, -2).trim();
  if (source.indexOf("$$") !== source.length - 2 || tex === "" || tex.length > TEX_LENGTH_MAX) return false;
  if (silent) return true;
  const token = state.push("math_block", "math", 0);
  token.block = true;
  token.content = tex;
  token.markup = "$$";
  token.map = [startLine, line];
  state.line = line;
  return true;
}

export function installMath(parser: MarkdownIt): void {
  const { escapeHtml } = parser.utils;
  const usageByDocument = new WeakMap<object, { tex: number; mathml: number }>();

  const renderSource = (tex: string, markup: string) =>
    `<code class="math-error">${escapeHtml(markup + tex + markup)}</code>`;
  const renderFormula = (tex: string, markup: string, env: object = {}): string => {
    if ((env as { hasFormulas?: boolean }).hasFormulas === false) return renderSource(tex, markup);
    const usage = usageByDocument.get(env) ?? { tex: 0, mathml: 0 };
    usageByDocument.set(env, usage);
    usage.tex += tex.length + COST_PER_FORMULA;
    const allowedLength = Math.min(DOCUMENT_MATHML_MAX, GROWTH_MAX * usage.tex);
    const remainingLength = usage.tex > DOCUMENT_TEX_MAX ? 0 : allowedLength - usage.mathml;
    const mathml = remainingLength > 0 ? texToMathml(tex, markup === "$$", remainingLength) : null;
    // A formula that turned out too long still took time to render, so it counts toward the limit.
    usage.mathml += mathml?.length ?? tex.length * FAILED_GROWTH;
    return mathml ?? renderSource(tex, markup);
  };

  parser.inline.ruler.before("escape", "math_inline", parseInlineMath);
  parser.block.ruler.before("fence", "math_block", parseBlockMath, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  parser.renderer.rules.math_inline = (tokens, index, _options, env) => {
    const { content = "", markup = "$" } = tokens[index] ?? {};
    const formula = renderFormula(content, markup, env);
    return markup === "$$"
      ? `<span class="math-display" tabindex="0">${formula}</span>`
      : `<span class="math-inline">${formula}</span>`;
  };
  parser.renderer.rules.math_block = (tokens, index, _options, env) =>
    `<div class="math-display" tabindex="0">${renderFormula(tokens[index]?.content ?? "", "$$", env)}</div>\n`;
}
