import { and, eq, isNull } from "drizzle-orm";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { readBody, textField } from "../request-body.ts";
import { type Challenge, readChallenge } from "../session/flow-state.ts";
import { isKnownIpForAddress } from "../session/known-devices.ts";
import { users } from "../tables.ts";
import { readEmail } from "../user/read-email.ts";
import { evenOutTiming } from "./even-timing.ts";
import { getRedirectTarget } from "./redirects.ts";
import { sendCode } from "./send-code.ts";
import { withSendLimit } from "./send-limits.ts";

export interface EmailRequest {
  readonly email: string | undefined;
  readonly challenge?: Challenge | undefined;
  /** Where the emailed link leads in the end. Already checked. */
  readonly redirectTo: string;
}

/**
 * Emails a sign-in link to choose a new password. The response is the same for known and unknown addresses.
 * Throws AuthError: validation_failed, email_provider_disabled, over_request_rate_limit,
 * over_email_send_rate_limit.
 */
export async function recoverPassword(
  auth: AuthDeps,
  { email: given, challenge, redirectTo }: EmailRequest,
  from: ClientInfo,
): Promise<void> {
  await countRequest(auth, "recover", from.ip);
  const email = readEmail(auth, given);
  await evenOutTiming(auth, async () => {
    const isKnownIp = await isKnownIpForAddress(auth, { email }, from.ip);
    await withSendLimit(auth, { clock: "recovery", keys: [email], isKnownIp }, from, async (tx) => {
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.email, email), isNull(users.deletedAt)))
        .for("no key update");
      if (user) await sendCode(auth, tx, { user, purpose: "recovery", redirectTo, challenge });
    });
  });
}

export const handleRecover: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  await recoverPassword(
    auth,
    {
      email: textField(body, "email"),
      challenge: readChallenge(body),
      redirectTo: getRedirectTarget(c, auth),
    },
    getClientInfo(c, auth),
  );
  return c.json({});
};
