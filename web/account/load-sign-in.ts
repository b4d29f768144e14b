import type { RouterContextProvider } from "react-router";
import { appContext, identityContext } from "#web/server-context.ts";
import type { OptionsResponse } from "./load-options.ts";
import { readAccessToken } from "./request-session.ts";

/** The sign-in options, and the user's factors if one still has to be verified. */
export async function loadSignInOptions(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<OptionsResponse> {
  const { auth } = context.get(appContext);
  const accessToken = readAccessToken(request.headers.get("Cookie"));
  const asksFactor = context.get(identityContext).needsFactor && accessToken !== undefined;
  const [options, factors] = await Promise.all([
    auth.describe(),
    asksFactor ? auth.listFactors(accessToken) : null,
  ]);
  return { options, factors };
}
