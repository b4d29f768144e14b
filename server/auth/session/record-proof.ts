import { eq } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { sessions } from "../tables.ts";

/**
 * The method of an emailed or texted code. It isn't "otp", which would mean that the session started with an emailed
 * code, and would waive AUTH_REQUIRE_CURRENT_PASSWORD.
 */
export const CODE_METHOD = "reauthentication";

/**
 * Records in the session's `amr` (authentication methods, RFC 8176) that the user has just verified these methods.
 * Returns false if the session has ended.
 */
export async function recordProof(
  { clock }: AuthDeps,
  tx: Tx,
  sessionId: string,
  methods: readonly string[],
): Promise<boolean> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
  if (!session) return false;
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const amr = [
    ...methods.map((method) => ({ method, timestamp })),
    ...session.amr.filter(({ method }) => !methods.includes(method)),
  ];
  await tx.update(sessions).set({ amr }).where(eq(sessions.id, sessionId));
  return true;
}
