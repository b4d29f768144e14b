import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { encryptSecret } from "../keys/encrypt-secret.ts";
import { refreshTokens, type SessionRow } from "../tables.ts";

const TOKEN_BYTES = 24;
/** Input in any other format is rejected without a lookup. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{12,128}$/;

export const hasTokenFormat = (token: string) => TOKEN_PATTERN.test(token);

export const hashToken = (token: string) => createHash("sha256").update(token).digest();

/** Creates a refresh token. `parentId` is the ID of the token that it replaces. */
export async function issueRefreshToken(
  auth: AuthDeps,
  tx: Tx,
  session: SessionRow,
  parentId: number | null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await tx.insert(refreshTokens).values({
    tokenHash: hashToken(token),
    encryptedToken: encryptSecret(token, auth.keys.symmetric),
    sessionId: session.id,
    userId: session.userId,
    parentId,
    createdAt: auth.clock.now(),
  });
  return token;
}

/** Revokes a used token. A repeated call doesn't change the revocation time, at which the reuse interval starts. */
export async function revokeRefreshToken(auth: AuthDeps, tx: Tx, id: number): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ revokedAt: auth.clock.now(), encryptedToken: null })
    .where(and(eq(refreshTokens.id, id), isNull(refreshTokens.revokedAt)));
}

/** Revokes all of a session's tokens. Their revocation time is in the past, so that none counts as recently used. */
export async function revokeRefreshTokens(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ revokedAt: new Date(0), encryptedToken: null })
    .where(eq(refreshTokens.sessionId, sessionId));
}
