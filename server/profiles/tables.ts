import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const profiles = pgTable("profiles", {
  id: uuid("id").primaryKey(),
  username: text("username").notNull(),
  usernameSkeleton: text("username_skeleton").notNull(),
  usernameFolded: text("username_folded"),
  avatarUrl: text("avatar_url"),
  isVerified: boolean("is_verified").notNull().default(false),
  bio: text("bio").notNull().default(""),
  karma: integer("karma").notNull().default(0),
  joinDate: time("join_date").notNull().defaultNow(),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const userRoles = pgTable("user_roles", {
  userId: uuid("user_id").primaryKey(),
  role: text("role", { enum: ["user", "admin"] })
    .notNull()
    .default("user"),
});

/** The module's other tables, which are only used in hand-written SQL. */
export const TABLES = ["public.released_usernames"];
