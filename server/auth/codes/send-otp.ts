import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { sendCodeByText } from "../phone/send-code-by-text.ts";
import { createValidationError, readBody, readTextFields } from "../request-body.ts";
import type { UserRow } from "../tables.ts";
import { type Address, createAccount, readNewMetadata } from "../user/create-account.ts";
import { rejectTakenName } from "../user/ensure-profile.ts";
import {
  checkSignUp,
  readExplicitInvitationToken,
  readInvitationToken,
  requireAllowed,
  restrictToAddress,
} from "../user/invited-sign-up.ts";
import { readChannel, requireEmail, requirePhone } from "../user/require-address.ts";
import type { EmailRequest } from "./recover-password.ts";
import { readLinkTarget } from "./redirects.ts";
import { type CodePurpose, clearUnconfirmedPassword, sendCode } from "./send-code.ts";
import { withAccount } from "./send-limits.ts";

export interface OtpRequest extends EmailRequest {
  readonly phone?: string | undefined;
  readonly channel?: string | undefined;
  readonly createUser: boolean;
  readonly data?: unknown;
}

/**
 * Emails a code and a sign-in link, or texts a code, and creates an account for an unknown address if that is allowed.
 * Without auto-confirm, the response doesn't reveal whether the address is known, even if no account may be created.
 * Throws AuthError: validation_failed, email_provider_disabled, phone_provider_disabled, otp_disabled, signup_disabled,
 * username_invalid, username_taken, over_request_rate_limit, over_email_send_rate_limit, over_sms_send_rate_limit,
 * sms_send_failed.
 */
export async function sendOtp(auth: AuthDeps, request: OtpRequest, client: ClientInfo): Promise<void> {
  await countRequest(auth, "otp", client.ip);
  const address = readAddress(auth, request);
  const metadata = readNewMetadata(request.data);
  const token = readInvitationToken(request.data, client);
  const check = restrictToAddress(await checkSignUp(auth, token), address.email);
  // The result must not depend on whether the address is known. Only an invitation in the request's data can
  // cause a refusal here, because a cookie may contain an old one that a member has already used.
  if (request.createUser && readExplicitInvitationToken(request.data)) requireAllowed(check);
  const isSignUpAllowed = check.refusal === null;

  if (typeof metadata.username === "string")
    await rejectTakenName(auth.database.db, metadata.username, { userId: null, now: auth.clock.now() });
  const { createUser } = request;
  // The quota depends on the request, not on whether the address has an account.
  const quota = createUser && isSignUpAllowed ? "sign_ups" : "sign_ins";
  const group = address.email === undefined ? "sms" : "recovery";
  await withAccount(auth, address, { group, quota }, client, async (tx, existingUser) => {
    let user: UserRow | null | undefined = existingUser;
    if (!user) {
      const { autoconfirm, smsAutoconfirm } = auth.config.auth;
      const isAutoconfirmed = address.email === undefined ? smsAutoconfirm : autoconfirm;
      if (!(createUser && isSignUpAllowed) && isAutoconfirmed)
        throw new AuthError(createUser ? "signup_disabled" : "otp_disabled");
      const account = {
        address,
        encryptedPassword: null,
        metadata,
        isConfirmed: isAutoconfirmed,
        now: auth.clock.now(),
      };
      // Without auto-confirm, the response doesn't reveal that no account may be created.
      if (createUser && isSignUpAllowed) user = await createAccount(tx, account);
    }
    if (!user || user.deletedAt) return;
    if (check.invitation) await auth.invitations.storePresented(tx, user.id, check.invitation.id);
    await clearUnconfirmedPassword(tx, user.id);
    if (address.email === undefined) {
      await sendCodeByText(auth, tx, { user, purpose: "sms", channel: readChannel(request.channel) });
    } else {
      const purpose: CodePurpose = user.emailConfirmedAt === null ? "signup" : "magiclink";
      await sendCode(auth, tx, { ...request, user, purpose });
    }
  });
}

function readAddress(auth: AuthDeps, { email, phone, channel }: OtpRequest): Address {
  if (email && phone) throw createValidationError("Only an email address or phone number should be provided");
  if (!email && !phone) throw createValidationError("One of email or phone must be set");
  if (phone) {
    readChannel(channel);
    return { phone: requirePhone(auth, phone) };
  }
  if (channel) throw createValidationError("Channel should only be specified with Phone OTP");
  return { email: requireEmail(auth, email) };
}

export const handleOtp: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  await sendOtp(
    auth,
    {
      ...readTextFields(body, "email", "phone", "channel"),
      createUser: body.create_user !== false,
      data: body.data,
      ...readLinkTarget(c, auth, body),
    },
    getClientInfo(c, auth),
  );
  return c.json({});
};
