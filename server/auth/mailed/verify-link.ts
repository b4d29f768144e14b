import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { AuthContext } from "../context.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { requestFrom } from "../request-from.ts";
import { acceptToken } from "../session/accept-token.ts";
import { issueCode } from "../session/flow-state.ts";
import { codeLanding, messageLanding, refusalLanding, sessionLanding } from "../session/land.ts";
import { bindLanding, purposeOfType } from "../session/landing-state.ts";
import { confirmEmail } from "./confirm-email.ts";
import { type OneTimeTokenRow, spendLink } from "./one-time-tokens.ts";
import { redirectTarget } from "./redirects.ts";
import { findByLink, HALF_ACCEPTED, type Half, kindsOf, verifyToken } from "./verify-code.ts";

/** Opens an emailed link. Errors redirect to a page that can show them. */
export const handleVerifyLink: AuthHandler = async (c, auth) => {
  const token = c.req.query("token");
  const type = c.req.query("type");
  if (!type) throw new AuthError("validation_failed", { message: "Verify requires a verification type" });
  if (!token) throw new AuthError("validation_failed", { message: "Verify requires a token" });
  // Link scanners send HEAD requests, which must not spend the code.
  if (c.req.raw.method === "HEAD") return c.body(null, 204);

  const target = redirectTarget(c, auth);
  const isFlow = token.startsWith("pkce_");
  const from = requestFrom(c, auth);
  try {
    await countRequest(auth, "verify", from.ip);
    const outcome = isFlow
      ? await verifyFlow(auth, { type, token })
      : await verifyToken(auth, { type, token }, from);
    if ("access_token" in outcome)
      bindLanding(c, auth, { target, session: outcome, purpose: purposeOfType(type) });
    return c.redirect(landing(target, outcome, { type, isFlow }), 303);
  } catch (error) {
    const refusal =
      error instanceof AuthError ? error : new AuthError("unexpected_failure", { cause: error });
    if (refusal.code === "unexpected_failure") auth.log.error({ err: error }, "a link could not be verified");
    return c.redirect(refusalLanding(target, refusal, isFlow), 303);
  }
};

/** A PKCE link: only the browser that started the flow can exchange the code for a session. */
async function verifyFlow(
  auth: AuthContext,
  { type, token }: { type: string; token: string },
): Promise<{ authCode: string } | Half> {
  const kinds = kindsOf(type);
  if (!kinds) throw new AuthError("validation_failed", { message: "Invalid email verification type" });
  const outcome = await auth.database.db.transaction(async (tx) => {
    const found = await findByLink(auth, tx, kinds, token);
    if (found instanceof AuthError) return found;
    const { flowId } = found.row;
    if (flowId === null)
      return new AuthError("otp_expired", { message: "Email link is invalid or has expired" });
    if (isChangeOfAddress(found.row)) {
      const { isHalf } = await acceptToken(auth, tx, found.user, found.row);
      if (isHalf) return { code: "200", msg: HALF_ACCEPTED } satisfies Half;
    } else {
      // The address is confirmed, but the session hasn't started yet, so the emailed code stays valid.
      await confirmEmail(tx, found.user, auth.clock.now());
      await spendLink(tx, found.row);
    }
    return { authCode: await issueCode(auth, tx, flowId, found.user.id) };
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

const isChangeOfAddress = ({ kind }: OneTimeTokenRow) => kind.startsWith("email_change");

function landing(
  target: string,
  outcome: AuthSession | Half | { authCode: string },
  { type, isFlow }: { type: string; isFlow: boolean },
): string {
  if ("authCode" in outcome) return codeLanding(target, outcome.authCode);
  if ("msg" in outcome) return messageLanding(target, outcome.msg, isFlow);
  return sessionLanding(target, outcome, type);
}
