import { boolean, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { auth, bytes, time } from "../schema.ts";

export const oauthFlows = auth.table("oauth_flows", {
  stateHash: bytes("state_hash").primaryKey(),
  browserHash: bytes("browser_hash").notNull(),
  provider: text("provider").notNull(),
  redirectTo: text("redirect_to").notNull(),
  /** The client's own PKCE flow (session/flow-state.ts), if it uses PKCE. */
  flowId: uuid("flow_id"),
  /**
   * Set to link the identity to this session's account instead of signing in. For an administrator's test, the session
   * that started it.
   */
  sessionId: uuid("session_id"),
  /** Set to confirm the identity of this session's member instead of signing in. */
  stepUpSessionId: uuid("step_up_session_id"),
  returnsSession: boolean("returns_session").notNull().default(true),
  /** Set for an administrator's test: the version of the provider's settings, or 0 for those in the environment. */
  versionToTest: integer("tested_version"),
  createdAt: time("created_at").notNull(),
});

/** Sign-in providers that administrators have added in the settings (docs/decisions/081). */
export const signInProviders = auth.table("sign_in_providers", {
  id: text("id").primaryKey(),
  label: text("label").notNull(),
  url: text("url"),
  clientId: text("client_id").notNull(),
  scopes: text("scopes"),
  appleTeamId: text("apple_team_id"),
  appleKeyId: text("apple_key_id"),
  encryptedSecret: bytes("secret_sealed").notNull(),
  isEnabled: boolean("is_enabled").notNull(),
  version: integer("version").notNull(),
  changedAt: time("changed_at").notNull(),
  changedByName: text("changed_by_name").notNull(),
});

export const providerTests = auth.table("provider_tests", {
  sessionId: uuid("session_id").primaryKey(),
  provider: text("provider").notNull(),
  result: jsonb("result").notNull(),
  createdAt: time("created_at").notNull(),
});

export const usedIdTokens = auth.table("used_id_tokens", {
  tokenHash: bytes("token_hash").primaryKey(),
  expiresAt: time("expires_at").notNull(),
});

export type SignInProviderRow = typeof signInProviders.$inferSelect;
