import type { Viewer } from "#core/accounts/member.ts";
import { CONTENT_CHOICES } from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAct } from "#server/audit/index.ts";
import type { AuthContext } from "../../context.ts";
import { requireFresh } from "../../session/require-fresh.ts";
import { closeAccount, finishSoon } from "../../user/departures.ts";
import { holdMember, refuseLast, refuseSelf } from "./hold-member.ts";
import { readWhy } from "./member-input.ts";

export interface MemberDeletion {
  /** What happens to posts and comments: "keep" (without an author) or "delete". */
  readonly content: string;
  /** The member's name, typed to confirm. */
  readonly confirmation: string;
  readonly why: string;
}

/**
 * Deletes an account as its member would (docs/decisions/028), with or without its posts and comments.
 * Resolves once the account is closed; the cleanup continues in the background. Throws AppError:
 * not_signed_in, access_denied, sign_in_again, member_not_found, not_yourself, last_administrator,
 * invalid_input (with fields).
 */
export async function deleteMember(
  auth: AuthContext,
  viewer: Viewer,
  id: string,
  given: MemberDeletion,
): Promise<void> {
  requireAdmin(viewer);
  await requireFresh(auth, viewer);
  refuseSelf(viewer, id);
  const content = CONTENT_CHOICES.find((known) => known === given.content);
  if (!content)
    throw new AppError("invalid_input", {
      fields: { content: "Choose what happens to their posts and comments." },
    });
  const why = readWhy(given.why);
  await auth.database.db.transaction(async (tx) => {
    const held = await holdMember(auth, tx, viewer, id, { takesPower: true });
    if (given.confirmation.trim().normalize("NFKC") !== held.thing.name)
      throw new AppError("invalid_input", {
        fields: { confirmation: `Type ${held.thing.name} exactly as it is shown.` },
      });
    await refuseLast(auth, tx, held);
    await closeAccount(auth, tx, held.user, { takesContent: content === "delete" });
    await recordAct(tx, viewer, {
      act: "member.delete",
      thing: held.thing,
      why,
      before: { role: held.role },
      after: { "posts and comments": content === "delete" ? "deleted" : "kept without an author" },
    });
  });
  await finishSoon(auth, id);
}
