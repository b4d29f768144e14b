import { and, asc, eq, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { AccountOverview, PendingEmailChange } from "#core/accounts/own-account.ts";
import type { AuthDeps } from "../deps.ts";
import { factors, recoveryCodes, type UserRow } from "../tables.ts";
import { EMAIL_SIGN_IN_METHODS } from "./authorize-credential-change.ts";
import { canReceiveCodes } from "./can-receive-codes.ts";
import { getOwnBearer } from "./get-own-bearer.ts";
import { isNonceRequired } from "./reauthenticate.ts";

/** The member's own account, for the settings page. Throws AppError("not_signed_in"). */
export async function describeAccount(auth: AuthDeps, viewer: Viewer): Promise<AccountOverview> {
  const { user, session } = await getOwnBearer(auth, viewer);
  const { db } = auth.database;
  const { auth: settings } = auth.config;
  const factorRows = await db
    .select()
    .from(factors)
    .where(eq(factors.userId, user.id))
    .orderBy(asc(factors.createdAt), asc(factors.id));
  const [codes] = await db
    .select({
      total: sql<number>`count(*)::int`,
      remaining: sql<number>`(count(*) filter (where ${recoveryCodes.usedAt} is null))::int`,
    })
    .from(recoveryCodes)
    .innerJoin(factors, eq(factors.id, recoveryCodes.factorId))
    .where(and(eq(factors.userId, user.id), eq(factors.factorType, "recovery_code")));
  const signedInByEmail = session.amr.some(({ method }) => EMAIL_SIGN_IN_METHODS.has(method));
  const hasPassword = user.encryptedPassword !== null;
  return {
    email: user.email ?? user.ssoEmail,
    isSsoUser: user.isSsoUser,
    hasPassword,
    canReceiveCodes: canReceiveCodes(user),
    emailChange: describePendingChange(auth, user),
    passwordChangeRequires: {
      current: settings.requireCurrentPassword && hasPassword && !signedInByEmail,
      code: isNonceRequired(auth, { session }),
    },
    passwordRules: settings.password,
    canEnrollFactor: settings.mfaTotpEnroll && !user.isAnonymous,
    factors: factorRows
      .filter(({ factorType }) => factorType === "totp")
      .map((row) => ({
        id: row.id,
        name: row.friendlyName,
        isVerified: row.status === "verified",
        createdAt: row.createdAt.toISOString(),
      })),
    recoveryCodes: codes && codes.total > 0 ? codes : null,
  };
}

function describePendingChange({ config }: AuthDeps, user: UserRow): PendingEmailChange | null {
  if (user.newEmail === null) return null;
  const { autoconfirm, secureEmailChange } = config.auth;
  const confirmsBoth = secureEmailChange && !autoconfirm && user.email !== null;
  const unconfirmedAddresses = [
    ...(user.emailChangeConfirmedSide === "new" ? [] : [user.newEmail]),
    ...(confirmsBoth && user.emailChangeConfirmedSide !== "current" && user.email !== null
      ? [user.email]
      : []),
  ];
  return {
    newEmail: user.newEmail,
    unconfirmedAddresses: unconfirmedAddresses,
    sentAt: user.emailChangeSentAt?.toISOString() ?? null,
  };
}
