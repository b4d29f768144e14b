import { type SQL, sql } from "drizzle-orm";
import type { CommentSort } from "#core/forum/types.ts";
import { formatCursor, microsToTime, parseCursor } from "./cursor.ts";
import type { CommentRow } from "./present-comments.ts";

/** A sort order of comments (alias c) within one post and parent. */
interface CommentOrder {
  readonly orderBy: SQL;
  isAfter(cursor: string): SQL;
  toCursor(row: CommentRow): string;
}

export const COMMENT_ORDERS: Readonly<Record<CommentSort, CommentOrder>> = {
  new: {
    orderBy: sql`c.created_at desc, c.id desc`,
    isAfter(cursor) {
      const [, micros, id] = parseCursor("comments-new", cursor);
      return sql`(c.created_at, c.id) < (${microsToTime(micros)}, ${id}::uuid)`;
    },
    toCursor: (row) => formatCursor("comments-new", [Number(row.created_micros), row.id]),
  },
  old: {
    orderBy: sql`c.created_at, c.id`,
    isAfter(cursor) {
      const [, micros, id] = parseCursor("comments-old", cursor);
      return sql`(c.created_at, c.id) > (${microsToTime(micros)}, ${id}::uuid)`;
    },
    toCursor: (row) => formatCursor("comments-old", [Number(row.created_micros), row.id]),
  },
  best: {
    orderBy: sql`c.best_rank desc, c.created_at desc, c.id desc`,
    isAfter(cursor) {
      const [, rank, micros, id] = parseCursor("comments-best", cursor);
      return sql`(c.best_rank, c.created_at, c.id) < (${rank}::float8, ${microsToTime(micros)}, ${id}::uuid)`;
    },
    toCursor: (row) => formatCursor("comments-best", [row.best_rank, Number(row.created_micros), row.id]),
  },
};
