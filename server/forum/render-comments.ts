import { type RenderOptions, renderAsSource, renderMarkdown } from "#server/markdown/index.ts";

/**
 * Limits for all comments of a page together, in characters. The first is for text with formulas, which renders ten
 * times as slowly, the second for HTML, which pages contain twice.
 */
const WITH_FORMULAS_MAX = 40_000;
const HTML_MAX = 500_000;

interface CommentText {
  readonly id: string;
  readonly content: string;
}

/** Renders the comments of a page. Beyond the limits, the largest lose their formulas first, then their Markdown. */
export function renderComments(
  comments: readonly CommentText[],
  options: RenderOptions,
): Map<string, string> {
  const commentsWithFormulas = new Set(
    takeWithinBudget(
      comments.filter(({ content }) => content.includes("$")),
      ({ content }) => content.length,
      WITH_FORMULAS_MAX,
    ),
  );
  const renderedComments = comments.map((comment) => ({
    comment,
    html: renderMarkdown(comment.content, { ...options, hasFormulas: commentsWithFormulas.has(comment) }),
  }));
  const itemsWithinLimit = new Set(takeWithinBudget(renderedComments, ({ html }) => html.length, HTML_MAX));
  return new Map(
    renderedComments.map((item) => [
      item.comment.id,
      itemsWithinLimit.has(item) ? item.html : renderAsSource(item.comment.content),
    ]),
  );
}

/** Selects as many items as fit into the budget, smallest first. */
function takeWithinBudget<Item>(items: readonly Item[], getSize: (item: Item) => number, limit: number) {
  let sum = 0;
  return items
    .toSorted((a, b) => getSize(a) - getSize(b))
    .filter((item) => {
      sum += getSize(item);
      return sum <= limit;
    });
}
