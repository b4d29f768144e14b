import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { createValidationError } from "../request-body.ts";
import {
  buildCodeRedirect,
  buildErrorRedirect,
  buildMessageRedirect,
  buildSessionRedirect,
} from "../session/build-redirects.ts";
import { issueCode } from "../session/flow-state.ts";
import { bindLanding, getEmailPurpose } from "../session/landing-state.ts";
import { acceptToken } from "./accept-token.ts";
import { confirmAddress } from "./confirm-address.ts";
import { invalidateLink } from "./one-time-tokens.ts";
import { getRedirectTarget } from "./redirects.ts";
import {
  acceptLink,
  createLinkError,
  type LinkToken,
  PARTIALLY_CONFIRMED,
  verifyToken,
} from "./verify-code.ts";

/**
 * Opens an emailed link. Adds errors to the redirect URL, but throws AuthError("validation_failed") if the type or the
 * token is missing.
 */
export const handleVerifyLink: AuthHandler = async (c, auth) => {
  const token = c.req.query("token");
  const type = c.req.query("type");
  if (!type) throw createValidationError("Verify requires a verification type");
  if (!token) throw createValidationError("Verify requires a token");
  // Link scanners send HEAD requests, which must not use up the token.
  if (c.req.raw.method === "HEAD") return c.body(null, 204);

  const target = getRedirectTarget(c, auth);
  const isPkceFlow = token.startsWith("pkce_");
  const client = getClientInfo(c, auth);
  try {
    await countRequest(auth, "verify", client.ip);
    const outcome = isPkceFlow
      ? await verifyPkceLink(auth, { type, token })
      : await verifyToken(auth, { type, token }, client);
    if ("authCode" in outcome) return c.redirect(buildCodeRedirect(target, outcome.authCode), 303);
    if ("msg" in outcome) return c.redirect(buildMessageRedirect(target, outcome.msg, isPkceFlow), 303);
    bindLanding(c, auth, { target, session: outcome, purpose: getEmailPurpose(type) });
    return c.redirect(buildSessionRedirect(target, outcome, type), 303);
  } catch (error) {
    const authError =
      error instanceof AuthError ? error : new AuthError("unexpected_failure", { cause: error });
    if (authError.code === "unexpected_failure")
      auth.log.error({ err: error }, "a link could not be verified");
    return c.redirect(buildErrorRedirect(target, authError, isPkceFlow), 303);
  }
};

/** Opens a PKCE link. Only the browser that started the flow can exchange the code for a session. */
const verifyPkceLink = (auth: AuthDeps, link: LinkToken) =>
  acceptLink<{ authCode: string } | { msg: string }>(auth, link, async (tx, user, row) => {
    if (row.flowId === null) throw createLinkError();
    if (row.kind.startsWith("email_change")) {
      const { isPartial } = await acceptToken(auth, tx, user, row);
      if (isPartial) return { msg: PARTIALLY_CONFIRMED };
    } else {
      // The address is confirmed, but the session hasn't started yet, so the emailed code stays valid.
      await confirmAddress(tx, user, "email", auth.clock.now());
      await invalidateLink(tx, row);
    }
    return { authCode: await issueCode(auth, tx, row.flowId, user.id) };
  });
