import { type SQL, sql } from "drizzle-orm";
import type { CommentSort } from "#core/forum/types.ts";
import { microsToTime, readCursor, writeCursor } from "./cursor.ts";
import type { CommentRow } from "./present-comments.ts";

/** A sort order of comments (alias c) within one post and parent. */
interface CommentOrder {
  readonly by: SQL;
  after(cursor: string): SQL;
  toCursor(row: CommentRow): string;
}

export const COMMENT_ORDERS: Readonly<Record<CommentSort, CommentOrder>> = {
  new: {
    by: sql`c.created_at desc, c.id desc`,
    after(cursor) {
      const [, micros, id] = readCursor("comments-new", cursor);
      return sql`(c.created_at, c.id) < (${microsToTime(micros)}, ${id}::uuid)`;
    },
    toCursor: (row) => writeCursor("comments-new", [Number(row.created_micros), row.id]),
  },
  old: {
    by: sql`c.created_at, c.id`,
    after(cursor) {
      const [, micros, id] = readCursor("comments-old", cursor);
      return sql`(c.created_at, c.id) > (${microsToTime(micros)}, ${id}::uuid)`;
    },
    toCursor: (row) => writeCursor("comments-old", [Number(row.created_micros), row.id]),
  },
  best: {
    by: sql`c.best_rank desc, c.created_at desc, c.id desc`,
    after(cursor) {
      const [, rank, micros, id] = readCursor("comments-best", cursor);
      return sql`(c.best_rank, c.created_at, c.id) < (${rank}::float8, ${microsToTime(micros)}, ${id}::uuid)`;
    },
    toCursor: (row) => writeCursor("comments-best", [row.best_rank, Number(row.created_micros), row.id]),
  },
};
