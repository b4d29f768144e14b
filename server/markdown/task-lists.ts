import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { readInlineText } from "./plain-text.ts";

const LABEL_LENGTH_MAX = 100;

/** Turns `[ ]` or `[x]` at the start of an item into a disabled checkbox. */
function convertTasks(state: StateCore): void {
  const { tokens } = state;
  tokens.forEach((item, index) => {
    if (item.type !== "list_item_open" || tokens[index + 1]?.type !== "paragraph_open") return;
    const children = tokens[index + 2]?.children;
    const [first] = children ?? [];
    const [prefix, symbol] = /^\[([ xX])\] /.exec(first?.type === "text" ? first.content : "") ?? [];
    if (!children || !first || prefix === undefined) return;
    first.content = first.content.slice(prefix.length);
    children.unshift(createCheckbox(state, children, symbol !== " "));
    item.attrJoin("class", "task");
  });
}

function createCheckbox(state: StateCore, tokens: readonly Token[], isDone: boolean): Token {
  const box = new state.Token("task_box", "input", 0);
  const label = readInlineText([...tokens])
    .replace(/\s+/g, " ")
    .trim();
  box.attrs = [
    ["type", "checkbox"],
    ["disabled", ""],
    ...(isDone ? [["checked", ""] as [string, string]] : []),
    ["aria-label", [...label].slice(0, LABEL_LENGTH_MAX).join("") || "Task"],
  ];
  return box;
}

/** Must be installed after links and images, because their text is part of a task's label. */
export function installTaskLists(parser: MarkdownIt): void {
  parser.core.ruler.push("task_lists", convertTasks);
}
