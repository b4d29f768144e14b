import { randomUUID } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { runInRequestScope } from "#server/platform/request-scope.ts";
import type { AuthDeps } from "../deps.ts";
import { signIns, users } from "../tables.ts";
import { type SignIn, toSignInRow } from "./sign-ins.ts";

/**
 * A refusal identical to the latest one, and less than this long after it, is counted in the same row, so that guessing
 * doesn't displace other sign-ins.
 */
const SAME_REFUSAL_MS = 60 * 60 * 1000;

/**
 * Records a refused sign-in in the background, so that the response time doesn't reveal whether the account exists:
 * nothing is recorded for unknown accounts. A failure is only logged.
 */
export function recordRefusedSignIn(auth: AuthDeps, userId: string, signIn: SignIn): void {
  setImmediate(() => {
    runInRequestScope(randomUUID(), () => storeRefusal(auth, userId, signIn)).catch((error: unknown) =>
      auth.log.warn({ err: error }, "a refused sign-in could not be recorded"),
    );
  });
}

async function storeRefusal({ database, clock }: AuthDeps, userId: string, signIn: SignIn): Promise<void> {
  const at = clock.now();
  const row = toSignInRow(signIn);
  await database.db.transaction(async (tx) => {
    // Locks the user, so that parallel attempts are counted one after another.
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .for("no key update");
    if (!user) return;
    const [latestRefusal] = await tx
      .select()
      .from(signIns)
      .where(and(eq(signIns.userId, userId), eq(signIns.outcome, "refused")))
      .orderBy(desc(signIns.at), desc(signIns.id))
      .limit(1);
    const isSame =
      latestRefusal?.method === row.method &&
      latestRefusal.device === row.device &&
      latestRefusal.location === row.location &&
      at.getTime() - latestRefusal.at.getTime() < SAME_REFUSAL_MS;
    if (isSame)
      await tx
        .update(signIns)
        .set({ attempts: sql`${signIns.attempts} + 1`, at })
        .where(eq(signIns.id, latestRefusal.id));
    else await tx.insert(signIns).values({ ...row, userId, outcome: "refused", at });
  });
}
