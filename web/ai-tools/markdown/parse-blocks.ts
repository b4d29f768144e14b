import type { Token } from "markdown-it";
import { parser } from "./parser.ts";

/** A token. Its children are the tokens between it and its closing token, or those of an image's alt text. */
export interface Node {
  readonly token: Token;
  readonly children: readonly Node[];
}

export interface Block extends Node {
  readonly line: number;
  readonly headingLevels: readonly number[];
}

/** Deeper emphasis is shown as text, so that rendering doesn't recurse without limit. */
const INLINE_DEPTH_MAX = 16;

/** Parses complete or growing text. Blocks still open at the end are closed. */
export function parseBlocks(markdown: string): readonly Block[] {
  const tokens = parser.parse(removeDirectionControls(markdown), {});
  return nestTokens(tokens, Number.POSITIVE_INFINITY).map((node) => ({
    ...node,
    line: node.token.map?.[0] ?? 0,
    headingLevels: collectHeadingLevels(node),
  }));
}

export const getHeadingLevel = ({ token }: Node): number => Number(token.tag.slice(1));

function collectHeadingLevels(node: Node): number[] {
  if (node.token.type === "heading_open") return [getHeadingLevel(node)];
  return node.token.block ? node.children.flatMap(collectHeadingLevels) : [];
}

export function parseLine(markdown: string): readonly Node[] {
  return nestTokens(parser.parseInline(removeDirectionControls(markdown), {}), INLINE_DEPTH_MAX);
}

/** The lines with their line breaks. */
export const splitLines = (text: string): string[] => text.split(/(?<=\n|\r(?!\n))/);

/** Removes bidirectional control characters, which could display a URL backwards. */
export const removeDirectionControls = (text: string): string => text.replace(/\p{Bidi_Control}/gu, "");

/** Nests a list of tokens. Omits the paragraphs of a list without blank lines, but not their content. */
function nestTokens(tokens: readonly Token[], depthMax: number): Node[] {
  const root: Node[] = [];
  const parents: Node[][] = [root];
  const flattenedFlags: boolean[] = [];
  for (const token of tokens) {
    const siblings = parents.at(-1) ?? root;
    const addMarkup = () =>
      siblings.push({ token: { ...token, type: "text", content: token.markup } as Token, children: [] });
    if (token.hidden) continue;
    if (token.type === "inline") {
      for (const node of nestTokens(token.children ?? [], INLINE_DEPTH_MAX)) siblings.push(node);
    } else if (token.nesting === 0) {
      siblings.push({ token, children: nestTokens(token.children ?? [], INLINE_DEPTH_MAX) });
    } else if (token.nesting === -1) {
      if (flattenedFlags.pop()) addMarkup();
      else parents.pop();
    } else {
      // Links can't be nested, so they are never flattened.
      const isFlattened = parents.length > depthMax && token.type !== "link_open";
      flattenedFlags.push(isFlattened);
      if (isFlattened) {
        addMarkup();
      } else {
        const children: Node[] = [];
        siblings.push({ token, children });
        parents.push(children);
      }
    }
  }
  return root;
}

const EMPTY_PART = { text: "", blocks: [] };

/** Returns a parser for growing text: it parses only what can still change, and reuses the blocks before that. */
export function createGrowingParser(parse = parseBlocks): (markdown: string) => readonly Block[] {
  let finishedPart: { readonly text: string; readonly blocks: readonly Block[] } = EMPTY_PART;
  return (markdown) => {
    if (!markdown.startsWith(finishedPart.text)) finishedPart = EMPTY_PART;
    const rest = markdown.slice(finishedPart.text.length);
    const blocks = parse(rest);
    const result = [...finishedPart.blocks, ...blocks];
    const lines = splitLines(rest);
    const lastIndex = findLastIndependentBlock(lines, blocks);
    if (lastIndex > 0)
      finishedPart = {
        text: finishedPart.text + lines.slice(0, blocks[lastIndex]?.line).join(""),
        blocks: [...finishedPart.blocks, ...blocks.slice(0, lastIndex)],
      };
    return result;
  };
}

/** The index of the last block that is parsed the same without the text before it; 0 or -1 if there is none. */
function findLastIndependentBlock(lines: readonly string[], blocks: readonly Block[]): number {
  return blocks.findLastIndex(({ line }, index) => {
    const isFirstLineComplete = line < lines.length - 1;
    const isUnindented = /^\S/.test(lines[line] ?? "");
    const isAfterBlankLine = /^[ \t]*[\r\n]*$/.test(lines[line - 1] ?? "");
    const isAfterClosedBlock = /^(?:heading|hr|fence)/.test(blocks[index - 1]?.token.type ?? "");
    return index === 0 || (isFirstLineComplete && isUnindented && (isAfterBlankLine || isAfterClosedBlock));
  });
}
