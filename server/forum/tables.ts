import {
  boolean,
  doublePrecision,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { POST_CATEGORIES } from "#core/forum/categories.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Without the column `search`, which is no longer read (docs/decisions/087). */
export const forumPosts = pgTable("forum_posts", {
  id: uuid("id").primaryKey().defaultRandom(),
  title: text("title").notNull(),
  content: text("content").notNull(),
  excerpt: text("excerpt").notNull().default(""),
  category: text("category", { enum: POST_CATEGORIES }).notNull(),
  tags: text("tags").array().notNull().default([]),
  /** Null if the account was deleted. */
  authorId: uuid("author_id"),
  createdAt: time("created_at").notNull().defaultNow(),
  editedAt: time("edited_at"),
  deletedAt: time("deleted_at"),
  upvotes: integer("upvotes").notNull().default(0),
  downvotes: integer("downvotes").notNull().default(0),
  commentCount: integer("comment_count").notNull().default(0),
  hotRank: doublePrecision("hot_rank").notNull().default(0),
  /** The shortest Top period, in days, that may still include the post; 0 for none. */
  topPeriod: smallint("top_period").notNull().default(1),
  isPinned: boolean("is_pinned").notNull().default(false),
  isLocked: boolean("is_locked").notNull().default(false),
});

export const comments = pgTable("comments", {
  id: uuid("id").primaryKey().defaultRandom(),
  postId: uuid("post_id").notNull(),
  /** Null if the account was deleted. */
  authorId: uuid("author_id"),
  parentId: uuid("parent_id"),
  content: text("content").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  editedAt: time("edited_at"),
  deletedAt: time("deleted_at"),
  upvotes: integer("upvotes").notNull().default(0),
  downvotes: integer("downvotes").notNull().default(0),
  bestRank: doublePrecision("best_rank").notNull().default(0),
  replyCount: integer("reply_count").notNull().default(0),
});

export const commentVotes = pgTable("comment_votes", {
  commentId: uuid("comment_id").notNull(),
  userId: uuid("user_id").notNull(),
  voteType: smallint("vote_type").$type<1 | -1>().notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const postDrafts = pgTable("post_drafts", {
  id: uuid("id").primaryKey().defaultRandom(),
  authorId: uuid("author_id").notNull(),
  title: text("title").notNull().default(""),
  content: text("content").notNull().default(""),
  category: text("category").notNull().default(""),
  tags: text("tags").array().notNull().default([]),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/** Tables that are only used in hand-written SQL. */
export const TABLES = [
  "public.category_counts",
  "public.list_follows",
  "public.post_tags",
  "public.post_visits",
  "public.post_words",
  "public.saved_posts",
  "public.thread_follows",
  "public.votes",
];
