import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  inet,
  integer,
  jsonb,
  pgSchema,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { CLIENT_AUTH_METHODS, type OAuthGrantType, type OAuthScope } from "#core/accounts/oauth.ts";

const auth = pgSchema("auth");
const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

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
  /** The unconfirmed new address. */
  newEmail: text("new_email"),
  emailChangeConfirmedSide: text("email_change_confirmed_side", { enum: ["current", "new"] }),
  newPhone: text("new_phone"),
  phoneChangeSentAt: time("phone_change_sent_at"),
  isAnonymous: boolean("is_anonymous").notNull().default(false),
  isSsoUser: boolean("is_sso_user").notNull().default(false),
  /** The address that the identity provider vouches for; `email` is null then. */
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
  /** The factor that stepped the session up to aal2. */
  factorId: uuid("factor_id"),
  /** The passkey that the session signed in or stepped up with. */
  passkeyId: uuid("passkey_id"),
  /** The app the session belongs to, and what it may read. Null for members' own sessions. */
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

export const passkeys = auth.table("passkeys", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  credentialId: bytes("credential_id").notNull(),
  publicKey: bytes("public_key").notNull(),
  counter: bigint("counter", { mode: "number" }).notNull(),
  transports: text("transports").array().notNull().default([]),
  name: text("name").notNull().default(""),
  isBackedUp: boolean("is_backed_up").notNull(),
  /** Set if two-factor authentication requires it, like an authenticator app. */
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

export const flowStates = auth.table("flow_states", {
  id: uuid("id").primaryKey().defaultRandom(),
  codeChallenge: text("code_challenge").notNull(),
  codeChallengeMethod: text("code_challenge_method", { enum: ["s256", "plain"] }).notNull(),
  method: text("method").notNull(),
  /** The sign-in provider, if the flow leads to one. */
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

export const ssoProviders = auth.table("sso_providers", {
  id: uuid("id").primaryKey().defaultRandom(),
  resourceId: text("resource_id"),
  entityId: text("entity_id").notNull(),
  metadataXml: text("metadata_xml").notNull(),
  nameIdFormat: text("name_id_format"),
  attributeMapping: jsonb("attribute_mapping").$type<Metadata>().notNull().default({}),
  disabled: boolean("disabled").notNull().default(false),
  metadataUrl: text("metadata_url"),
  metadataReadAt: time("metadata_read_at"),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

export const ssoDomains = auth.table("sso_domains", {
  domain: text("domain").primaryKey(),
  providerId: uuid("provider_id").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const samlRequests = auth.table("saml_requests", {
  id: uuid("id").primaryKey().defaultRandom(),
  providerId: uuid("provider_id").notNull(),
  requestId: text("request_id").notNull(),
  redirectTo: text("redirect_to").notNull(),
  flowId: uuid("flow_id"),
  /** The invitation to create an account with. */
  invitationId: uuid("invitation_id"),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const samlAssertions = auth.table("saml_assertions", {
  providerId: uuid("provider_id").notNull(),
  assertionId: text("assertion_id").notNull(),
  expiresAt: time("expires_at").notNull(),
});

export const oauthFlows = auth.table("oauth_flows", {
  stateHash: bytes("state_hash").primaryKey(),
  browserHash: bytes("browser_hash").notNull(),
  provider: text("provider").notNull(),
  redirectTo: text("redirect_to").notNull(),
  flowId: uuid("flow_id"),
  /** The session that links the identity to its account, instead of signing in. */
  sessionId: uuid("session_id"),
  /** The session that confirms its member's identity, instead of signing in. */
  stepUpSessionId: uuid("step_up_session_id"),
  returnsSession: boolean("returns_session").notNull().default(true),
  /** Set for an administrator's test: the version of the provider's settings, or 0 for those in the environment. */
  testedVersion: integer("tested_version"),
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

export const usedWalletMessages = auth.table("used_wallet_messages", {
  digest: bytes("digest").primaryKey(),
  expiresAt: time("expires_at").notNull(),
});

/** Accounts that are being deleted (docs/decisions/028). */
export const accountDeletions = auth.table("account_deletions", {
  userId: uuid("user_id").primaryKey(),
  beganAt: time("began_at").notNull(),
  attemptedAt: time("attempted_at"),
  /** Whether the member's posts and comments are deleted too. */
  deletesContent: boolean("deletes_content").notNull().default(false),
});

/** Administrators' notes on a member. */
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
export type PasskeyRow = typeof passkeys.$inferSelect;
export type SsoProviderRow = typeof ssoProviders.$inferSelect;
export type SignInProviderRow = typeof signInProviders.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

/** The module's other tables, which only hand-written SQL uses. */
export const TABLES = ["auth.message_spacing"];
export type OAuthClientRow = typeof oauthClients.$inferSelect;
export type OAuthAuthorizationRow = typeof oauthAuthorizations.$inferSelect;
