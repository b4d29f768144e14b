import type { Viewer } from "#core/accounts/member.ts";
import { NOTE_MAX } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { AuthDeps } from "../../deps.ts";
import { memberNotes } from "../../tables.ts";
import { lockMember } from "./lock-member.ts";
import { parseText } from "./member-input.ts";

/**
 * Adds a note about a member, visible only to administrators. This doesn't change the account, so no recent sign-in
 * is required. Throws AppError("invalid_input").
 */
export async function addMemberNote(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: { readonly note: string },
): Promise<void> {
  requireAdmin(viewer);
  const content = parseText(input.note, { field: "note", max: NOTE_MAX, requiredMessage: "Enter a note." });
  await auth.database.db.transaction(async (tx) => {
    const { record } = await lockMember(auth, tx, viewer, id);
    const createdAt = auth.clock.now();
    await tx.insert(memberNotes).values({ memberId: id, authorName: viewer.username, content, createdAt });
    await record({ action: "member.note", after: { note: content } });
  });
}
