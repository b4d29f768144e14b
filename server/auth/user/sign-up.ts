import { randomUUID } from "node:crypto";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { AuthSession, AuthUser } from "#core/accounts/session.ts";
import type { Tx } from "#server/database/index.ts";
import { createProfile } from "#server/profiles/index.ts";
import type { AuthContext, From } from "../context.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { dropUnprovedPassword } from "../mailed/drop-unproved-password.ts";
import { answerEvenly } from "../mailed/even-answer.ts";
import { inMailTurn } from "../mailed/mail-turns.ts";
import { redirectTarget } from "../mailed/redirects.ts";
import { sendCode } from "../mailed/send-code.ts";
import { checkNewPassword } from "../password/check-password.ts";
import { readBody, textField } from "../request-body.ts";
import { requestFrom } from "../request-from.ts";
import { type Challenge, readChallenge } from "../session/flow-state.ts";
import { signInAnonymously } from "../session/sign-in-anonymously.ts";
import { startSession } from "../session/start-session.ts";
import { type UserRow, users } from "../tables.ts";
import { readChannel, readPhone } from "../texted/read-phone.ts";
import { textCode } from "../texted/text-code.ts";
import { refuseTakenName } from "./ensure-profile.ts";
import {
  type Address,
  hasAddress,
  makeAccount,
  metadataOf,
  type NewAccount,
  providerOf,
  readNewMetadata,
} from "./make-account.ts";

export interface SignUpInput {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  /**
   * Becomes the user's metadata. `username` names the profile, which is otherwise named after the address.
   */
  readonly data?: unknown;
  /** How a code is sent to a phone number: "sms", the default, or "whatsapp". */
  readonly channel?: string | undefined;
  readonly challenge?: Challenge | undefined;
  /** Where the emailed link leads in the end. Already checked. */
  readonly redirectTo: string;
}

/**
 * Creates an account by email or phone. With auto-confirm, the user is signed in and a known address is
 * refused. Otherwise a confirmation is emailed or texted, and the response is the same for new, unconfirmed
 * and confirmed addresses. A known account is never changed or signed in to. Without email and phone, creates
 * an anonymous account. Throws AuthError: signup_disabled, anonymous_provider_disabled, validation_failed,
 * weak_password, email_provider_disabled, phone_provider_disabled, username_invalid, username_taken,
 * user_already_exists, over_request_rate_limit, over_email_send_rate_limit, over_sms_send_rate_limit.
 */
export async function signUp(
  auth: AuthContext,
  input: SignUpInput,
  from: From,
): Promise<AuthSession | AuthUser> {
  await countRequest(auth, "signup", from.ip);
  if (!(await auth.settings.read()).signUpOpen) throw new AuthError("signup_disabled");
  if (!input.email && !input.phone) return signInAnonymously(auth, input.data, from);
  const { password } = input;
  if (!password) throw new AuthError("validation_failed", { message: "Signup requires a valid password" });
  checkNewPassword(auth, password, { email: input.email, username: Object(input.data).username });
  const address = readAddress(auth, input);
  const given = readNewMetadata(input.data);

  const { autoconfirm, smsAutoconfirm } = auth.config.auth;
  const applicant = { address, password, given };
  if (address.email === undefined ? smsAutoconfirm : autoconfirm) return signUpAtOnce(auth, applicant, from);
  return askForConfirmation(auth, applicant, input, from);
}

type Applicant = Pick<NewAccount, "address" | "given"> & { readonly password: string };

async function signUpAtOnce(
  auth: AuthContext,
  { address, password, given }: Applicant,
  from: From,
): Promise<AuthSession> {
  // Checked before the costly hash. The unique key decides between concurrent requests.
  const [known] = await auth.database.db.select({ id: users.id }).from(users).where(hasAddress(address));
  if (known) throw new AuthError("user_already_exists");
  const encryptedPassword = await auth.passwords.hash(password);
  return auth.database.db.transaction(async (tx) => {
    const now = auth.clock.now();
    const user = await makeAccount(tx, { address, encryptedPassword, given, confirmed: true, now });
    if (!user) throw new AuthError("user_already_exists");
    // A taken name is refused here, not replaced, because the user can choose another right away.
    if (typeof given.username === "string")
      await createProfile(tx, { userId: user.id, username: given.username, email: user.email, now });
    return startSession(auth, tx, user, "password", from);
  });
}

