import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { startFlow } from "../oauth/oauth-flow.ts";
import type { ProviderRedirect } from "../oauth/page-sign-in.ts";
import { buildProvider } from "../oauth/provider-store.ts";
import { createSessionToken } from "../oauth/session-token.ts";
import { getOwnBearer } from "../user/get-own-bearer.ts";
import { describeFailure } from "./describe-failure.ts";
import { findConfiguredProvider, findSavedProvider } from "./find-saved-provider.ts";
import { saveTestResult } from "./test-results.ts";

/**
 * Starts a test of a provider's settings. The administrator signs in at the provider in their browser, but this starts
 * no session on the site and links no identity. It works before the provider is turned on. If the provider can't be
 * reached, stores this as the result and returns the URL of the provider's settings page. Throws AppError:
 * not_signed_in, access_denied, invalid_input, too_many_requests, provider_not_found.
 */
export async function startTest(
  auth: AuthDeps,
  viewer: Viewer,
  { id, token }: { readonly id: string; readonly token: string },
  client: ClientInfo,
): Promise<ProviderRedirect> {
  requireAdmin(viewer);
  const { session } = await getOwnBearer(auth, viewer);
  // The link on the provider's page contains the token, so another site can't start a test.
  const expected = createSessionToken(auth, "test a provider", session.id);
  if (typeof token !== "string" || !isSameSecret(expected, token))
    throw new AppError("invalid_input", { message: "Open the provider's page, and start the test there." });
  await countRequest(auth, "oauth", client.ip).catch((cause: unknown) => {
    throw cause instanceof AuthError ? new AppError("too_many_requests", { cause }) : cause;
  });
  const { provider, version } = await findProviderToTest(auth, id);
  const page = new URLSearchParams({ tab: "settings", provider: id });
  const redirectTo = `${auth.config.publicUrl}/admin?${page}#test`;
  try {
    const { url, cookie } = await startFlow(auth, {
      provider,
      redirectTo,
      challenge: undefined,
      sessionId: session.id,
      versionToTest: version,
      returnsSession: false,
    });
    return { url, cookies: [cookie] };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    await saveTestResult(auth, session.id, id, describeFailure(provider, error.cause));
    return { url: redirectTo, cookies: [] };
  }
}

/** Finds the provider to test. Each call returns a new object, so that the provider's endpoints are read again. */
export async function findProviderToTest(auth: AuthDeps, id: string) {
  const configured = findConfiguredProvider(auth, id);
  if (configured) return { provider: { ...configured }, version: 0 };
  const row = await findSavedProvider(auth.database.db, id);
  if (!row) throw new AppError("provider_not_found");
  const provider = buildProvider(auth.keys, row);
  if (!provider)
    throw new AppError("invalid_input", {
      message: "Enter the secret again and save. Then test the provider.",
    });
  return { provider, version: row.version };
}
