import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { users } from "../tables.ts";

/**
 * Clears an unconfirmed account's password before anyone else can sign in, because the person who chose it may not
 * own the address (docs/decisions/021).
 */
export async function clearUnconfirmedPassword(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ encryptedPassword: null })
    .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.phoneConfirmedAt)));
}
