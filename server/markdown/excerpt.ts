import type { Token } from "markdown-it";
import { parser, SOURCE_LENGTH_MAX } from "./parser.ts";
import { readInlineText } from "./plain-text.ts";
import { readFormula } from "./read-formula.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Uses headings and tables, which don't read well in running text, only if there is no other text, and code blocks only
 * if there is nothing else.
 */
function extractText(tokens: readonly Token[], separator: " " | "\n"): string {
  const preferredParagraphs = extractParagraphs(tokens, /^(heading|table)_/);
  const paragraphs = preferredParagraphs.length > 0 ? preferredParagraphs : extractParagraphs(tokens, /^$/);
  return (paragraphs.length > 0 ? paragraphs : extractCode(tokens)).join(separator);
}

function extractParagraphs(tokens: readonly Token[], excludedTypes: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (excludedTypes.test(token.type)) depth += token.nesting;
    if (depth > 0) continue;
    if (token.type === "inline") parts.push(readInlineText(token.children));
    else if (token.type === "math_block") parts.push(readFormula(token.content));
  }
  return joinLines(parts);
}

function extractCode(tokens: readonly Token[]): string[] {
  const codeBlocks = tokens.filter(({ type }) => type === "fence" || type === "code_block");
  return joinLines(codeBlocks.map(({ content }) => content));
}

/** Joins the lines of each part. Leaves out empty parts. */
function joinLines(parts: readonly string[]): string[] {
  return parts.map((part) => part.replace(/[\s\p{Cc}]+/gu, " ").trim()).filter((part) => part !== "");
}

/** Cuts at the last space in the second half, otherwise between two visible characters. */
function truncateAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  if (maxLength < 1) return "";
  const availableLength = maxLength - 1;
  const spaceIndex = text.lastIndexOf(" ", availableLength);
  if (spaceIndex > availableLength / 2) return `${text.slice(0, spaceIndex)}…`;
  let end = 0;
  // A visible character can be long (a family emoji), so look a little past the cut.
  for (const { index, segment } of graphemes.segment(text.slice(0, availableLength + 64))) {
    if (index + segment.length > availableLength) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** See `markdownToExcerpt` in index.ts. */
export function buildExcerpt(source: string, maxLength: number): string {
  const tokens = parser.parse(source.slice(0, SOURCE_LENGTH_MAX), {});
  return truncateAtWord(extractText(tokens, " "), maxLength);
}

/** See `markdownToText` in index.ts. */
export function buildText(source: string, maxLength: number): string {
  const tokens = parser.parse(source.slice(0, SOURCE_LENGTH_MAX), {});
  return truncateAtWord(extractText(tokens, "\n"), maxLength);
}
