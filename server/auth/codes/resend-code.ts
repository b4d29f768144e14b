import { getClientInfo } from "../client-info.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { sendCodeByText } from "../phone/send-code-by-text.ts";
import { createValidationError, readBody, readTextFields } from "../request-body.ts";
import { sendEmailChangeLinks } from "../user/change-email.ts";
import type { Address } from "../user/create-account.ts";
import { requireEmail, requirePhone } from "../user/require-address.ts";
import { readLinkTarget } from "./redirects.ts";
import type { SendQuota } from "./send-allowance.ts";
import { sendCode } from "./send-code.ts";
import { type SpacingGroup, withAccount } from "./send-limits.ts";

const TYPES = {
  signup: { group: "confirmation", quota: "sign_ups", addressKind: "email" },
  email_change: { group: "email_change", quota: "sign_ins", addressKind: "email" },
  sms: { group: "sms", quota: "sign_ups", addressKind: "phone" },
  phone_change: { group: "phone_change", quota: "sign_ins", addressKind: "phone" },
} as const satisfies Record<string, { group: SpacingGroup; quota: SendQuota; addressKind: keyof Address }>;
type ResendType = keyof typeof TYPES;

/** Emails or texts a new code if a confirmation is pending. The response is the same if none is. */
export const handleResend: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const { type: input = "", email, phone } = readTextFields(body, "type", "email", "phone");
  const linkTarget = readLinkTarget(c, auth, body);
  const client = getClientInfo(c, auth);
  await countRequest(auth, "resend", client.ip);
  if (!Object.hasOwn(TYPES, input))
    throw createValidationError("Missing one of these types: signup, email_change, sms, phone_change");
  const type = input as ResendType;
  if (email && phone)
    throw createValidationError("Only an email address or phone number should be provided.");
  const address = readAddress(auth, TYPES[type].addressKind, { email, phone });
  await withAccount(auth, address, TYPES[type], client, async (tx, user) => {
    if (!user || user.deletedAt) return;
    if (type === "signup" && user.emailConfirmedAt === null)
      await sendCode(auth, tx, { ...linkTarget, user, purpose: "signup" });
    if (type === "email_change" && user.newEmail !== null)
      await sendEmailChangeLinks(auth, tx, user, linkTarget);
    if (type === "sms" && user.phoneConfirmedAt === null)
      await sendCodeByText(auth, tx, { user, purpose: "sms", channel: "sms" });
    if (type === "phone_change" && user.newPhone !== null)
      await sendCodeByText(auth, tx, { user, purpose: "phone_change", channel: "sms" });
  });
  return c.json({});
};

function readAddress(
  auth: AuthDeps,
  kind: keyof Address,
  { email, phone }: Record<keyof Address, string | undefined>,
): Address {
  if (kind === "phone") {
    if (!phone) throw createValidationError("Type provided requires a phone number");
    return { phone: requirePhone(auth, phone) };
  }
  if (!email) throw createValidationError("Type provided requires an email address");
  return { email: requireEmail(auth, email) };
}
