import { type RenderOptions, renderAsWritten, renderMarkdown } from "#server/markdown/index.ts";

/**
 * What the comments of one page may cost together, far above any discussion's use: texts with formulas, which take ten
 * times as long to make as others, and characters of HTML, which travel twice, as the page and as its data.
 */
const WITH_FORMULAS_MAX = 40_000;
const HTML_MAX = 500_000;

interface Text {
  readonly id: string;
  readonly content: string;
}

/**
 * The HTML of each comment by its id. Beyond the bounds those give way that ask for most: formulas, then everything
 * stands as it was written. So it is who fills a page that is shown plainly, and the others are not.
 */
export function renderComments(comments: readonly Text[], options: RenderOptions): Map<string, string> {
  const withFormulas = new Set(
    withinBudget(
      comments.filter(({ content }) => content.includes("$")),
      ({ content }) => content.length,
      WITH_FORMULAS_MAX,
    ),
  );
  const rendered = comments.map((comment) => ({
    comment,
    html: renderMarkdown(comment.content, { ...options, hasFormulas: withFormulas.has(comment) }),
  }));
  const asMade = new Set(withinBudget(rendered, ({ html }) => html.length, HTML_MAX));
  return new Map(
    rendered.map((one) => [
      one.comment.id,
      asMade.has(one) ? one.html : renderAsWritten(one.comment.content),
    ]),
  );
}

/** The small ones first, as many as fit together. */
function withinBudget<Item>(items: readonly Item[], sizeOf: (item: Item) => number, most: number): Item[] {
  let sum = 0;
  return items
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
    .filter((item) => {
      sum += sizeOf(item);
      return sum <= most;
    });
}
