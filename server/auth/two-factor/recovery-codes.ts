import { createHash, randomInt } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "hono";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthEnv, AuthHandler } from "../handler.ts";
import { countRecoveryAttempt, countRequest } from "../limits.ts";
import { readBody, readTextField } from "../request-body.ts";
import { recordRefusedSignIn } from "../session/record-refused-sign-in.ts";
import { upgradeSessionToAal2 } from "../session/upgrade-session.ts";
import { type FactorRow, factors, recoveryCodes, type SessionUser } from "../tables.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { requireStepUp } from "../user/require-step-up.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import {
  deleteFactor,
  FACTOR_METHODS,
  hasVerifiedFactor,
  mapNameConflict,
  parseFactorName,
  requireFactorSession,
} from "./factors.ts";

const CODE_COUNT = 10;
const CODE_LENGTH = 16;
/** Omits characters that look alike. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const DEFAULT_NAME = "Recovery codes";

/** Returns the number of codes and of unused codes. Throws AuthError: no_authorization, mfa_factor_not_found. */
export const handleCountRecoveryCodes: AuthHandler = async (c, auth) => {
  const bearer = c.get("bearer");
  requireFactorSession(bearer);
  const { db } = auth.database;
  const codeSet = await requireCodeSet(db, bearer.user.id);
  const [counts] = await db
    .select({
      total: sql`count(*)`.mapWith(Number),
      remaining: sql`count(*) filter (where ${recoveryCodes.usedAt} is null)`.mapWith(Number),
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.factorId, codeSet.id));
  return c.json({ id: codeSet.id, type: "recovery_code", ...(counts ?? { total: 0, remaining: 0 }) });
};

/**
 * Creates ten codes, each of which works once in place of a factor. The client sends a body only to give the set of
 * codes a name. Throws AuthError: mfa_verified_factor_exists, mfa_factor_name_conflict, validation_failed, bad_json, and
 * those of withAal2Session.
 */
export const handleCreateRecoveryCodes: AuthHandler = async (c, auth) => {
  const hasBody = (await c.req.text()).trim() !== "";
  const name = hasBody ? readTextField(await readBody(c), "friendly_name") : undefined;
  const friendlyName = parseFactorName(name) || DEFAULT_NAME;
  return withAal2Session(c, auth, "created", async (tx, bearer) => {
    if (await findCodeSet(tx, bearer.user.id)) throw new AuthError("mfa_verified_factor_exists");
    const now = auth.clock.now();
    const [codeSet] = await mapNameConflict(() =>
      tx
        .insert(factors)
        .values({
          userId: bearer.user.id,
          friendlyName,
          factorType: "recovery_code",
          status: "verified",
          createdAt: now,
          updatedAt: now,
        })
        .returning(),
    );
    if (!codeSet) throw new Error("recovery codes could not be stored");
    return storeNewCodes(tx, codeSet);
  });
};

/** Replaces the codes. Throws AuthError: mfa_factor_not_found, and those of withAal2Session. */
export const handleReplaceRecoveryCodes: AuthHandler = (c, auth) =>
  withAal2Session(c, auth, "replaced", async (tx, bearer) => {
    const codeSet = await requireCodeSet(tx, bearer.user.id);
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.factorId, codeSet.id));
    // Failed attempts are counted under a key that contains this time, so with new codes the count starts from zero.
    await tx.update(factors).set({ updatedAt: auth.clock.now() }).where(eq(factors.id, codeSet.id));
    return storeNewCodes(tx, codeSet);
  });

/** Removes all recovery codes. Throws AuthError: mfa_factor_not_found, and those of withAal2Session. */
export const handleRemoveRecoveryCodes: AuthHandler = (c, auth) =>
  withAal2Session(c, auth, "removed", async (tx, bearer) => {
    const codeSet = await requireCodeSet(tx, bearer.user.id);
    await deleteFactor(tx, codeSet);
    return { id: codeSet.id };
  });

/**
 * Upgrades the session to aal2 with a recovery code. Throws AuthError: no_authorization, mfa_factor_not_found,
 * mfa_verification_failed, mfa_recovery_codes_locked, session_not_found, over_request_rate_limit.
 */
