import { bigint, boolean, jsonb, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

const storage = pgSchema("storage");
const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const settings = storage.table("settings", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

export const buckets = storage.table("buckets", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  ownerId: uuid("owner_id"),
  isPublic: boolean("is_public").notNull().default(false),
  fileSizeLimit: bigint("file_size_limit", { mode: "number" }),
  allowedMimeTypes: text("allowed_mime_types").array(),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

export const objects = storage.table("objects", {
  id: uuid("id").primaryKey().defaultRandom(),
  bucketId: text("bucket_id").notNull(),
  name: text("name").notNull(),
  ownerId: uuid("owner_id"),
  version: uuid("version").notNull(),
  file: uuid("file").notNull(),
  size: bigint("size", { mode: "number" }).notNull(),
  thumbnailFile: uuid("thumbnail_file"),
  thumbnailSize: bigint("thumbnail_size", { mode: "number" }),
  etag: text("etag").notNull(),
  contentType: text("content_type").notNull(),
  cacheControl: text("cache_control").notNull(),
  userMetadata: jsonb("user_metadata").$type<Record<string, unknown>>().notNull().default({}),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
  lastAccessedAt: time("last_accessed_at").notNull().defaultNow(),
});

export type BucketRow = typeof buckets.$inferSelect;
export type ObjectRow = typeof objects.$inferSelect;
