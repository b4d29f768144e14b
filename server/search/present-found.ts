import { DELETED_MEMBER, isDeletedMember } from "#core/accounts/profile-path.ts";
import type { PostCategory } from "#core/forum/categories.ts";
import type { Author } from "#core/forum/types.ts";
import type { NewsCategory } from "#core/news/categories.ts";
import { excerptAround, markMatches, type Sought } from "#core/search/mark-matches.ts";
import { plainWords } from "#core/search/plain-words.ts";
import type { Found } from "#core/search/types.ts";

/** A result of any kind; columns that its kind doesn't have are null. */
export type FoundRow = {
  kind: Found["kind"];
  id: string;
  rank: number;
  is_exact: boolean;
  at: Date | string;
  title: string;
  content: string;
  category: string | null;
  tags: string[] | null;
  username: string | null;
  avatar_url: string | null;
  is_verified: boolean | null;
  score: number;
  amount: number;
  post_id: string | null;
  source: string | null;
  is_sample: boolean;
};

/** In characters. */
const EXCERPT_LENGTH = 220;

/** Prepares a result for display. If it matched exactly, only exact matches are highlighted. */
export function presentFound(row: FoundRow, search: Sought): Found {
  const sought = row.is_exact && row.kind !== "person" ? { ...search, beginnings: [], words: [] } : search;
  const { id } = row;
  const at = new Date(row.at).toISOString();
  const excerpt = excerptAround(plainWords(row.content), sought, EXCERPT_LENGTH);
  if (row.kind === "person") {
    return {
      kind: "person",
      id,
      username: row.username ?? "",
      name: markMatches(row.username ?? "", sought),
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
      author: authorOf(row),
      at,
    };
  }
  const title = markMatches(row.title, sought);
  if (row.kind === "article") {
    const category = row.category as NewsCategory;
    return {
      kind: "article",
      id,
      title,
      excerpt,
      category,
      source: row.source ?? "",
      at,
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
    author: authorOf(row),
    at,
    score: row.score,
    commentCount: row.amount,
  };
}

/** A member whose account is being closed is shown as deleted already. */
function authorOf({ username, avatar_url, is_verified }: FoundRow): Author {
  if (username === null || isDeletedMember(username)) {
    return { username: DELETED_MEMBER, avatarUrl: null, isVerified: false };
  }
  return { username, avatarUrl: avatar_url, isVerified: is_verified === true };
}
