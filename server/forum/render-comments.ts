import { type RenderOptions, renderAsSource, renderMarkdown } from "#server/markdown/index.ts";

/**
 * Limits for all comments of a page combined, far above any real discussion. Text with formulas takes ten times as
 * long to render, and HTML is sent twice, in the page and in its data.
 */
const WITH_FORMULAS_MAX = 40_000;
const HTML_MAX = 500_000;

interface Text {
  readonly id: string;
  readonly content: string;
}

/**
 * Renders each comment by id. Beyond the limits the largest comments are degraded first: their formulas aren't
 * rendered, then their Markdown. So only members who flood a page are affected.
 */
export function renderComments(comments: readonly Text[], options: RenderOptions): Map<string, string> {
  const withFormulas = new Set(
    takeWithinBudget(
      comments.filter(({ content }) => content.includes("$")),
      ({ content }) => content.length,
      WITH_FORMULAS_MAX,
    ),
  );
  const rendered = comments.map((comment) => ({
    comment,
    html: renderMarkdown(comment.content, { ...options, hasFormulas: withFormulas.has(comment) }),
  }));
  const withinLimit = new Set(takeWithinBudget(rendered, ({ html }) => html.length, HTML_MAX));
  return new Map(
    rendered.map((item) => [
      item.comment.id,
      withinLimit.has(item) ? item.html : renderAsSource(item.comment.content),
    ]),
  );
}

/** Selects as many items as fit into the budget, smallest first. */
function takeWithinBudget<Item>(
  items: readonly Item[],
  getSize: (item: Item) => number,
  limit: number,
): Item[] {
  let sum = 0;
  return items
    .toSorted((a, b) => getSize(a) - getSize(b))
    .filter((item) => {
      sum += getSize(item);
      return sum <= limit;
    });
}
