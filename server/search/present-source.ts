import { LRUCache } from "lru-cache";
import { DELETED_MEMBER, isDeletedMember } from "#core/accounts/profile-path.ts";
import type { SiteDocument } from "#core/ai/analysis.ts";
import { markdownToText } from "#server/markdown/index.ts";

export type SourceRow = {
  kind: SiteDocument["kind"];
  id: string;
  post_id: string | null;
  title: string;
  content: string;
  at: string;
  /** The article's source, or the author's username. */
  author: string | null;
  score: number;
  tags: string[] | null;
  is_sample: boolean;
};

/** The number of plain texts to cache. The cache key is the Markdown, so an edit takes effect immediately. */
const PLAIN_TEXTS_MAX = 600;
const plainTexts = new LRUCache<string, string>({ max: PLAIN_TEXTS_MAX });

export function presentSource(row: SourceRow): SiteDocument {
  return {
    kind: row.kind,
    path:
      row.kind === "article"
        ? `/news/${row.id}`
        : row.kind === "post"
          ? `/forum/${row.id}`
          : `/forum/${row.post_id}/comments/${row.id}`,
    title: row.title,
    text: row.kind === "article" ? row.content : toPlainText(row.content),
    date: new Date(row.at).toISOString(),
    attribution: row.author === null || isDeletedMember(row.author) ? DELETED_MEMBER : row.author,
    isSample: row.is_sample,
    ...(row.kind === "comment" ? { score: row.score } : { tags: row.tags ?? [] }),
  };
}

function toPlainText(markdown: string): string {
  const cached = plainTexts.get(markdown);
  if (cached !== undefined) return cached;
  const text = markdownToText(markdown, markdown.length);
  plainTexts.set(markdown, text);
  return text;
}
