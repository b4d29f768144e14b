import type { MarkdownIt, StateCore } from "markdown-it";

const BLOCK = /^(?:bullet_list|ordered_list|blockquote)_(open|close)$/;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Marks blocks of right-to-left text, so that bullets, numbers and quote bars are on the right. CSS aligns paragraphs
 * by their text.
 */
function markDirections({ tokens }: StateCore): void {
  // Blocks in which no letter has been found yet.
  let undecidedBlocks: typeof tokens = [];
  for (const token of tokens) {
    const [, edge] = BLOCK.exec(token.type) ?? [];
    if (edge === "open") undecidedBlocks.push(token);
    else if (edge === "close") undecidedBlocks = undecidedBlocks.filter(({ level }) => level !== token.level);
    const [letter] = /\p{L}/u.exec(token.type === "inline" ? token.content : "") ?? [];
    if (letter === undefined) continue;
    if (RIGHT_TO_LEFT.test(letter)) for (const block of undecidedBlocks) block.attrSet("dir", "rtl");
    undecidedBlocks = [];
  }
}

export function installDirections(parser: MarkdownIt): void {
  parser.core.ruler.push("directions", markDirections);
}
