import { eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db, Tx } from "#server/database/index.ts";
import { users } from "../tables.ts";

/** Values that clear the columns of a pending change of the email address or phone number. */
export const NO_PENDING_CHANGE = {
  email: { newEmail: null, emailChangeConfirmedSide: null, emailChangeSentAt: null },
  phone: { newPhone: null, phoneChangeSentAt: null },
} as const;

/** Changes a user's row, which must exist, and returns it. Undefined columns stay unchanged. */
export async function updateUserRow(db: Db | Tx, id: string, changes: PgUpdateSetSource<typeof users>) {
  const [updatedUser] = await db.update(users).set(changes).where(eq(users.id, id)).returning();
  if (!updatedUser) throw new Error("the user to update doesn't exist");
  return updatedUser;
}
