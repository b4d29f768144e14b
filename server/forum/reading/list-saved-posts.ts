import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { SavedPost } from "#core/forum/reading.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { Page, PostCard } from "#core/forum/types.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import { formatCursor, microsToIso, microsToTime, parseCursor, toMicros } from "../cursor.ts";
import type { ForumDeps } from "../deps.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "../present-post.ts";

type SavedRow = CardRow & { saved_micros: string; is_deleted: boolean };

/**
 * Lists a member's saved posts, most recently saved first. Deleted posts remain in the list without content. Throws
 * not_signed_in, invalid_input for a cursor from another list.
 */
export async function listSavedPosts(
  deps: ForumDeps,
  viewer: Viewer,
  { cursor }: { readonly cursor: string | null },
): Promise<Page<SavedPost<PostCard>>> {
  requireMember(viewer);
  const { rows } = await deps.database.reader.execute<SavedRow>(
    selectCards(
      viewer,
      sql`select ${CARD_COLUMNS}, p.deleted_at, saved.saved_at
        from (
          select post_id, saved_at from public.saved_posts
          where member_id = ${viewer.id}::uuid ${getCursorCondition(cursor)}
          order by saved_at desc, post_id desc limit ${PAGE_SIZE + 1}
        ) saved join public.forum_posts p on p.id = saved.post_id`,
      sql`p.saved_at desc, p.id desc`,
      sql`, ${toMicros(sql`p.saved_at`)} as saved_micros, p.deleted_at is not null as is_deleted`,
    ),
  );
  return buildPage(
    rows,
    PAGE_SIZE,
    (row) => ({
      id: row.id,
      savedAt: microsToIso(row.saved_micros),
      post: row.is_deleted ? null : presentCard(row),
    }),
    (row) => formatCursor("saved", [Number(row.saved_micros), row.id]),
  );
}

function getCursorCondition(cursor: string | null) {
  if (cursor === null) return sql``;
  const [, micros, id] = parseCursor("saved", cursor);
  return sql`and (saved_at, post_id) < (${microsToTime(micros)}, ${id}::uuid)`;
}