export async function verifyRecoveryCode(
  auth: AuthDeps,
  bearer: SessionUser,
  code: string | undefined,
  client: ClientInfo,
): Promise<AuthSession> {
  await countRequest(auth, "factor_verify", client.ip);
  const session = requireFactorSession(bearer);
  const codeSet = await requireCodeSet(auth.database.db, bearer.user.id);
  const attempt = await countRecoveryAttempt(auth, `${codeSet.id} ${codeSet.updatedAt.getTime()}`);
  const upgradedSession = await auth.database.db.transaction(async (tx) => {
    const { user } = await lockSessionUser(tx, bearer);
    const currentCodeSet = await requireCodeSet(tx, user.id);
    if (!(await consumeRecoveryCode(auth, tx, currentCodeSet, code ?? ""))) return undefined;
    return upgradeSessionToAal2(auth, tx, {
      user,
      sessionId: session.id,
      method: FACTOR_METHODS.recovery_code,
      factorId: currentCodeSet.id,
    });
  });
  if (!upgradedSession) {
    if (session.aal === "aal1")
      recordRefusedSignIn(auth, bearer.user.id, { method: "recovery_code", client });
    throw new AuthError("mfa_verification_failed", { message: "Invalid recovery code entered" });
  }
  await attempt.refund();
  return upgradedSession;
}

/** Consumes a recovery code. Returns false if it is wrong or was already used. */
export async function consumeRecoveryCode(auth: AuthDeps, tx: Tx, codeSet: FactorRow, code: string) {
  const usedCodes = await tx
    .update(recoveryCodes)
    .set({ usedAt: auth.clock.now() })
    .where(
      and(
        eq(recoveryCodes.factorId, codeSet.id),
        eq(recoveryCodes.codeHash, hashCode(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ factorId: recoveryCodes.factorId });
  return usedCodes.length > 0;
}

/**
 * Makes a change to the codes, for a session at aal2 with a recent sign-in, and emails the owner. Throws AuthError:
 * no_authorization, reauthentication_needed, session_not_found, insufficient_aal, mfa_recovery_codes_sole_factor.
 */
async function withAal2Session(
  c: Context<AuthEnv>,
  auth: AuthDeps,
  change: "created" | "replaced" | "removed",
  work: (tx: Tx, bearer: SessionUser) => Promise<object>,
) {
  const bearer = c.get("bearer");
  const { aal } = requireFactorSession(bearer);
  // Sessions below aal2 are refused later.
  if (aal === "aal2") await requireStepUp(auth, bearer);
  const result = await runWithMessages(auth, async (tx) => {
    const { session } = await lockSessionUser(tx, bearer);
    if (!(await hasVerifiedFactor(tx, bearer.user.id))) throw new AuthError("mfa_recovery_codes_sole_factor");
    if (session?.aal !== "aal2")
      throw new AuthError("insufficient_aal", {
        status: 403,
        message: "AAL2 required to change recovery codes",
      });
    await notifyOwner(auth, tx, bearer.user, { kind: "recovery_codes_changed", change });
    return work(tx, bearer);
  });
  return c.json(result);
}

/** Finds the factor that represents the user's set of recovery codes. */
async function findCodeSet(db: Db | Tx, userId: string): Promise<FactorRow | undefined> {
  const [codeSet] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.factorType, "recovery_code")));
  return codeSet;
}

async function requireCodeSet(db: Db | Tx, userId: string): Promise<FactorRow> {
  const codeSet = await findCodeSet(db, userId);
  if (!codeSet) throw new AuthError("mfa_factor_not_found", { message: "There are no recovery codes" });
  return codeSet;
}

/** Returns the codes, which are shown only once. */
async function storeNewCodes(tx: Tx, codeSet: FactorRow) {
  const codes = Array.from({ length: CODE_COUNT }, () =>
    Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
  );
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ factorId: codeSet.id, codeHash: hashCode(code) })));
  return {
    id: codeSet.id,
    type: "recovery_code",
    friendly_name: codeSet.friendlyName,
    total: codes.length,
    codes,
  };
}

/** Ignores case, spaces and hyphens. */
const hashCode = (code: string) =>
  createHash("sha256").update(code.toLowerCase().replace(/[\s-]/g, "")).digest();

export const handleVerifyRecoveryCode: AuthHandler = async (c, auth) => {
  const code = readTextField(await readBody(c), "code");
  return c.json(await verifyRecoveryCode(auth, c.get("bearer"), code, getClientInfo(c, auth)));
};
