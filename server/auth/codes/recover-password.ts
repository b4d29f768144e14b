import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { readBody, readTextField } from "../request-body.ts";
import type { LinkTarget } from "../session/flow-state.ts";
import { requireEmail } from "../user/require-address.ts";
import { readLinkTarget } from "./redirects.ts";
import { sendCode } from "./send-code.ts";
import { withAccount } from "./send-limits.ts";

export interface EmailRequest extends LinkTarget {
  readonly email: string | undefined;
}

/**
 * Emails a link that signs the user in to choose a new password. The response is the same for known and unknown
 * addresses. Throws AuthError: validation_failed, email_provider_disabled, over_request_rate_limit,
 * over_email_send_rate_limit.
 */
export async function recoverPassword(
  auth: AuthDeps,
  { email: input, challenge, redirectTo }: EmailRequest,
  client: ClientInfo,
): Promise<void> {
  await countRequest(auth, "recover", client.ip);
  const email = requireEmail(auth, input);
  await withAccount(auth, { email }, { group: "recovery", quota: "sign_ins" }, client, async (tx, user) => {
    if (user && !user.deletedAt)
      await sendCode(auth, tx, { user, purpose: "recovery", redirectTo, challenge });
  });
}

export const handleRecover: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const request = { email: readTextField(body, "email"), ...readLinkTarget(c, auth, body) };
  await recoverPassword(auth, request, getClientInfo(c, auth));
  return c.json({});
};
