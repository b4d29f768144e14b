import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { AuthSession } from "#core/accounts/session.ts";
import { type MailPurpose, readPurpose } from "#core/accounts/sign-in-options.ts";
import type { AuthContext } from "../context.ts";

/** How long a landing page has to present the state. */
export const LANDING_SECONDS = 300;

/** What a link is for, by the `type` that it carries; "email" stands for any way to sign in. */
const PURPOSES: Readonly<Record<string, MailPurpose>> = {
  signup: "signup",
  invite: "invite",
  recovery: "recovery",
  email_change: "email-change",
};

export const purposeOfType = (type: string): MailPurpose =>
  Object.hasOwn(PURPOSES, type) ? (PURPOSES[type] ?? "magic-link") : "magic-link";

interface Landing {
  /** Where the browser is sent with the session's tokens in the fragment. */
  readonly target: string;
  readonly session: AuthSession;
  readonly purpose: MailPurpose;
}

/**
 * Binds the browser to the session that it is sent away with, when it is sent to a page of this site: only a browser
 * that followed the link here can accept its tokens (accept-landing.ts, docs/decisions/052).
 */
export function bindLanding(c: Context, auth: AuthContext, { target, session, purpose }: Landing): void {
  if (new URL(target).origin !== auth.config.publicUrl) return;
  const value = `${purpose}.${mac(auth, purpose, session.refresh_token).toString("base64url")}`;
  c.header("Set-Cookie", serialize(value, LANDING_SECONDS), { append: true });
}

/** What the link was for whose state these cookies hold; undefined when they hold none for this refresh token. */
export function readLandingState(
  auth: AuthContext,
  cookies: string | null,
  refreshToken: string,
): MailPurpose | undefined {
  const value = (cookies ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  const [word, given = ""] = value?.split(".") ?? [];
  const purpose = readPurpose(word);
  if (purpose === undefined) return undefined;
  const [known, presented] = [mac(auth, purpose, refreshToken), Buffer.from(given, "base64url")];
  return known.length === presented.length && timingSafeEqual(known, presented) ? purpose : undefined;
}

/** The Set-Cookie header that removes the state. */
export const clearLandingState = () => serialize("", 0);

const mac = ({ keys }: AuthContext, purpose: MailPurpose, refreshToken: string) =>
  createHmac("sha256", keys.seal).update(`landing\n${purpose}\n${refreshToken}`).digest();

/** Over https the edge gives it a name that no other host can write (core/cookies.ts). */
const COOKIE = "lattice-landing";

const serialize = (value: string, seconds: number) =>
  `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
