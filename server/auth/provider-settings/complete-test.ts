import { sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { ProviderTestOutcome } from "#core/accounts/provider-settings.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../deps.ts";
import { FLOW_SECONDS, type FlowSecrets, type OAuthFlow } from "../oauth/oauth-flow.ts";
import { readProviderUser } from "../oauth/read-provider-user.ts";
import { describeFailure } from "./describe-failure.ts";
import { findProviderToTest } from "./start-test.ts";
import { saveTestResult } from "./test-results.ts";

/**
 * Completes an administrator's test of a sign-in provider when the browser returns: reads the user as a sign-in would,
 * and stores the outcome for the provider's page. Stores nothing if they're no longer an administrator.
 */
export async function completeTest(auth: AuthDeps, flow: OAuthFlow, callback: URL, secrets: FlowSecrets) {
  const { sessionId } = flow;
  if (sessionId === null || !(await isAdminSession(auth, sessionId))) return;
  await saveTestResult(auth, sessionId, flow.provider, await readOutcome(auth, flow, callback, secrets));
}

async function readOutcome(
  auth: AuthDeps,
  flow: OAuthFlow,
  callback: URL,
  secrets: FlowSecrets,
): Promise<ProviderTestOutcome> {
  if (auth.clock.now().getTime() >= flow.createdAt.getTime() + FLOW_SECONDS * 1000)
    return fail("The test took longer than ten minutes.", "Test again.");
  const testedProvider = await findProviderToTest(auth, flow.provider).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (testedProvider?.version !== flow.versionToTest)
    return fail("The provider's settings were changed during the test.", "Test again.");
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

const fail = (problem: string, advice: string): ProviderTestOutcome => ({
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
