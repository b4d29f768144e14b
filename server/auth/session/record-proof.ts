import { eq } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import { type SessionRow, sessions } from "../tables.ts";

/**
 * The method recorded for an emailed or texted code. It isn't "otp", which would mean that the session started with
 * such a code, and would waive AUTH_REQUIRE_CURRENT_PASSWORD.
 */
export const CODE_METHOD = "reauthentication";

/**
 * Records in the session's `amr` (authentication methods, RFC 8176) that the user has just verified their identity with
 * these methods. Returns false if the session has ended.
 */
export async function recordProof(auth: AuthDeps, tx: Tx, sessionId: string, methods: readonly string[]) {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
  if (!session) return false;
  const amr = addMethods(auth, session, methods);
  await tx.update(sessions).set({ amr }).where(eq(sessions.id, sessionId));
  return true;
}

/** Returns the session's `amr` with these methods, verified now. */
export function addMethods({ clock }: AuthDeps, { amr }: SessionRow, methods: readonly string[]) {
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  return [
    ...methods.map((method) => ({ method, timestamp })),
    ...amr.filter(({ method }) => !methods.includes(method)),
  ];
}
