import { and, eq } from "drizzle-orm";
import type { ProviderTest, ProviderTestOutcome } from "#core/accounts/provider-settings.ts";
import type { AuthDeps } from "../deps.ts";
import { providerTests } from "../oauth/tables.ts";

export async function saveTestResult(
  { database, clock }: AuthDeps,
  sessionId: string,
  provider: string,
  result: ProviderTestOutcome,
): Promise<void> {
  const row = { provider, result, createdAt: clock.now() };
  await database.db
    .insert(providerTests)
    .values({ sessionId, ...row })
    .onConflictDoUpdate({ target: providerTests.sessionId, set: row });
}

export async function readTestResult(
  { database }: AuthDeps,
  sessionId: string,
  provider: string,
): Promise<ProviderTest | null> {
  const [row] = await database.db
    .select()
    .from(providerTests)
    .where(and(eq(providerTests.sessionId, sessionId), eq(providerTests.provider, provider)));
  return row ? { testedAt: row.createdAt.toISOString(), outcome: row.result as ProviderTestOutcome } : null;
}
