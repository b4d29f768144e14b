import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { Page, PostCard } from "#core/forum/types.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { microsToTime, parseCursor } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";
import { POST_ORDERS } from "./post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "./present-post.ts";

export interface MemberContentQuery {
  readonly memberId: string;
  /** Null for the first page. */
  readonly cursor: string | null;
}

/** Lists a member's posts, newest first, in one statement. Throws invalid_input for a cursor from another sort order. */
export async function listMemberPosts(
  deps: ForumDeps,
  viewer: Viewer,
  { memberId, cursor }: MemberContentQuery,
): Promise<Page<PostCard>> {
  if (!isUuid(memberId)) return { items: [], nextCursor: null };
  const order = POST_ORDERS.new;
  // The index only covers the time: the first condition uses it, and the second skips the rows already shown.
  const after =
    cursor === null
      ? sql``
      : sql`and p.created_at <= ${microsToTime(parseCursor("new", cursor)[1])} and ${order.isAfter(cursor)}`;
  const { rows } = await deps.database.reader.execute<CardRow>(
    selectCards(
      viewer,
      sql`select ${CARD_COLUMNS} from public.forum_posts p
        where p.author_id = ${memberId}::uuid and p.deleted_at is null ${after}
        order by ${order.orderBy} limit ${PAGE_SIZE + 1}`,
      order.orderBy,
    ),
  );
  return buildPage(rows, PAGE_SIZE, presentCard, order.toCursor);
}
