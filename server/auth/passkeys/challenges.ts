import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, or, type SQL } from "drizzle-orm";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import { passkeyChallenges } from "./tables.ts";

const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** What a challenge is bound to. The challenge isn't accepted for any other purpose, session or browser. */
export type ChallengeBinding =
  | {
      readonly purpose: "sign-in";
      /** SHA-256 of the browser's cookie. Undefined for clients on other origins, which have none. */
      readonly browserHash: Buffer | undefined;
    }
  | { readonly purpose: "register"; readonly sessionId: string }
  | {
      readonly purpose: "enroll" | "verify";
      readonly sessionId: string;
      readonly targetId: string;
    };

/** `expiresAt` is in Unix seconds. */
export async function createChallenge(auth: AuthDeps, binding: ChallengeBinding) {
  const challenge = Buffer.from(randomBytes(32));
  const now = auth.clock.now();
  const [row] = await auth.database.db
    .insert(passkeyChallenges)
    .values({
      purpose: binding.purpose,
      challenge,
      browserHash: binding.purpose === "sign-in" ? (binding.browserHash ?? null) : null,
      sessionId: binding.purpose === "sign-in" ? null : binding.sessionId,
      targetId: "targetId" in binding ? binding.targetId : null,
      createdAt: now,
    })
    .returning({ id: passkeyChallenges.id });
  if (!row) throw new Error("a challenge could not be stored");
  return { id: row.id, challenge, expiresAt: Math.floor((now.getTime() + CHALLENGE_LIFETIME_MS) / 1000) };
}

/**
 * Deletes a challenge and returns it, so that it works only once, even if verification then fails. Requests from other
 * users or browsers don't delete it.
 */
export async function consumeChallenge(auth: AuthDeps, id: string | undefined, binding: ChallengeBinding) {
  const [row] = isUuid(id)
    ? await auth.database.db
        .delete(passkeyChallenges)
        .where(
          and(
            eq(passkeyChallenges.id, id),
            eq(passkeyChallenges.purpose, binding.purpose),
            ...matchOwner(binding),
          ),
        )
        .returning({ challenge: passkeyChallenges.challenge, createdAt: passkeyChallenges.createdAt })
    : [];
  if (!row) throw new AuthError("webauthn_challenge_not_found");
  if (auth.clock.now().getTime() >= row.createdAt.getTime() + CHALLENGE_LIFETIME_MS)
    throw new AuthError("webauthn_challenge_expired");
  return row.challenge;
}

function matchOwner(binding: ChallengeBinding): (SQL | undefined)[] {
  const { browserHash, sessionId, targetId } = passkeyChallenges;
  if (binding.purpose === "sign-in")
    return [
      binding.browserHash
        ? or(isNull(browserHash), eq(browserHash, binding.browserHash))
        : isNull(browserHash),
    ];
  return [
    eq(sessionId, binding.sessionId),
    "targetId" in binding ? eq(targetId, binding.targetId) : isNull(targetId),
  ];
}

/**
 * Sets a cookie that ties a sign-in challenge to the browser, and returns the cookie's hash. Pages on other origins
 * can't get the cookie, so their challenges aren't tied to a browser.
 */
export function markBrowser(c: Context): Buffer | undefined {
  if (c.req.header("sec-fetch-site") !== "same-origin") return undefined;
  // Reuses an existing cookie, because other tabs of this browser may still use its challenges.
  const existingValue = getCookie(c, COOKIE);
  const value =
    existingValue && /^[\w-]{43}$/.test(existingValue)
      ? existingValue
      : randomBytes(32).toString("base64url");
  c.header("Set-Cookie", `${COOKIE}=${value}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict`, {
    append: true,
  });
  return hash(value);
}

/** Returns the hash of the browser's cookie, if it has one. */
export function identifyBrowser(c: Context): Buffer | undefined {
  const value = getCookie(c, COOKIE);
  return value ? hash(value) : undefined;
}

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Over HTTPS, the name gets a prefix (core/cookies.ts), so that no other host can set the cookie. */
const COOKIE = "lattice-passkey";
/** Longer than a challenge is valid. */
const COOKIE_SECONDS = 900;
