import { DELETED_MEMBER, isDeletedMember } from "#core/accounts/profile-path.ts";
import type { PostCategory } from "#core/forum/categories.ts";
import type { Author } from "#core/forum/types.ts";
import type { NewsCategory } from "#core/news/categories.ts";
import { removeSamplePrefix } from "#core/news/sample-title.ts";
import { buildMatchExcerpt, type MatchTerms, markMatches } from "#core/search/mark-matches.ts";
import { stripMarkdown } from "#core/search/strip-markdown.ts";
import type { SearchResult } from "#core/search/types.ts";

/** A column that the kind doesn't have is null, 0 or false. */
export type ResultRow = {
  kind: SearchResult["kind"];
  id: string;
  rank: number;
  is_exact: boolean;
  at: string;
  title: string;
  content: string;
  category: string | null;
  tags: string[] | null;
  username: string | null;
  avatar_url: string | null;
  is_verified: boolean | null;
  score: number;
  comment_count: number;
  post_id: string | null;
  source: string | null;
  is_sample: boolean;
};

/** The length of an excerpt in characters. */
const EXCERPT_LENGTH = 220;

/** Presents a result. If a post, comment or article matched exactly, only exact matches are highlighted. */
export function presentResult(row: ResultRow, allTerms: MatchTerms): SearchResult {
  const terms = row.is_exact && row.kind !== "member" ? { ...allTerms, prefixes: [], words: [] } : allTerms;
  const { id } = row;
  const at = new Date(row.at).toISOString();
  const excerpt = buildMatchExcerpt(stripMarkdown(row.content), terms, EXCERPT_LENGTH);
  if (row.kind === "member") {
    return {
      kind: "member",
      id,
      username: row.username ?? "",
      name: markMatches(row.username ?? "", terms),
      avatarUrl: row.avatar_url,
      isVerified: row.is_verified === true,
      bio: excerpt,
      karma: row.score,
      joinedAt: at,
    };
  }
  if (row.kind === "comment") {
    return {
      kind: "comment",
      id,
      postId: row.post_id ?? "",
      postTitle: row.title,
      excerpt,
      author: toAuthor(row),
      createdAt: at,
    };
  }
  const title = markMatches(removeSamplePrefix(row.title, row.is_sample), terms);
  if (row.kind === "article") {
    const category = row.category as NewsCategory;
    return {
      kind: "article",
      id,
      title,
      excerpt,
      category,
      source: row.source ?? "",
      publishedAt: at,
      isSample: row.is_sample,
    };
  }
  return {
    kind: "post",
    id,
    title,
    excerpt,
    category: row.category as PostCategory,
    tags: row.tags ?? [],
    author: toAuthor(row),
    createdAt: at,
    score: row.score,
    commentCount: row.comment_count,
  };
}

/** Members are shown as deleted as soon as their account is closed. */
function toAuthor({ username, avatar_url, is_verified }: ResultRow): Author {
  if (username === null || isDeletedMember(username)) {
    return { username: DELETED_MEMBER, avatarUrl: null, isVerified: false };
  }
  return { username, avatarUrl: avatar_url, isVerified: is_verified === true };
}
