import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import { parsePhone } from "#core/accounts/phone.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { Tx } from "#server/database/index.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countCodeAttempt, countRequest } from "../limits.ts";
import { type Body, createValidationError, readBody, readTextFields, requireValid } from "../request-body.ts";
import { isKnownIp } from "../session/known-devices.ts";
import { startSession } from "../session/start-session.ts";
import { oneTimeTokens, type UserRow, users } from "../tables.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { acceptToken } from "./accept-token.ts";
import { equalizeTiming } from "./equalize-timing.ts";
import {
  hashLink,
  isLinkValid,
  matchCode,
  type OneTimeTokenKind,
  type OneTimeTokenRow,
} from "./one-time-tokens.ts";

const EMAILED_TYPES: Readonly<Record<string, readonly OneTimeTokenKind[]>> = {
  signup: ["confirmation"],
  invite: ["confirmation"],
  magiclink: ["recovery"],
  recovery: ["recovery"],
  email: ["confirmation", "recovery"],
  email_change: ["email_change_current", "email_change_new"],
};

const TEXTED_TYPES: Readonly<Record<string, readonly OneTimeTokenKind[]>> = {
  sms: ["sms"],
  phone_change: ["phone_change"],
};

/** The protocol's response to the first of two confirmations. */
export const PARTIALLY_CONFIRMED =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type Confirmation = AuthSession | { readonly code: "200"; readonly msg: string };

export interface LinkToken {
  readonly type: string;
  readonly token: string;
}

/** A typed code with the address or number it was sent to. */
export type TypedCode = { readonly type: string; readonly code: string } & (
  | { readonly email: string }
  | { readonly phone: string }
);

/**
 * Verifies a typed code. Wrong codes, expired codes and unknown addresses get the same error. Throws
 * AuthError: otp_expired, user_banned, email_exists, phone_exists, signup_disabled, over_request_rate_limit.
 */
export async function verifyCode(
  auth: AuthDeps,
  { type, code, ...sentTo }: TypedCode,
  client: ClientInfo,
): Promise<Confirmation> {
  const [address, types] = "phone" in sentTo ? [sentTo.phone, TEXTED_TYPES] : [sentTo.email, EMAILED_TYPES];
  const kinds = Object.hasOwn(types, type) ? (types[type] ?? []) : [];
  const condition = and(eq(oneTimeTokens.address, address), inArray(oneTimeTokens.kind, [...kinds]));
  const attempt = await countCodeAttempt(
    auth,
    address,
    (await isKnownIpForAllUsers(auth, condition, client)) ? client.ip : undefined,
  );
  // The refusal is returned, not thrown, because the wrong attempt must be committed.
  const outcome = await auth.database.db.transaction(async (tx) => {
    const tokens = kinds.length === 0 ? [] : await tx.select().from(oneTimeTokens).where(condition);
    const lockedUsers = await lockUsers(tx, tokens);
    const rows = await tx
      .select()
      .from(oneTimeTokens)
      .where(and(condition, inArray(oneTimeTokens.userId, [...lockedUsers.keys()])))
      .orderBy(asc(oneTimeTokens.userId), asc(oneTimeTokens.kind))
      .for("update");
    const row = await matchCode(auth, tx, rows, code);
    const user = row && lockedUsers.get(row.userId);
    if (!row || !user || user.deletedAt) return new AuthError("otp_expired");
    if (isBanned(user, auth.clock.now())) throw createBannedError(user);
    return acceptCode(auth, tx, user, row, client);
  });
  if (outcome instanceof AuthError) throw outcome;
  await attempt.refund();
  return outcome;
}

async function isKnownIpForAllUsers(auth: AuthDeps, condition: SQL | undefined, { ip }: ClientInfo) {
  const pendingCodes = await auth.database.db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(condition)
    .limit(3);
  // At most two accounts can legitimately have requested a code for one address.
  if (pendingCodes.length > 2) return false;
  for (const { userId } of pendingCodes) if (!(await isKnownIp(auth, userId, ip))) return false;
  return pendingCodes.length > 0;
}

