import { bigint, boolean, text, uuid } from "drizzle-orm/pg-core";
import { auth, bytes, time } from "../schema.ts";

export const passkeys = auth.table("passkeys", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  credentialId: bytes("credential_id").notNull(),
  publicKey: bytes("public_key").notNull(),
  counter: bigint("counter", { mode: "number" }).notNull(),
  transports: text("transports").array().notNull().default([]),
  name: text("name").notNull().default(""),
  isBackedUp: boolean("is_backed_up").notNull(),
  /** Set if this passkey is a factor, that is, if two-factor authentication requires it. */
  factorId: uuid("factor_id"),
  createdAt: time("created_at").notNull(),
  lastUsedAt: time("last_used_at"),
});

export const passkeyChallenges = auth.table("passkey_challenges", {
  id: uuid("id").primaryKey().defaultRandom(),
  purpose: text("purpose", { enum: ["sign-in", "register", "enroll", "verify"] }).notNull(),
  challenge: bytes("challenge").notNull(),
  browserHash: bytes("browser_hash"),
  sessionId: uuid("session_id"),
  targetId: uuid("target_id"),
  createdAt: time("created_at").notNull(),
});

export type PasskeyRow = typeof passkeys.$inferSelect;
