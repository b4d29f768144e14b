import { randomUUID } from "node:crypto";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession, AuthUser } from "#core/accounts/session.ts";
import { CLEARED_INVITATION_COOKIE } from "#core/invitations/cookie.ts";
import type { Tx } from "#server/database/index.ts";
import { createProfile } from "#server/profiles/index.ts";
import { getClientInfo } from "../client-info.ts";
import { equalizeTiming } from "../codes/equalize-timing.ts";
import { readLinkTarget } from "../codes/redirects.ts";
import { clearUnconfirmedPassword, sendCode } from "../codes/send-code.ts";
import { withSendLimits } from "../codes/send-limits.ts";
import type { AuthDeps, ClientInfo, PresentedInvitation } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { checkNewPassword } from "../password/check-password.ts";
import { sendCodeByText } from "../phone/send-code-by-text.ts";
import { createValidationError, readBody, readTextFields } from "../request-body.ts";
import type { LinkTarget } from "../session/flow-state.ts";
import { signInAnonymously } from "../session/sign-in-anonymously.ts";
import type { PasswordInput } from "../session/sign-in-with-password.ts";
import { startSession } from "../session/start-session.ts";
import { type UserRow, users } from "../tables.ts";
import {
  type Address,
  buildMetadata,
  createAccount,
  getAddressProvider,
  matchesAddress,
  type NewAccount,
  readNewMetadata,
} from "./create-account.ts";
import { rejectTakenName } from "./ensure-profile.ts";
import {
  checkSignUp,
  joinWithPresentedInvitation,
  readInvitationToken,
  requireAllowed,
  restrictToAddress,
} from "./invited-sign-up.ts";
import { readChannel, requireEmail, requirePhone } from "./require-address.ts";

interface SignUpInput extends PasswordInput, LinkTarget {
  /** The user's metadata. `username` is the profile's name. Default: derived from the email address, or generated. */
  readonly data?: unknown;
  /** How a code is sent to a phone number: "sms" (the default) or "whatsapp". */
  readonly channel?: string | undefined;
}

/**
 * Creates an account by email or phone. With auto-confirm, or with an emailed invitation unless the address has an
 * unconfirmed account, the user is signed in and a registered address is refused. Otherwise a confirmation is emailed
 * or texted, and the response is the same for new, unconfirmed and confirmed addresses. An existing account is never
 * signed in to. If it is unconfirmed and has another password, that password is cleared. Without email and phone,
 * creates an anonymous account. Throws AuthError: signup_disabled, anonymous_provider_disabled, validation_failed,
 * weak_password, email_provider_disabled, phone_provider_disabled, username_invalid, username_taken,
 * user_already_exists, over_request_rate_limit, over_email_send_rate_limit, over_sms_send_rate_limit, sms_send_failed.
 */
export async function signUp(auth: AuthDeps, input: SignUpInput, client: ClientInfo) {
  await countRequest(auth, "signup", client.ip);
  if (!input.email && !input.phone) return signInAnonymously(auth, input.data, client);
  const check = await checkSignUp(auth, readInvitationToken(input.data, client));
  requireAllowed(check);
  const { password } = input;
  if (!password) throw createValidationError("Signup requires a valid password");
  const address = readAddress(auth, input);
  const invitation = requireAllowed(restrictToAddress(check, address.email));
  checkNewPassword(auth, password, { email: input.email, username: Object(input.data).username });
  const metadata = readNewMetadata(input.data);

  const { autoconfirm, smsAutoconfirm } = auth.config.auth;
  const request = { address, password, metadata, invitation };
  if (address.email === undefined ? smsAutoconfirm : autoconfirm)
    return signUpConfirmed(auth, request, client);
  // An emailed invitation's link was sent only to this mailbox, so using it confirms the address. If someone
  // has already signed up with the address but not confirmed it, it must still be confirmed.
  if (invitation?.email && !(await hasUnconfirmedAccount(auth, address)))
    return signUpConfirmed(auth, request, client);
  return requestConfirmation(auth, request, input, client);
}

type SignUpRequest = Pick<NewAccount, "address" | "metadata"> & {
  readonly password: string;
  readonly invitation: PresentedInvitation | null;
};

async function hasUnconfirmedAccount({ database }: AuthDeps, address: Address): Promise<boolean> {
  const [existingUser] = await database.db.select().from(users).where(matchesAddress(address));
  return existingUser !== undefined && isUnconfirmed(existingUser);
}

