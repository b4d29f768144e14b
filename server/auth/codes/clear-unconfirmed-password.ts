import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { users } from "../tables.ts";

/**
 * Clears the password of an account without a confirmed address before anyone else can sign in: the person who
 * chose the password may not own the address (docs/decisions/021).
 */
export async function clearUnconfirmedPassword(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ encryptedPassword: null })
    .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.phoneConfirmedAt)));
}
