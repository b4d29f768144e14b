import type { Tx } from "#server/database/index.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { requirePhone } from "../phone/require-phone.ts";
import { sendCodeBySms } from "../phone/send-code-by-sms.ts";
import { createValidationError, readBody, readTextFields } from "../request-body.ts";
import { readChallenge } from "../session/flow-state.ts";
import type { UserRow } from "../tables.ts";
import { sendEmailChangeLinks } from "../user/change-email.ts";
import type { Address } from "../user/create-account.ts";
import { requireEmail } from "../user/require-email.ts";
import type { EmailRequest } from "./recover-password.ts";
import { getRedirectTarget } from "./redirects.ts";
import type { SendQuota } from "./send-allowance.ts";
import { sendCode } from "./send-code.ts";
import { type SpacingGroup, withAccount } from "./send-limits.ts";

interface ResendRequest extends EmailRequest {
  readonly type: string | undefined;
  readonly phone?: string | undefined;
}

const TYPES = {
  signup: { group: "confirmation", quota: "sign_ups", addressKind: "email" },
  email_change: { group: "email_change", quota: "sign_ins", addressKind: "email" },
  sms: { group: "sms", quota: "sign_ups", addressKind: "phone" },
  phone_change: { group: "phone_change", quota: "sign_ins", addressKind: "phone" },
} as const satisfies Record<string, { group: SpacingGroup; quota: SendQuota; addressKind: keyof Address }>;
type ResendType = keyof typeof TYPES;

/** Emails or texts a new code if one is pending. The response is the same if none is. */
async function resendCode(auth: AuthDeps, request: ResendRequest, client: ClientInfo): Promise<void> {
  await countRequest(auth, "resend", client.ip);
  const { type, address } = readRequest(auth, request);
  await withAccount(auth, address, TYPES[type], client, async (tx, user) => {
    if (user && !user.deletedAt) await resendTo(auth, tx, user, type, request);
  });
}

async function resendTo(auth: AuthDeps, tx: Tx, user: UserRow, type: ResendType, request: ResendRequest) {
  switch (type) {
    case "signup":
      if (user.emailConfirmedAt === null) await sendCode(auth, tx, { ...request, user, purpose: "signup" });
      break;
    case "email_change":
      if (user.newEmail !== null) await sendEmailChangeLinks(auth, tx, user, request);
      break;
    case "sms":
      if (user.phoneConfirmedAt === null)
        await sendCodeBySms(auth, tx, { user, purpose: "sms", channel: "sms" });
      break;
    case "phone_change":
      if (user.newPhone !== null)
        await sendCodeBySms(auth, tx, { user, purpose: "phone_change", channel: "sms" });
  }
}

function readRequest(
  auth: AuthDeps,
  { type: input = "", email, phone }: ResendRequest,
): { type: ResendType; address: Address } {
  if (!Object.hasOwn(TYPES, input))
    throw createValidationError("Missing one of these types: signup, email_change, sms, phone_change");
  const type = input as ResendType;
  if (email && phone)
    throw createValidationError("Only an email address or phone number should be provided.");
  if (TYPES[type].addressKind === "phone") {
    if (!phone) throw createValidationError("Type provided requires a phone number");
    return { type, address: { phone: requirePhone(auth, phone) } };
  }
  if (!email) throw createValidationError("Type provided requires an email address");
  return { type, address: { email: requireEmail(auth, email) } };
}

export const handleResend: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  await resendCode(
    auth,
    {
      ...readTextFields(body, "type", "email", "phone"),
      challenge: readChallenge(body),
      redirectTo: getRedirectTarget(c, auth),
    },
    getClientInfo(c, auth),
  );
  return c.json({});
};
