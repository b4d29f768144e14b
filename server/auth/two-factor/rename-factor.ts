import { eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { AuthDeps } from "../deps.ts";
import { factors } from "../tables.ts";
import { lockOwnUser, requireViewerSession } from "../user/require-viewer-session.ts";
import { lockFactor, mapNameConflict, parseFactorName } from "./factors.ts";

/**
 * Renames one of the member's factors. An empty name clears the current one. Throws AppError("not_signed_in");
 * AuthError: validation_failed, mfa_factor_not_found, mfa_factor_name_conflict.
 */
export async function renameOwnFactor(auth: AuthDeps, viewer: Viewer, factorId: string, input: string) {
  const bearer = await requireViewerSession(auth, viewer);
  const friendlyName = parseFactorName(input);
  await auth.database.db.transaction(async (tx) => {
    const user = await lockOwnUser(tx, bearer);
    const factor = await lockFactor(tx, user.id, factorId);
    await mapNameConflict(() =>
      tx.update(factors).set({ friendlyName, updatedAt: auth.clock.now() }).where(eq(factors.id, factor.id)),
    );
  });
}
