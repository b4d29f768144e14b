import { and, eq, isNull } from "drizzle-orm";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { readBody, readTextField } from "../request-body.ts";
import { type Challenge, readChallenge } from "../session/flow-state.ts";
import { isKnownIpForAddress } from "../session/known-devices.ts";
import { users } from "../tables.ts";
import { requireEmail } from "../user/require-email.ts";
import { equalizeTiming } from "./equalize-timing.ts";
import { getRedirectTarget } from "./redirects.ts";
import { sendCode } from "./send-code.ts";
import { withSendLimits } from "./send-limits.ts";

export interface EmailRequest {
  readonly email: string | undefined;
  readonly challenge?: Challenge | undefined;
  /** The final redirect target of the emailed link. Already checked. */
  readonly redirectTo: string;
}

/**
 * Emails a sign-in link to choose a new password. The response is the same for known and unknown addresses. Throws
 * AuthError: validation_failed, email_provider_disabled, over_request_rate_limit, over_email_send_rate_limit.
 */
export async function recoverPassword(
  auth: AuthDeps,
  { email: input, challenge, redirectTo }: EmailRequest,
  client: ClientInfo,
): Promise<void> {
  await countRequest(auth, "recover", client.ip);
  const email = requireEmail(auth, input);
  await equalizeTiming(auth, async () => {
    const isKnownIp = await isKnownIpForAddress(auth, { email }, client.ip);
    const message = { group: "recovery", keys: [email], quota: "sign_ins", isKnownIp } as const;
    await withSendLimits(auth, [message], client, async (tx) => {
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
      email: readTextField(body, "email"),
      challenge: readChallenge(body),
      redirectTo: getRedirectTarget(c, auth),
    },
    getClientInfo(c, auth),
  );
  return c.json({});
};
