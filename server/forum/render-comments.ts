import { type RenderOptions, renderAsSource, renderMarkdown } from "#server/markdown/index.ts";

/** The maximum number of characters on a page that are rendered with formulas, which takes ten times as long. */
const FORMULA_CHARACTERS_MAX = 40_000;
/** The maximum number of characters in the comments' HTML, which a page contains twice. */
const HTML_CHARACTERS_MAX = 500_000;

interface CommentText {
  readonly id: string;
  readonly content: string;
}

/**
 * Renders the comments of a page. Beyond the limits, the longest comments are rendered without formulas or shown as
 * source.
 */
export function renderComments(
  comments: readonly CommentText[],
  options: RenderOptions,
): Map<string, string> {
  const commentsWithFormulas = new Set(
    selectWithinLimit(
      comments.filter(({ content }) => content.includes("$")),
      ({ content }) => content.length,
      FORMULA_CHARACTERS_MAX,
    ),
  );
  const renderedComments = comments.map((comment) => ({
    comment,
    html: renderMarkdown(comment.content, { ...options, hasFormulas: commentsWithFormulas.has(comment) }),
  }));
  const itemsWithinLimit = new Set(
    selectWithinLimit(renderedComments, ({ html }) => html.length, HTML_CHARACTERS_MAX),
  );
  return new Map(
    renderedComments.map((item) => [
      item.comment.id,
      itemsWithinLimit.has(item) ? item.html : renderAsSource(item.comment.content),
    ]),
  );
}

/** Selects as many items as fit within the limit, smallest first. */
function selectWithinLimit<Item>(items: readonly Item[], getSize: (item: Item) => number, limit: number) {
  let sum = 0;
  return items
    .toSorted((a, b) => getSize(a) - getSize(b))
    .filter((item) => {
      sum += getSize(item);
      return sum <= limit;
    });
}
