import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps } from "../deps.ts";
import { deleteAuthCodes } from "../session/flow-state.ts";
import { oneTimeTokens } from "../tables.ts";

export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;
export type OneTimeTokenKind = OneTimeTokenRow["kind"];

/** A code is invalid after this many wrong attempts. */
const WRONG_ATTEMPTS_MAX = 20;

/** Random bytes per link token: the length of a SHA-224 hash, as in the protocol (docs/decisions/020). */
const LINK_BYTES = 28;

export interface OneTimeToken {
  readonly code: string;
  /** The token in the link, `token_hash` in the protocol. */
  readonly linkToken: string;
}

interface NewToken {
  readonly userId: string;
  readonly kind: OneTimeTokenKind;
  /** The code is only accepted together with this address. */
  readonly address: string;
  readonly flowId?: string | undefined;
  /** Default: AUTH_OTP_SECONDS. */
  readonly lifetimeSeconds?: number;
}

/** Creates a code and its link, replacing the user's earlier ones of the same kind. Only hashes are stored. */
export async function issueToken(
  auth: AuthDeps,
  tx: Tx,
  { lifetimeSeconds: seconds = auth.config.auth.otpSeconds, ...token }: NewToken,
): Promise<OneTimeToken> {
  const { otpLength } = auth.config.auth;
  const code = String(randomInt(10 ** otpLength)).padStart(otpLength, "0");
  const linkToken = `${token.flowId === undefined ? "" : "pkce_"}${randomBytes(LINK_BYTES).toString("hex")}`;
  const now = auth.clock.now();
  const values = {
    ...token,
    flowId: token.flowId ?? null,
    linkHash: hashLink(linkToken),
    codeHash: hashCode(auth, token.address, code),
    wrongAttempts: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  };
  await tx
    .insert(oneTimeTokens)
    .values(values)
    .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.kind], set: values });
  return { code, linkToken };
}

export const hashLink = (linkToken: string) => createHash("sha256").update(linkToken).digest();

/** Whether a link is still valid. Wrong attempts at the code don't affect it, because its token can't be guessed. */
export const isLinkValid = ({ clock }: AuthDeps, row: OneTimeTokenRow) => row.expiresAt > clock.now();

const isCodeValid = (auth: AuthDeps, row: OneTimeTokenRow) =>
  row.wrongAttempts < WRONG_ATTEMPTS_MAX && isLinkValid(auth, row);

/**
 * Finds the valid row with this code. A wrong code is counted on each valid row, so the caller must lock the rows
 * and commit even when it rejects the code.
 */
export async function matchCode(auth: AuthDeps, tx: Tx, rows: readonly OneTimeTokenRow[], code: string) {
  const validRows = rows.filter((row) => isCodeValid(auth, row));
  const matchingRow = validRows.find((row) => isSameSecret(hashCode(auth, row.address, code), row.codeHash));
  if (matchingRow) return matchingRow;
  for (const { userId, kind } of validRows)
    await tx
      .update(oneTimeTokens)
      .set({ wrongAttempts: sql`${oneTimeTokens.wrongAttempts} + 1` })
      .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind)));
  return undefined;
}

/** Invalidates the link but not the code, because the email may be opened in another browser. */
export async function invalidateLink(tx: Tx, { userId, kind }: OneTimeTokenRow): Promise<void> {
  await tx
    .update(oneTimeTokens)
    .set({ linkHash: randomBytes(LINK_BYTES) })
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind)));
}

/** Deletes the user's codes of these kinds. Without `kinds`, deletes every code, including unexchanged PKCE codes. */
export async function deleteTokens(tx: Tx, userId: string, kinds?: readonly OneTimeTokenKind[]) {
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        kinds === undefined ? undefined : inArray(oneTimeTokens.kind, [...kinds]),
      ),
    );
  if (kinds === undefined) await deleteAuthCodes(tx, userId);
}

/** An HMAC, because a plain hash of so few digits could be brute-forced. Its key is in auth.secrets. */
const hashCode = ({ keys }: AuthDeps, address: string, code: string) =>
  createHmac("sha256", keys.symmetric).update(`one-time code\n${address}\n${code}`).digest();
