import { AuthError } from "#core/accounts/auth-errors.ts";
import { clearSessionCookies } from "#core/accounts/session-cookie.ts";
import { appContext, type RequestContext } from "#web/server-context.ts";
import { parseAccessToken } from "./request-session.ts";

/** Response headers that remove the session's cookies from the browser. */
export const createSignedOutHeaders = () =>
  new Headers(clearSessionCookies().map((cookie): [string, string] => ["Set-Cookie", cookie]));

interface SignedInRequest {
  readonly request: Request;
  readonly context: RequestContext;
}

/** Ends this browser's session. It isn't an error if the session has already ended. */
export async function endOwnSession({ request, context }: SignedInRequest): Promise<void> {
  const accessToken = parseAccessToken(request.headers.get("Cookie"));
  try {
    if (accessToken) await context.get(appContext).auth.signOut(accessToken, "local");
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
  }
}
