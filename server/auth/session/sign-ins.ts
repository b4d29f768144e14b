import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { type SessionRow, signIns } from "../tables.ts";
import { hasVerifiedFactor } from "../two-factor/factors.ts";
import { describeDevice, describeLocation } from "./describe-device.ts";

export interface SignIn {
  /** How the session was started, or the method (password or factor) that was refused. */
  readonly method: string;
  readonly provider?: string | null;
  readonly client: ClientInfo;
}

/** Separates the first method from the factor in the column `method`. */
export const METHOD_SEPARATOR = "+";

export const toSignInRow = ({ method, provider = null, client }: SignIn) => ({
  method,
  provider,
  device: describeDevice(client.userAgent),
  location: describeLocation(client.ip),
});

/** Records the sign-in that started a session. It is pending if two-factor authentication still has to be completed. */
export async function recordSignIn({ clock }: AuthDeps, tx: Tx, session: SessionRow, signIn: SignIn) {
  const { id, userId, aal } = session;
  const outcome = aal !== "aal2" && (await hasVerifiedFactor(tx, userId)) ? "pending" : "succeeded";
  await tx
    .insert(signIns)
    .values({ ...toSignInRow(signIn), userId, sessionId: id, outcome, at: clock.now() });
}

/** Marks the session's pending sign-in as succeeded, and adds the factor to its method. */
export async function completeSignIn(tx: Tx, { id, userId }: SessionRow, factor: string): Promise<void> {
  await tx
    .update(signIns)
    .set({ outcome: "succeeded", method: sql`${signIns.method} || ${METHOD_SEPARATOR + factor}` })
    .where(and(eq(signIns.userId, userId), eq(signIns.sessionId, id), eq(signIns.outcome, "pending")));
}
