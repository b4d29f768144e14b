import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps, ClientInfo, PresentedInvitation } from "../deps.ts";
import type { UserRow } from "../tables.ts";

/** Messages of signup_disabled. Forms show them unchanged. */
const MISSING_MESSAGE = "You need an invitation to sign up. If you have one, open its link first.";
const UNUSABLE_MESSAGE = "This invitation no longer works. Ask the person who invited you for a new one.";
const OTHER_ADDRESS_MESSAGE = "This invitation is for another email address.";

export interface SignUpCheck {
  /** Set if a usable invitation was presented, even if the site is open to everyone. Null while sign-up is closed. */
  readonly invitation: PresentedInvitation | null;
  readonly isInviteOnly: boolean;
  readonly refusal: AuthError | null;
}

/** Reads the invitation's token: `invitation` in the request's `data`, otherwise the one in the browser's cookie. */
export function readInvitationToken(data: unknown, client: ClientInfo): string | undefined {
  return readExplicitInvitationToken(data) ?? client.invitationToken;
}

/** Reads the invitation's token in a request's `data`, if there is one. */
export function readExplicitInvitationToken(data: unknown): string | undefined {
  const { invitation } = Object(data) as { invitation?: unknown };
  return typeof invitation === "string" ? invitation : undefined;
}

/**
 * Checks whether an account can be created. Call this before creating the account, within the transaction if one has
 * begun.
 */
export async function checkSignUp(auth: AuthDeps, token: string | undefined, tx?: Tx): Promise<SignUpCheck> {
  const { signUpMode } = await auth.settings.read();
  const isInviteOnly = signUpMode === "invited";
  if (signUpMode === "closed")
    return { invitation: null, isInviteOnly, refusal: new AuthError("signup_disabled") };
  const invitation = token === undefined ? null : await auth.invitations.find(token, tx);
  const message = token === undefined ? MISSING_MESSAGE : UNUSABLE_MESSAGE;
  const isRefused = isInviteOnly && invitation === null;
  return { invitation, isInviteOnly, refusal: isRefused ? createRefusal(message) : null };
}

/** Applies the check to this email address, because an emailed invitation works only for its own address. */
export function restrictToAddress(check: SignUpCheck, email: string | null | undefined): SignUpCheck {
  const { invitation, isInviteOnly, refusal } = check;
  if (refusal || !invitation || invitation.email === null || invitation.email === email) return check;
  return { ...check, invitation: null, refusal: isInviteOnly ? createRefusal(OTHER_ADDRESS_MESSAGE) : null };
}

/** Returns the check's invitation. Throws AuthError("signup_disabled") if no account may be created. */
export function requireAllowed(check: SignUpCheck): PresentedInvitation | null {
  if (check.refusal) throw check.refusal;
  return check.invitation;
}

/**
 * Uses the invitation for an account whose profile was just created. Throws AuthError("signup_disabled") if the
 * site requires an invitation and this one can no longer be used.
 */
export async function joinWithInvitation(
  auth: AuthDeps,
  tx: Tx,
  user: Pick<UserRow, "id" | "email" | "ssoEmail">,
  invitation: Pick<PresentedInvitation, "id"> | null,
): Promise<void> {
  if (invitation === null) return;
  const account = { id: user.id, email: user.email ?? user.ssoEmail };
  await requireJoined(auth, await auth.invitations.join(tx, invitation.id, account));
}

/** Uses the invitation that was presented before the account was confirmed. Throws like joinWithInvitation. */
export async function joinWithPresentedInvitation(auth: AuthDeps, tx: Tx, user: UserRow): Promise<void> {
  const account = { id: user.id, email: user.email ?? user.ssoEmail };
  await requireJoined(auth, await auth.invitations.joinPresented(tx, account));
}

async function requireJoined(auth: AuthDeps, hasJoined: boolean | null): Promise<void> {
  if (hasJoined === false && (await auth.settings.read()).signUpMode === "invited")
    throw createRefusal(UNUSABLE_MESSAGE);
}

const createRefusal = (message: string) => new AuthError("signup_disabled", { message });
