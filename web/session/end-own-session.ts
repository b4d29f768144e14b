import type { RouterContextProvider } from "react-router";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { appContext } from "#web/server-context.ts";
import { parseAccessToken } from "./request-session.ts";

/** Ends this browser's session. One that has already ended counts as signed out. */
export async function endOwnSession(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<void> {
  const accessToken = parseAccessToken(request.headers.get("Cookie"));
  try {
    if (accessToken) await context.get(appContext).auth.signOut(accessToken, "local");
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
  }
}