/** Verifies the token of a link. Throws AuthError: email_exists, signup_disabled, and those of acceptLink. */
export const verifyToken = (auth: AuthDeps, link: LinkToken, client: ClientInfo) =>
  acceptLink(auth, link, (tx, user, row) => acceptCode(auth, tx, user, row, client));

/**
 * Finds a link's code, locks it and its user, and accepts it. Throws AuthError: validation_failed for an unknown type,
 * otp_expired, user_banned.
 */
export function acceptLink<T>(
  auth: AuthDeps,
  { type, token }: LinkToken,
  accept: (tx: Tx, user: UserRow, row: OneTimeTokenRow) => Promise<T>,
) {
  const kinds = Object.hasOwn(EMAILED_TYPES, type) ? EMAILED_TYPES[type] : undefined;
  if (!kinds) throw createValidationError("Invalid email verification type");
  const condition = and(eq(oneTimeTokens.linkHash, hashLink(token)), inArray(oneTimeTokens.kind, [...kinds]));
  return auth.database.db.transaction(async (tx) => {
    const lockedUsers = await lockUsers(tx, await tx.select().from(oneTimeTokens).where(condition));
    const [row] = await tx.select().from(oneTimeTokens).where(condition).for("update");
    const user = row && lockedUsers.get(row.userId);
    if (!row || !user || user.deletedAt || !isLinkValid(auth, row)) throw createLinkError();
    if (isBanned(user, auth.clock.now())) throw createBannedError(user);
    return accept(tx, user, row);
  });
}

export const createLinkError = () =>
  new AuthError("otp_expired", { message: "Email link is invalid or has expired" });

async function acceptCode(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  row: OneTimeTokenRow,
  client: ClientInfo,
): Promise<Confirmation> {
  const { user: confirmedUser, isPartial } = await acceptToken(auth, tx, user, row);
  if (isPartial) return { code: "200", msg: PARTIALLY_CONFIRMED };
  return startSession(auth, tx, confirmedUser, "otp", client);
}

/** Locks the users in order of ID. To avoid deadlocks, users are always locked before their one-time codes. */
async function lockUsers(tx: Tx, rows: readonly OneTimeTokenRow[]): Promise<Map<string, UserRow>> {
  if (rows.length === 0) return new Map();
  const lockedUsers = await tx
    .select()
    .from(users)
    .where(
      inArray(
        users.id,
        rows.map(({ userId }) => userId),
      ),
    )
    .orderBy(asc(users.id))
    .for("no key update");
  return new Map(lockedUsers.map((user) => [user.id, user]));
}

export const handleVerify: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const client = getClientInfo(c, auth);
  await countRequest(auth, "verify", client.ip);
  const request = readVerification(body);
  if ("token" in request) return c.json(await verifyToken(auth, request, client));
  return c.json(await equalizeTiming(auth, () => verifyCode(auth, request, client)));
};

/** Reads one of two forms: a code with its address, or just the token of a link. */
function readVerification(body: Body): LinkToken | TypedCode {
  const fields = readTextFields(body, "type", "token", "token_hash", "email", "phone", "redirect_to");
  const { type, token, token_hash: hash, email, phone } = fields;
  if (!type) throw createValidationError("Verify requires a verification type");
  if (!token === !hash) throw createValidationError("Verify requires either a token or a token hash");
  if (hash) {
    if (email || phone || fields.redirect_to)
      throw createValidationError("Only the token_hash and type should be provided");
    return { type, token: hash };
  }
  if (!email === !phone)
    throw createValidationError("Only an email address or phone number should be provided on verify");
  const code = token ?? "";
  // Accepted even if AUTH_PHONE is off, because the code may have been sent while it was on.
  if (phone) return { type, code, ...requireValid(parsePhone(phone)) };
  const parsed = parseEmail(email ?? "");
  if ("problem" in parsed) throw createValidationError("Invalid email format", 422);
  return { type, code, email: parsed.email };
}
