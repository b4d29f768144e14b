import { jsonb, text, uuid } from "drizzle-orm/pg-core";
import { CLIENT_AUTH_METHODS, type OAuthGrantType, type OAuthScope } from "#core/accounts/oauth.ts";
import { auth, bytes, time } from "../schema.ts";
import type { AmrEntry } from "../tables.ts";

/** Apps that can sign members in with this site (docs/decisions/079). */
export const oauthClients = auth.table("oauth_clients", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  website: text("website"),
  logoUrl: text("logo_url"),
  redirectUris: text("redirect_uris").array().notNull(),
  grantTypes: text("grant_types").array().$type<OAuthGrantType[]>().notNull(),
  authMethod: text("auth_method", { enum: CLIENT_AUTH_METHODS }).notNull(),
  secretHash: bytes("secret_hash"),
  registration: text("registration", { enum: ["manual", "dynamic"] }).notNull(),
  createdAt: time("created_at").notNull(),
  updatedAt: time("updated_at").notNull(),
});

export const oauthGrants = auth.table("oauth_grants", {
  userId: uuid("user_id").notNull(),
  clientId: uuid("client_id").notNull(),
  scopes: text("scopes").array().$type<OAuthScope[]>().notNull(),
  grantedAt: time("granted_at").notNull(),
  usedAt: time("used_at").notNull(),
});

export const oauthAuthorizations = auth.table("oauth_authorizations", {
  id: text("id").primaryKey(),
  clientId: uuid("client_id").notNull(),
  redirectUri: text("redirect_uri").notNull(),
  scopes: text("scopes").array().$type<OAuthScope[]>().notNull(),
  state: text("state"),
  nonce: text("nonce"),
  prompt: text("prompt", { enum: ["none", "consent"] }),
  codeChallenge: text("code_challenge").notNull(),
  createdAt: time("created_at").notNull(),
  /** The member who opened the request. Only they can answer it. */
  userId: uuid("user_id"),
  status: text("status", { enum: ["pending", "approved", "denied"] })
    .notNull()
    .default("pending"),
  approvingSessionId: uuid("approving_session_id"),
  aal: text("aal", { enum: ["aal1", "aal2"] }),
  amr: jsonb("amr").$type<AmrEntry[]>(),
  codeHash: bytes("code_hash"),
  codeIssuedAt: time("code_issued_at"),
  sessionId: uuid("session_id"),
  exchangedAt: time("exchanged_at"),
});

export type OAuthClientRow = typeof oauthClients.$inferSelect;

export type OAuthAuthorizationRow = typeof oauthAuthorizations.$inferSelect;
