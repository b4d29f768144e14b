import { type AnyPgColumn, bigint, boolean, inet, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import type { OAuthScope } from "#core/accounts/oauth.ts";
import { auth, bytes, time } from "./schema.ts";

export type Metadata = Record<string, unknown>;

export const users = auth.table("users", {
  id: uuid("id").primaryKey().defaultRandom(),
  aud: text("aud").notNull().default("authenticated"),
  role: text("role").notNull().default("authenticated"),
  email: text("email"),
  phone: text("phone"),
  encryptedPassword: text("encrypted_password"),
  emailConfirmedAt: time("email_confirmed_at"),
  phoneConfirmedAt: time("phone_confirmed_at"),
  lastSignInAt: time("last_sign_in_at"),
  bannedUntil: time("banned_until"),
  bannedReason: text("banned_reason"),
  confirmationSentAt: time("confirmation_sent_at"),
  invitedAt: time("invited_at"),
  recoverySentAt: time("recovery_sent_at"),
  reauthenticationSentAt: time("reauthentication_sent_at"),
  emailChangeSentAt: time("email_change_sent_at"),
  /** Not confirmed yet. */
  newEmail: text("new_email"),
  emailChangeConfirmedSide: text("email_change_confirmed_side", { enum: ["current", "new"] }),
  newPhone: text("new_phone"),
  phoneChangeSentAt: time("phone_change_sent_at"),
  isAnonymous: boolean("is_anonymous").notNull().default(false),
  isSsoUser: boolean("is_sso_user").notNull().default(false),
  /** The email address that an identity provider vouches for. `email` is null in this case. */
  ssoEmail: text("sso_email"),
  appMetadata: jsonb("raw_app_meta_data").$type<Metadata>().notNull().default({}),
  userMetadata: jsonb("raw_user_meta_data").$type<Metadata>().notNull().default({}),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
  deletedAt: time("deleted_at"),
});

export const identities = auth.table("identities", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  provider: text("provider").notNull(),
  providerId: text("provider_id").notNull(),
  identityData: jsonb("identity_data").$type<Metadata>().notNull().default({}),
  lastSignInAt: time("last_sign_in_at"),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/** An authentication method used in a session, with its time in Unix seconds. */
export interface AmrEntry {
  method: string;
  timestamp: number;
}

export const sessions = auth.table("sessions", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  aal: text("aal", { enum: ["aal1", "aal2"] })
    .notNull()
    .default("aal1"),
  amr: jsonb("amr").$type<AmrEntry[]>().notNull().default([]),
  userAgent: text("user_agent"),
  ip: inet("ip"),
  createdAt: time("created_at").notNull().defaultNow(),
  refreshedAt: time("refreshed_at"),
  lastSeenAt: time("last_seen_at").notNull().defaultNow(),
  /** The factor that upgraded the session to aal2. */
  factorId: uuid("factor_id"),
  /** The passkey that was used to sign in or step up. */
  passkeyId: uuid("passkey_id"),
  /** The app that the session belongs to. Null for members' own sessions. */
  oauthClientId: uuid("oauth_client_id"),
  oauthScopes: text("oauth_scopes").array().$type<OAuthScope[]>(),
});

export const refreshTokens = auth.table("refresh_tokens", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  tokenHash: bytes("token_hash").notNull(),
  encryptedToken: bytes("token_sealed"),
  sessionId: uuid("session_id").notNull(),
  userId: uuid("user_id").notNull(),
  parentId: bigint("parent_id", { mode: "number" }).references((): AnyPgColumn => refreshTokens.id),
  createdAt: time("created_at").notNull().defaultNow(),
  revokedAt: time("revoked_at"),
});

/** Devices and IP addresses that an account has signed in from (docs/decisions/031). */
export const knownDevices = auth.table("known_devices", {
  userId: uuid("user_id").notNull(),
  fingerprint: bytes("fingerprint").notNull(),
  isDevice: boolean("is_device").notNull().default(false),
  seenAt: time("seen_at").notNull(),
});

/** Sign-ins that the account's owner can review (docs/decisions/078). */
export const signIns = auth.table("sign_ins", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid("user_id").notNull(),
  sessionId: uuid("session_id"),
  method: text("method").notNull(),
  provider: text("provider"),
  outcome: text("outcome", { enum: ["succeeded", "pending", "refused"] }).notNull(),
  device: text("device").notNull(),
  location: text("location"),
  attempts: integer("attempts").notNull().default(1),
  at: time("at").notNull(),
});

export const secrets = auth.table("secrets", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
});

export const factors = auth.table("mfa_factors", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  friendlyName: text("friendly_name").notNull().default(""),
  factorType: text("factor_type", { enum: ["totp", "recovery_code", "webauthn"] }).notNull(),
  status: text("status", { enum: ["unverified", "verified"] })
    .notNull()
    .default("unverified"),
  encryptedSecret: bytes("secret_sealed"),
  lastStep: bigint("last_step", { mode: "number" }),
  lastChallengedAt: time("last_challenged_at"),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

export const challenges = auth.table("mfa_challenges", {
  id: uuid("id").primaryKey().defaultRandom(),
  factorId: uuid("factor_id").notNull(),
  ip: inet("ip").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  usedAt: time("used_at"),
});

export const recoveryCodes = auth.table("mfa_recovery_codes", {
  factorId: uuid("factor_id").notNull(),
  codeHash: bytes("code_hash").notNull(),
  usedAt: time("used_at"),
});

export const flowStates = auth.table("flow_states", {
  id: uuid("id").primaryKey().defaultRandom(),
  codeChallenge: text("code_challenge").notNull(),
  codeChallengeMethod: text("code_challenge_method", { enum: ["s256", "plain"] }).notNull(),
  method: text("method").notNull(),
  provider: text("provider"),
  userId: uuid("user_id"),
  codeHash: bytes("code_hash"),
  codeIssuedAt: time("code_issued_at"),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const oneTimeTokens = auth.table("one_time_tokens", {
  userId: uuid("user_id").notNull(),
  kind: text("kind", {
    enum: [
      "confirmation",
      "recovery",
      "email_change_current",
      "email_change_new",
      "reauthentication",
      "sms",
      "phone_change",
    ],
  }).notNull(),
  address: text("address").notNull(),
  linkHash: bytes("link_hash").notNull(),
  codeHash: bytes("code_hash").notNull(),
  wrongAttempts: integer("wrong_attempts").notNull().default(0),
  flowId: uuid("flow_id"),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
});

export const usedWalletMessages = auth.table("used_wallet_messages", {
  digest: bytes("digest").primaryKey(),
  expiresAt: time("expires_at").notNull(),
});

/** Accounts that are being deleted (docs/decisions/028). */
export const accountDeletions = auth.table("account_deletions", {
  userId: uuid("user_id").primaryKey(),
  beganAt: time("began_at").notNull(),
  attemptedAt: time("attempted_at"),
  deletesContent: boolean("deletes_content").notNull().default(false),
});

export const memberNotes = auth.table("member_notes", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  memberId: uuid("member_id").notNull(),
  authorName: text("author_name").notNull(),
  content: text("content").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

export type UserRow = typeof users.$inferSelect;
export type IdentityRow = typeof identities.$inferSelect;
export type FactorRow = typeof factors.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

/** A user and the session that a request belongs to. Some tokens have no session. */
export interface SessionUser {
  readonly user: UserRow;
  readonly session: SessionRow | null;
}

/** The module's other tables, which are only used in hand-written SQL. */
export const TABLES = ["auth.message_spacing"];
