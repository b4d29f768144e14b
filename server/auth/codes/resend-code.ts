import { and, isNull } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { readPhone } from "../phone/read-phone.ts";
import { textCode } from "../phone/text-code.ts";
import { readBody, textField } from "../request-body.ts";
import { readChallenge } from "../session/flow-state.ts";
import { isKnownIpForAddress } from "../session/known-devices.ts";
import { type UserRow, users } from "../tables.ts";
import { sendEmailChangeLinks } from "../user/change-email.ts";
import { type Address, matchesAddress } from "../user/create-account.ts";
import { readEmail } from "../user/read-email.ts";
import { evenOutTiming } from "./even-timing.ts";
import type { EmailRequest } from "./recover-password.ts";
import { getRedirectTarget } from "./redirects.ts";
import type { Budget } from "./send-allowance.ts";
import { sendCode } from "./send-code.ts";
import { type MessageClock, withSendLimit } from "./send-limits.ts";

export interface ResendRequest extends EmailRequest {
  readonly type: string | undefined;
  readonly phone?: string | undefined;
}

/** The clock, the budget and the kind of address of each type. */
const TYPES = {
  signup: { clock: "confirmation", budget: "confirmations", by: "email" },
  email_change: { clock: "email_change", budget: "others", by: "email" },
  sms: { clock: "sms", budget: "confirmations", by: "phone" },
  phone_change: { clock: "phone_change", budget: "others", by: "phone" },
} as const satisfies Record<string, { clock: MessageClock; budget: Budget; by: keyof Address }>;
type ResendType = keyof typeof TYPES;

/**
 * Emails or texts a new code if one is pending. The response is the same if none is. Throws AuthError:
 * validation_failed, email_provider_disabled, phone_provider_disabled, over_request_rate_limit,
 * over_email_send_rate_limit, over_sms_send_rate_limit.
 */
async function resendCode(auth: AuthDeps, request: ResendRequest, from: ClientInfo): Promise<void> {
  await countRequest(auth, "resend", from.ip);
  const { type, address } = readRequest(auth, request);
  const { clock, budget } = TYPES[type];
  await evenOutTiming(auth, async () => {
    const isKnownIp = await isKnownIpForAddress(auth, address, from.ip);
    const message = { clock, budget, keys: [address.email ?? address.phone], isKnownIp };
    await withSendLimit(auth, message, from, async (tx) => {
      const [user] = await tx
        .select()
        .from(users)
        .where(and(matchesAddress(address), isNull(users.deletedAt)))
        .for("no key update");
      if (user) await resendTo(auth, tx, user, type, request);
    });
  });
}

async function resendTo(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  type: ResendType,
  request: ResendRequest,
): Promise<void> {
  switch (type) {
    case "signup":
      if (user.emailConfirmedAt === null) await sendCode(auth, tx, { ...request, user, purpose: "signup" });
      break;
    case "email_change":
      if (user.newEmail !== null) await sendEmailChangeLinks(auth, tx, user, request);
      break;
    case "sms":
      if (user.phoneConfirmedAt === null) await textCode(auth, tx, { user, purpose: "sms", channel: "sms" });
      break;
    case "phone_change":
      if (user.newPhone !== null) await textCode(auth, tx, { user, purpose: "phone_change", channel: "sms" });
  }
}

function readRequest(
  auth: AuthDeps,
  { type: given = "", email, phone }: ResendRequest,
): { type: ResendType; address: Address } {
  const invalid = (message: string) => new AuthError("validation_failed", { message });
  if (!Object.hasOwn(TYPES, given))
    throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  const type = given as ResendType;
  if (email && phone) throw invalid("Only an email address or phone number should be provided.");
  if (TYPES[type].by === "phone") {
    if (!phone) throw invalid("Type provided requires a phone number");
    return { type, address: { phone: readPhone(auth, phone) } };
  }
  if (!email) throw invalid("Type provided requires an email address");
  return { type, address: { email: readEmail(auth, email) } };
}

export const handleResend: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  await resendCode(
    auth,
    {
      type: textField(body, "type"),
      email: textField(body, "email"),
      phone: textField(body, "phone"),
      challenge: readChallenge(body),
      redirectTo: getRedirectTarget(c, auth),
    },
    getClientInfo(c, auth),
  );
  return c.json({});
};
