import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { clearAuthCodes } from "../session/flow-state.ts";
import { oneTimeTokens } from "../tables.ts";

export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;
export type OneTimeKind = OneTimeTokenRow["kind"];

/** A code is invalid after this many wrong attempts. */
const MAX_WRONG_ATTEMPTS = 20;

/** As long as the protocol's (a SHA-224 in hexadecimal), but random: docs/decisions/020. */
const LINK_BYTES = 28;

export interface OneTimeToken {
  /** The digits to type. */
  readonly code: string;
  /** The token in the link, `token_hash` in the protocol. */
  readonly linkToken: string;
}

interface NewToken {
  readonly userId: string;
  readonly kind: OneTimeKind;
  /** Where the code is sent. Typing the code requires the same address. */
  readonly address: string;
  /** The PKCE flow of the request, if any. */
  readonly flowId: string | undefined;
  /** Default: AUTH_OTP_SECONDS. */
  readonly seconds?: number;
}

/** Creates a code and its link, replacing an earlier one of its kind. Only hashes are stored. */
export async function issueToken(
  auth: AuthDeps,
  tx: Tx,
  { seconds = auth.config.auth.otpSeconds, ...token }: NewToken,
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

/**
 * Whether a link is still valid. Wrong attempts at the code don't affect it, because its token can't be
 * guessed.
 */
export const isLinkValid = ({ clock }: AuthDeps, row: OneTimeTokenRow) => row.expiresAt > clock.now();

const isCodeValid = (auth: AuthDeps, row: OneTimeTokenRow) =>
  row.wrongAttempts < MAX_WRONG_ATTEMPTS && isLinkValid(auth, row);

/**
 * Finds the row with this code. A wrong code is counted on each row, so the caller must lock the rows and
 * commit even if it refuses.
 */
export async function matchCode(
  auth: AuthDeps,
  tx: Tx,
  rows: readonly OneTimeTokenRow[],
  code: string,
): Promise<OneTimeTokenRow | undefined> {
  const valid = rows.filter((row) => isCodeValid(auth, row));
  const matching = valid.find((row) => timingSafeEqual(hashCode(auth, row.address, code), row.codeHash));
  if (matching) return matching;
  for (const { userId, kind } of valid)
    await tx
      .update(oneTimeTokens)
      .set({ wrongAttempts: sql`${oneTimeTokens.wrongAttempts} + 1` })
      .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind)));
  return undefined;
}

/** Invalidates the link but not the code, because the email may be opened in another browser. */
export async function spendLink(tx: Tx, { userId, kind }: OneTimeTokenRow): Promise<void> {
  await tx
    .update(oneTimeTokens)
    .set({ linkHash: randomBytes(LINK_BYTES) })
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind)));
}

/** Deletes the user's codes and links: those of the given kinds, or all, including PKCE codes not yet exchanged. */
export async function clearTokens(tx: Tx, userId: string, kinds?: readonly OneTimeKind[]): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        kinds === undefined ? undefined : inArray(oneTimeTokens.kind, [...kinds]),
      ),
    );
  if (kinds === undefined) await clearAuthCodes(tx, userId);
}

/** With a plain hash, six digits could be found by brute force. The HMAC key is not in the database table. */
const hashCode = ({ keys }: AuthDeps, address: string, code: string) =>
  createHmac("sha256", keys.seal).update(`one-time code\n${address}\n${code}`).digest();
