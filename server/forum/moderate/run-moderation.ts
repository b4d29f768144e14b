import type { Member, Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { ForumDeps } from "../deps.ts";

/**
 * Runs an admin action on a post or comment in a transaction. Throws not_signed_in, access_denied, and `notFoundCode`
 * for an invalid ID.
 */
export async function runModeration(
  { database, clock }: ForumDeps,
  viewer: Viewer,
  id: string,
  notFoundCode: "post_not_found" | "comment_not_found",
  change: (tx: Tx, admin: Member) => Promise<void>,
): Promise<void> {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError(notFoundCode);
  await database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, clock.now());
    await change(tx, viewer);
  });
}
