import { and, eq } from "drizzle-orm";
import { canWriteObject } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { hasSqlState } from "#server/database/index.ts";
import { findObject } from "./find-object.ts";
import type { StorageHandler } from "./handler.ts";
import { objects } from "./tables.ts";
import { assertFits, readTransfer } from "./transfer.ts";

/** POST /object/move: changes only the row; the file stays. */
export const handleMoveObject: StorageHandler = async (c, storage) => {
  const { actor, from, to, sourceKey, destinationKey } = await readTransfer(c, storage);
  const object = await findObject(storage, from, sourceKey);
  if (!canWriteObject(actor, from, sourceKey)) throw new StorageError("AccessDenied");
  if (to !== from) assertFits(to, object);
  // Moving an object to its own key is a conflict, like copying it there.
  else if (sourceKey === destinationKey) throw new StorageError("KeyAlreadyExists");

  const movedRows = await storage.database.db
    .update(objects)
    .set({ bucketId: to.id, name: destinationKey, updatedAt: storage.clock.now() })
    .where(and(eq(objects.bucketId, from.id), eq(objects.name, sourceKey)))
    .returning({ id: objects.id })
    .catch((error: unknown) => {
      throw hasSqlState(error, "unique_violation")
        ? new StorageError("KeyAlreadyExists", { cause: error })
        : error;
    });
  const [row] = movedRows;
  if (!row) throw new StorageError("NoSuchKey");
  return c.json({ message: "Successfully moved", Id: row.id, Key: `${to.id}/${destinationKey}` });
};
