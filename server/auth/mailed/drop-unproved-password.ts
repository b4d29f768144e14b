import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/database/index.ts";
import { users } from "../tables.ts";

/**
 * Forgets the password of an account whose address nobody has proved yet, before another way into it is given: whoever
 * chose it need not be who proves the address (docs/decisions/021). An account with a proved address or number keeps its own.
 */
export async function dropUnprovedPassword(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ encryptedPassword: null })
    .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.phoneConfirmedAt)));
}
