import type { WeakPasswordReason } from "./password-rules.ts";

// JSON objects of the auth protocol (docs/auth-protocol.md). Times are RFC 3339 in UTC; null values are omitted.

export interface AuthIdentity {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at?: string;
  created_at: string;
  updated_at: string;
  email?: string;
}

export interface AuthFactor {
  id: string;
  friendly_name?: string;
  factor_type: "totp" | "recovery_code" | "webauthn";
  status: "unverified" | "verified";
  created_at: string;
  updated_at: string;
  last_challenged_at?: string;
}

export interface AuthUser {
  id: string;
  aud: string;
  role: string;
  /** Lower case; empty when there is none. */
  email: string;
  phone: string;
  email_confirmed_at?: string;
  phone_confirmed_at?: string;
  confirmed_at?: string;
  confirmation_sent_at?: string;
  invited_at?: string;
  recovery_sent_at?: string;
  reauthentication_sent_at?: string;
  /** Becomes `email` once it is confirmed. */
  new_email?: string;
  email_change_sent_at?: string;
  new_phone?: string;
  phone_change_sent_at?: string;
  last_sign_in_at?: string;
  banned_until?: string;
  deleted_at?: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  identities: AuthIdentity[];
  factors?: AuthFactor[];
  created_at: string;
  updated_at: string;
  is_anonymous: boolean;
}

export interface AuthSession {
  access_token: string;
  token_type: "bearer";
  /** Seconds. */
  expires_in: number;
  /** Unix seconds. */
  expires_at: number;
  refresh_token: string;
  user: AuthUser;
  weak_password?: { message: string; reasons: readonly WeakPasswordReason[] };
}
