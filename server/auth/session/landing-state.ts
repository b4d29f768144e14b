import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { parse } from "hono/utils/cookie";
import type { AuthSession } from "#core/accounts/session.ts";
import { type EmailPurpose, parseEmailPurpose } from "#core/accounts/sign-in-options.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps } from "../deps.ts";
import { serializeCookie } from "../serialize-cookie.ts";

/** How long after a sign-in the landing page may accept its tokens. */
export const LANDING_SECONDS = 300;

/** A link's purpose by its `type`. Links of other types are for signing in. */
const PURPOSES: Readonly<Record<string, EmailPurpose>> = {
  signup: "signup",
  invite: "invite",
  recovery: "recovery",
  email_change: "email-change",
};

export const getEmailPurpose = (type: string): EmailPurpose =>
  Object.hasOwn(PURPOSES, type) ? (PURPOSES[type] ?? "magic-link") : "magic-link";

/**
 * Binds the session to the browser with a state cookie, if the redirect leads to this site: only the browser that
 * signed in can accept the tokens (accept-landing.ts, docs/decisions/052).
 */
export function bindLanding(
  c: Context,
  auth: AuthDeps,
  { target, session, purpose }: { target: string; session: AuthSession; purpose: EmailPurpose },
) {
  if (new URL(target).origin !== auth.config.publicUrl) return;
  const value = `${purpose}.${computeMac(auth, purpose, session.refresh_token).toString("base64url")}`;
  c.header("Set-Cookie", serializeCookie(COOKIE, value, LANDING_SECONDS), { append: true });
}

/**
 * Returns the purpose in the state cookie. Undefined if the cookie is missing or doesn't match the refresh token.
 */
export function readLandingState(auth: AuthDeps, cookies: string | null, refreshToken: string) {
  const [purposeText, mac = ""] = parse(cookies ?? "", COOKIE)[COOKIE]?.split(".") ?? [];
  const purpose = parseEmailPurpose(purposeText);
  if (purpose === undefined) return undefined;
  const expectedMac = computeMac(auth, purpose, refreshToken);
  return isSameSecret(expectedMac, Buffer.from(mac, "base64url")) ? purpose : undefined;
}

export const clearLandingState = () => serializeCookie(COOKIE, "", 0);

const computeMac = ({ keys }: AuthDeps, purpose: EmailPurpose, refreshToken: string) =>
  createHmac("sha256", keys.symmetric).update(`landing\n${purpose}\n${refreshToken}`).digest();

/** Over HTTPS, the name gets a prefix (core/cookies.ts), so that no other host can set the cookie. */
const COOKIE = "lattice-landing";