async function signUpConfirmed(
  auth: AuthDeps,
  { address, password, metadata, invitation }: SignUpRequest,
  client: ClientInfo,
): Promise<AuthSession> {
  // Checked before the costly hash. The unique key decides between concurrent requests.
  if ((await auth.database.db.$count(users, matchesAddress(address))) > 0)
    throw new AuthError("user_already_exists");
  const encryptedPassword = await auth.passwords.hash(password);
  return auth.database.db.transaction(async (tx) => {
    const now = auth.clock.now();
    const user = await createAccount(tx, { address, encryptedPassword, metadata, isConfirmed: true, now });
    if (!user) throw new AuthError("user_already_exists");
    if (invitation) await auth.invitations.storePresented(tx, user.id, invitation.id);
    // A taken name is refused here instead of being replaced, because the user can immediately choose another.
    if (typeof metadata.username === "string") {
      await createProfile(tx, { userId: user.id, username: metadata.username, email: user.email, now });
      await joinWithPresentedInvitation(auth, tx, user);
    }
    return startSession(auth, tx, user, "password", client);
  });
}

async function requestConfirmation(
  auth: AuthDeps,
  { address, password, metadata, invitation }: SignUpRequest,
  { redirectTo, challenge, channel }: SignUpInput,
  client: ClientInfo,
): Promise<AuthUser> {
  if (typeof metadata.username === "string")
    await rejectTakenName(auth.database.db, metadata.username, { userId: null, now: auth.clock.now() });
  const encryptedPassword = await auth.passwords.hash(password);
  const [registeredUser] = await auth.database.db.select().from(users).where(matchesAddress(address));
  const pendingHash =
    registeredUser && isUnconfirmed(registeredUser) ? registeredUser.encryptedPassword : null;
  // A password is verified for unregistered addresses too, so that the response takes the same time.
  const isSamePassword = await auth.passwords.verify(password, pendingHash);
  const group = address.email === undefined ? "sms" : "confirmation";
  const message = { group, keys: [address.email ?? address.phone], quota: "sign_ups" } as const;
  const begin = async (tx: Tx): Promise<AuthUser> => {
    const now = auth.clock.now();
    const account: NewAccount = { address, encryptedPassword, metadata, isConfirmed: false, now };
    const [existingUser] = await tx.select().from(users).where(matchesAddress(address)).for("no key update");
    const createdUser = existingUser ? null : await createAccount(tx, account);
    // Two sign-ups chose different passwords. Neither works, because we don't know yet who owns the address.
    if (existingUser && !(isSamePassword && existingUser.encryptedPassword === pendingHash))
      await clearUnconfirmedPassword(tx, existingUser.id);
    const user = createdUser ?? existingUser;
    if (user && invitation) await auth.invitations.storePresented(tx, user.id, invitation.id);
    if (address.email === undefined) {
      if (user && user.phoneConfirmedAt === null && user.deletedAt === null)
        await sendCodeByText(auth, tx, { user, purpose: "sms", channel: readChannel(channel) });
    } else if (user?.emailConfirmedAt === null) {
      await sendCode(auth, tx, { user, purpose: "signup", redirectTo, challenge });
    }
    return presentRequestedUser(createdUser?.id ?? randomUUID(), account);
  };
  // The hashes above take the same time for registered and unregistered addresses.
  return equalizeTiming(auth, () => withSendLimits(auth, [message], client, begin));
}

const isUnconfirmed = ({ emailConfirmedAt, phoneConfirmedAt }: UserRow) =>
  emailConfirmedAt === null && phoneConfirmedAt === null;

/** Builds the user from the request instead of a row, so that the response is the same if no account was created. */
function presentRequestedUser(id: string, account: NewAccount): AuthUser {
  const now = account.now.toISOString();
  const provider = getAddressProvider(account.address);
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: account.address.email ?? "",
    phone: account.address.phone ?? "",
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: buildMetadata(id, account),
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

function readAddress(auth: AuthDeps, { email, phone, challenge, channel }: SignUpInput): Address {
  if (email && phone)
    throw createValidationError("Only an email address or phone number should be provided on signup.");
  if (phone) {
    if (challenge) throw createValidationError("PKCE not supported for phone signups");
    readChannel(channel);
    return { phone: requirePhone(auth, phone, "Phone signups are disabled") };
  }
  return { email: requireEmail(auth, email, "Email signups are disabled") };
}

export const handleSignUp: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const client = getClientInfo(c, auth);
  const result = await signUp(
    auth,
    {
      ...readTextFields(body, "email", "phone", "password", "channel"),
      data: body.data,
      ...readLinkTarget(c, auth, body),
    },
    client,
  );
  // Clears the invitation, because someone else may sign up in the same browser later.
  if (client.invitationToken !== undefined && "access_token" in result)
    c.header("Set-Cookie", CLEARED_INVITATION_COOKIE);
  return c.json(result);
};
