import { eq } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthContext } from "../context.ts";
import { sessions } from "../tables.ts";

/** Records in the session that these methods were verified now. Throws AppError("not_signed_in"). */
export async function noteProof(
  { clock }: AuthContext,
  tx: Tx,
  sessionId: string,
  methods: readonly string[],
): Promise<void> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
  if (!session) throw new AppError("not_signed_in");
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const amr = [
    ...methods.map((method) => ({ method, timestamp })),
    ...session.amr.filter(({ method }) => !methods.includes(method)),
  ];
  await tx.update(sessions).set({ amr }).where(eq(sessions.id, sessionId));
}
