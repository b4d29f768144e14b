import { and, asc, eq, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type {
  AccountOverview,
  OwnPasskey,
  PendingEmailChange,
  SignInMethods,
} from "#core/accounts/own-account.ts";
import { findChain } from "#core/wallet/chains.ts";
import type { AuthDeps } from "../deps.ts";
import { createCsrfToken } from "../oauth/csrf-token.ts";
import { isLinkingEnabled } from "../oauth/find-provider.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import type { PasskeyRow } from "../passkeys/tables.ts";
import { factors, type IdentityRow, identities, recoveryCodes, type UserRow } from "../tables.ts";
import { readWallet, WEB3 } from "../web3/wallet-identity.ts";
import { CODE_SIGN_IN_METHODS } from "./authorize-credential-change.ts";
import { canReceiveCodes, canSignInWithoutAddress } from "./is-step-up-required.ts";
import { isNonceRequired } from "./reauthenticate.ts";
import { isTextingOffered } from "./require-address.ts";
import { requireViewerSession, type ViewerSession } from "./require-viewer-session.ts";
import { createSignInCheck } from "./unlink-identity.ts";

/** Describes the member's own account, for the settings page. Throws AppError("not_signed_in"). */
export async function describeAccount(auth: AuthDeps, viewer: Viewer): Promise<AccountOverview> {
  const { user, session } = await requireViewerSession(auth, viewer);
  const { db } = auth.database;
  const { auth: settings } = auth.config;
  const factorRows = await db
    .select()
    .from(factors)
    .where(eq(factors.userId, user.id))
    .orderBy(asc(factors.createdAt), asc(factors.id));
  const [codeCounts] = await db
    .select({
      total: sql`count(*)`.mapWith(Number),
      remaining: sql`count(*) filter (where ${recoveryCodes.usedAt} is null)`.mapWith(Number),
    })
    .from(recoveryCodes)
    .innerJoin(factors, eq(factors.id, recoveryCodes.factorId))
    .where(and(eq(factors.userId, user.id), eq(factors.factorType, "recovery_code")));
  const signedInWithCode = session.amr.some(({ method }) => CODE_SIGN_IN_METHODS.has(method));
  const hasPassword = user.encryptedPassword !== null;
  return {
    email: user.email ?? user.ssoEmail,
    isSsoUser: user.isSsoUser,
    hasPassword,
    canReceiveCodes: canReceiveCodes(user),
    emailChange: describePendingEmailChange(auth, user),
    phone:
      isTextingOffered(auth) && !user.isSsoUser
        ? { number: user.phone, newNumber: user.newPhone, needsCode: !settings.smsAutoconfirm }
        : null,
    passwordChangeRequires: {
      current: settings.requireCurrentPassword && hasPassword && !signedInWithCode,
      confirmation: await getConfirmation(auth, { user, session }),
    },
    passwordRules: settings.password,
    factorEnrollment: settings.mfaTotpEnroll ? (user.isAnonymous ? "address" : "allowed") : "off",
    factors: factorRows
      .filter(({ factorType }) => factorType === "totp")
      .map((row) => ({
        id: row.id,
        name: row.friendlyName,
        isVerified: row.status === "verified",
        createdAt: row.createdAt.toISOString(),
      })),
    passkeys:
      settings.passkeys && !user.isSsoUser && !user.isAnonymous
        ? (await listPasskeys(db, user.id)).map(describePasskey)
        : null,
    signInMethods:
      !user.isSsoUser && !user.isAnonymous && (await isLinkingEnabled(auth))
        ? await describeSignInMethods(auth, user.id, session.id)
        : null,
    recoveryCodes: codeCounts && codeCounts.total > 0 ? codeCounts : null,
  };
}

/** Returns what the session requires for a new password, in addition to the current one. Null if nothing else. */
async function getConfirmation(auth: AuthDeps, { user, session }: ViewerSession) {
  if (!isNonceRequired(auth, { session })) return null;
  if (canReceiveCodes(user)) return "code";
  return (await canSignInWithoutAddress(auth, user.id)) ? "sign-in" : "address";
}

const describePasskey = (row: PasskeyRow): OwnPasskey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isBackedUp: row.isBackedUp,
  isFactor: row.factorId !== null,
});

async function describeSignInMethods(
  auth: AuthDeps,
  userId: string,
  sessionId: string,
): Promise<SignInMethods> {
  const rows = await auth.database.db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.id));
  const providers = await auth.providers.list();
  const canSignIn = await createSignInCheck(auth);
  const getLabel = (provider: string) =>
    PROVIDER_LABELS[provider] ?? providers.find(({ id }) => id === provider)?.label ?? provider;
  const getText = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    linked: rows.map((row) => ({
      id: row.id,
      provider: row.provider,
      label: getLabel(row.provider),
      account:
        getText(row.identityData.email) ??
        getText(row.identityData.phone) ??
        describeWallet(row) ??
        getText(row.identityData.user_name),
      linkedAt: row.createdAt.toISOString(),
      canUnlink: rows.some((other) => other !== row && canSignIn(other)),
    })),
    linkable: providers
      .filter(({ id }) => !rows.some(({ provider }) => provider === id))
      .map(({ id, label }) => ({ id, label })),
    linkToken: createCsrfToken(auth, "link identity", sessionId),
    canLinkWallet: auth.config.auth.ethereum.isEnabled,
  };
}

const PROVIDER_LABELS: Readonly<Record<string, string>> = {
  email: "Email",
  phone: "Phone",
  [WEB3]: "Ethereum wallet",
};

function describeWallet(identity: IdentityRow): string | null {
  const wallet = readWallet(identity);
  if (wallet === null) return null;
  if (wallet.chainId === null) return wallet.address;
  return `${wallet.address} (${findChain(wallet.chainId)?.name ?? `network ${wallet.chainId}`})`;
}

function describePendingEmailChange({ config }: AuthDeps, user: UserRow): PendingEmailChange | null {
  if (user.newEmail === null) return null;
  const { autoconfirm, secureEmailChange } = config.auth;
  const currentEmail = secureEmailChange && !autoconfirm ? user.email : null;
  const unconfirmedAddresses = [
    ...(user.emailChangeConfirmedSide === "new" ? [] : [user.newEmail]),
    ...(currentEmail === null || user.emailChangeConfirmedSide === "current" ? [] : [currentEmail]),
  ];
  return {
    newEmail: user.newEmail,
    unconfirmedAddresses,
    sentAt: user.emailChangeSentAt?.toISOString() ?? null,
  };
}
