import { and, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { ProviderTest, ProviderTestOutcome } from "#core/accounts/provider-settings.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { buildProvider } from "../oauth/build-provider.ts";
import { createCsrfToken } from "../oauth/csrf-token.ts";
import {
  FLOW_SECONDS,
  type FlowSecrets,
  type OAuthFlow,
  type ProviderRedirect,
  startFlow,
} from "../oauth/oauth-flow.ts";
import { readProviderUser } from "../oauth/read-provider-user.ts";
import { providerTests } from "../oauth/tables.ts";
import { requireViewerSession } from "../user/require-viewer-session.ts";
import { describeFailure } from "./describe-failure.ts";
import { findConfiguredProvider, findSavedProvider } from "./find-saved-provider.ts";

/**
 * Starts a test of a provider's settings. The administrator signs in at the provider in their browser, but this starts
 * no session on the site and links no identity. A provider can be tested before it is turned on. If the provider can't
 * be reached, stores that as the outcome and returns the URL of the provider's settings page. Throws AppError:
 * not_signed_in, access_denied, invalid_input, too_many_requests, provider_not_found.
 */
export async function startTest(
  auth: AuthDeps,
  viewer: Viewer,
  { id, token }: { readonly id: string; readonly token: string },
  client: ClientInfo,
): Promise<ProviderRedirect> {
  requireAdmin(viewer);
  const { session } = await requireViewerSession(auth, viewer);
  // The link on the provider's page contains the token, so another site can't start a test.
  const expectedToken = createCsrfToken(auth, "test a provider", session.id);
  if (typeof token !== "string" || !isSameSecret(expectedToken, token))
    throw new AppError("invalid_input", { message: "Open the provider's page, and start the test there." });
  await countRequest(auth, "oauth", client.ip).catch((cause: unknown) => {
    throw cause instanceof AuthError ? new AppError("too_many_requests", { cause }) : cause;
  });
  const { provider, version } = await findProviderToTest(auth, id);
  const pageQuery = new URLSearchParams({ tab: "settings", provider: id });
  const redirectTo = `${auth.config.publicUrl}/admin?${pageQuery}#test`;
  try {
    return await startFlow(auth, {
      provider,
      redirectTo,
      sessionId: session.id,
      versionToTest: version,
      returnsSession: false,
    });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    await saveOutcome(auth, session.id, id, describeFailure(provider, error.cause));
    return { url: redirectTo, cookies: [] };
  }
}

/** Finds the provider to test. Each call returns a new object, so that the provider's endpoints are read again. */
async function findProviderToTest(auth: AuthDeps, id: string) {
  const configuredProvider = findConfiguredProvider(auth, id);
  if (configuredProvider) return { provider: { ...configuredProvider }, version: 0 };
  const row = await findSavedProvider(auth.database.db, id);
  if (!row) throw new AppError("provider_not_found");
  const provider = buildProvider(auth.keys, row);
  if (!provider)
    throw new AppError("invalid_input", {
      message: "Enter the secret again and save. Then test the provider.",
    });
  return { provider, version: row.version };
}

/**
 * Completes an administrator's test of a sign-in provider when the browser returns: reads the user as a sign-in would,
 * and stores the outcome for the provider's page. Stores nothing if the session has ended or its user is no longer an
 * active administrator.
 */
export async function completeTest(auth: AuthDeps, flow: OAuthFlow, callback: URL, secrets: FlowSecrets) {
  const { sessionId } = flow;
  if (sessionId === null || !(await isAdminSession(auth, sessionId))) return;
  await saveOutcome(auth, sessionId, flow.provider, await readOutcome(auth, flow, callback, secrets));
}

async function readOutcome(
  auth: AuthDeps,
  flow: OAuthFlow,
  callback: URL,
  secrets: FlowSecrets,
): Promise<ProviderTestOutcome> {
  if (auth.clock.now().getTime() >= flow.createdAt.getTime() + FLOW_SECONDS * 1000)
    return createFailure("The test took longer than ten minutes.", "Test again.");
  const testedProvider = await findProviderToTest(auth, flow.provider).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (testedProvider?.version !== flow.versionToTest)
    return createFailure("The provider's settings were changed during the test.", "Test again.");
  const { provider } = testedProvider;
  try {
    const user = await readProviderUser(auth, provider, callback, secrets);
    return {
      ok: true,
      issuer: user.issuer,
      hasSubject: user.subject !== "",
      email: user.email,
      isEmailVerified: user.isEmailVerified,
      name: user.name ?? user.username ?? null,
    };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return describeFailure(provider, error.cause);
  }
}

const createFailure = (problem: string, advice: string): ProviderTestOutcome => ({
  ok: false,
  problem,
  advice,
  details: "",
});

async function isAdminSession({ database, clock }: AuthDeps, sessionId: string): Promise<boolean> {
  const { rows } = await database.db.execute(sql`
    select from auth.sessions s
    join auth.users u on u.id = s.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= ${clock.now().toISOString()}::timestamptz)
    join public.user_roles r on r.user_id = s.user_id and r.role = 'admin'
    where s.id = ${sessionId}`);
  return rows.length > 0;
}

async function saveOutcome(
  { database, clock }: AuthDeps,
  sessionId: string,
  providerId: string,
  outcome: ProviderTestOutcome,
): Promise<void> {
  const row = { provider: providerId, result: outcome, createdAt: clock.now() };
  await database.db
    .insert(providerTests)
    .values({ sessionId, ...row })
    .onConflictDoUpdate({ target: providerTests.sessionId, set: row });
}

/** Returns the result of the last test that this session started, if it was of this provider. */
export async function readTestResult(
  { database }: AuthDeps,
  sessionId: string,
  providerId: string,
): Promise<ProviderTest | null> {
  const [row] = await database.db
    .select()
    .from(providerTests)
    .where(and(eq(providerTests.sessionId, sessionId), eq(providerTests.provider, providerId)));
  return row ? { testedAt: row.createdAt.toISOString(), outcome: row.result as ProviderTestOutcome } : null;
}
