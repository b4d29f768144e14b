import { and, eq, isNull } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthContext, From } from "../context.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { readBody, textField } from "../request-body.ts";
import { requestFrom } from "../request-from.ts";
import { readChallenge } from "../session/flow-state.ts";
import { users } from "../tables.ts";
import { mailEmailChange } from "../user/change-email.ts";
import { readEmail } from "../user/read-email.ts";
import { answerEvenly } from "./even-answer.ts";
import { inMailTurn, type MailClock } from "./mail-turns.ts";
import type { MailRequest } from "./recover-password.ts";
import { redirectTarget } from "./redirects.ts";
import { sendCode } from "./send-code.ts";

export interface ResendRequest extends MailRequest {
  readonly type: string | undefined;
  readonly phone?: string | undefined;
}

const CLOCKS: Readonly<Record<string, MailClock>> = {
  signup: "confirmation",
  email_change: "email_change",
};

/**
 * Mails a new code in place of one that is waiting; where none is waiting the answer is the same. Throws AuthError:
 * validation_failed, email_provider_disabled, phone_provider_disabled, over_request_rate_limit,
 * over_email_send_rate_limit.
 */
async function resendCode(auth: AuthContext, request: ResendRequest, from: From): Promise<void> {
  await countRequest(auth, "resend", from.ip);
  const { type = "", email: given, phone } = request;
  const invalid = (message: string) => new AuthError("validation_failed", { message });
  if (type === "sms" || type === "phone_change") {
    if (given) throw invalid("Type provided requires a phone number");
    if (!phone) throw invalid("Type provided requires a phone number");
    throw new AuthError("phone_provider_disabled", { status: 400 });
  }
  const clock = Object.hasOwn(CLOCKS, type) ? CLOCKS[type] : undefined;
  if (!clock) throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  if (given && phone) throw invalid("Only an email address or phone number should be provided.");
  if (!given) throw invalid("Type provided requires an email address");
  const email = readEmail(auth, given);

  await answerEvenly(auth, () =>
    inMailTurn(auth, clock, [email], async (tx) => {
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.email, email), isNull(users.deletedAt)))
        .for("no key update");
      if (!user) return;
      if (type === "email_change") {
        if (user.newEmail !== null) await mailEmailChange(auth, tx, user, request);
      } else if (user.emailConfirmedAt === null) {
        await sendCode(auth, tx, { ...request, user, purpose: "signup" });
      }
    }),
  );
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
      redirectTo: redirectTarget(c, auth),
    },
    requestFrom(c, auth),
  );
  return c.json({});
};