async function askForConfirmation(
  auth: AuthContext,
  { address, password, given }: Applicant,
  { redirectTo, challenge, channel }: SignUpInput,
  from: From,
): Promise<AuthUser> {
  if (typeof given.username === "string")
    await refuseTakenName(auth.database.db, given.username, { userId: null, now: auth.clock.now() });
  const encryptedPassword = await auth.passwords.hash(password);
  const [before] = await auth.database.db.select().from(users).where(hasAddress(address));
  const kept = before && isWaiting(before) ? before.encryptedPassword : null;
  // Verified for unknown addresses too, so that the time is the same.
  const isSame = await auth.passwords.verify(password, kept);
  const [clock, key] =
    address.email === undefined
      ? (["sms", address.phone] as const)
      : (["confirmation", address.email] as const);
  const turn = { clock, keys: [key], budget: "confirmations" } as const;
  const begin = async (tx: Tx): Promise<AuthUser> => {
    const now = auth.clock.now();
    const account: NewAccount = { address, encryptedPassword, given, confirmed: false, now };
    const [known] = await tx.select().from(users).where(hasAddress(address)).for("no key update");
    const made = known ? null : await makeAccount(tx, account);
    // Two sign-ups chose different passwords. Which of them owns the mailbox isn't known yet, so neither
    // password works.
    if (known && !(isSame && known.encryptedPassword === kept)) await dropUnprovedPassword(tx, known.id);
    const user = made ?? known;
    if (address.email === undefined) {
      if (user && user.phoneConfirmedAt === null && user.deletedAt === null)
        await textCode(auth, tx, { user, purpose: "sms", channel: readChannel(channel) });
    } else if (user?.emailConfirmedAt === null) {
      await sendCode(auth, tx, { user, purpose: "signup", redirectTo, challenge });
    }
    return presentApplicant(made?.id ?? randomUUID(), account);
  };
  // The hashes above take the same time for known and unknown addresses.
  return answerEvenly(auth, () => inMailTurn(auth, turn, from, begin));
}

const isWaiting = ({ emailConfirmedAt, phoneConfirmedAt }: UserRow) =>
  emailConfirmedAt === null && phoneConfirmedAt === null;

/**
 * Built from the request, not from a row, so that the response is the same whether or not an account was
 * created.
 */
function presentApplicant(id: string, account: NewAccount): AuthUser {
  const now = account.now.toISOString();
  const provider = providerOf(account.address);
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: account.address.email ?? "",
    phone: account.address.phone ?? "",
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: metadataOf(id, account),
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

function readAddress(auth: AuthContext, { email, phone, challenge, channel }: SignUpInput): Address {
  if (email && phone)
    throw new AuthError("validation_failed", {
      message: "Only an email address or phone number should be provided on signup.",
    });
  if (phone) {
    if (challenge)
      throw new AuthError("validation_failed", { message: "PKCE not supported for phone signups" });
    readChannel(channel);
    return { phone: readPhone(auth, phone, "Phone signups are disabled") };
  }
  if (!auth.config.auth.email)
    throw new AuthError("email_provider_disabled", { status: 400, message: "Email signups are disabled" });
  const parsed = parseEmail(email ?? "");
  if ("problem" in parsed) throw new AuthError("validation_failed", { message: parsed.problem });
  return { email: parsed.email };
}

export const handleSignUp: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const answer = await signUp(
    auth,
    {
      email: textField(body, "email"),
      phone: textField(body, "phone"),
      password: textField(body, "password"),
      data: body.data,
      channel: textField(body, "channel"),
      challenge: readChallenge(body),
      redirectTo: redirectTarget(c, auth),
    },
    requestFrom(c, auth),
  );
  return c.json(answer);
};
