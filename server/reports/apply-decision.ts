import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Decision, RawDecision } from "#core/reports/report-input.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { clearProfile, replaceBio } from "#server/profiles/index.ts";
import type { ReportDeps } from "./deps.ts";
import { type FoundTarget, findTarget } from "./find-target.ts";
import type { LockedGroup } from "./lock-group.ts";

/** The result of a decision. */
export interface DecisionResult {
  /** Null if the target is no longer visible. */
  readonly visibleTarget: FoundTarget | null;
  /** The member whose avatar was removed from the profile, so that its file can be deleted. */
  readonly clearedId: string | null;
}

/**
 * Applies a decision to the target and its author, with an audit event for each change. Throws AppError:
 * reported_gone, author_gone, and invalid_input or missing_information for an edit.
 */
export async function applyDecision(
  deps: ReportDeps,
  tx: Tx,
  viewer: Member,
  group: LockedGroup,
  decision: Decision,
  words: Pick<RawDecision, "title" | "content">,
): Promise<DecisionResult> {
  const { action, alsoRemove, conclusion } = decision;
  const found = await findTarget(tx, group.kind, group.targetId);
  const target = found && !found.isGone ? found : null;

  if (action === "warn") {
    if (group.authorId === null || group.authorName === null) throw new AppError("author_gone");
    const member = { kind: "member", id: group.authorId, name: group.authorName } as const;
    await recordAuditEvent(tx, viewer, { action: "member.warn", target: member, reason: conclusion });
  }
  if (action === "edit") {
    if (!target) throw new AppError("reported_gone");
    return { visibleTarget: await edit(deps, tx, viewer, target, words, conclusion), clearedId: null };
  }
  if (action === "remove" || alsoRemove) {
    // With a warning or suspension, a target that is already gone is fine.
    if (!target && alsoRemove) return { visibleTarget: null, clearedId: null };
    if (!target) throw new AppError("reported_gone");
    await remove(deps, tx, viewer, target, conclusion);
    return target.kind === "profile"
      ? { visibleTarget: target, clearedId: target.id }
      : { visibleTarget: null, clearedId: null };
  }
  return { visibleTarget: target, clearedId: null };
}

async function remove(
  { forum }: ReportDeps,
  tx: Tx,
  viewer: Member,
  { kind, id, name, content, avatarUrl }: FoundTarget,
  why: string,
): Promise<void> {
  if (kind === "post") return forum.inTransaction(tx).deletePost(viewer, { id, why });
  if (kind === "comment") return forum.inTransaction(tx).deleteComment(viewer, { id, why });
  await clearProfile(tx, id);
  await recordAuditEvent(tx, viewer, {
    action: "member.edit",
    target: { kind: "member", id, name },
    reason: why,
    before: { bio: content, picture: avatarUrl ?? "" },
    after: { bio: "", picture: "" },
  });
}

/** Throws if nothing would change. */
async function edit(
  { forum }: ReportDeps,
  tx: Tx,
  viewer: Member,
  { kind, id, name, title, content, category, tags }: FoundTarget,
  given: Pick<RawDecision, "title" | "content">,
  why: string,
): Promise<FoundTarget | null> {
  if (kind === "post")
    await forum
      .inTransaction(tx)
      .editPost(viewer, { id, title: given.title, content: given.content, category, tags, why });
  else if (kind === "comment")
    await forum.inTransaction(tx).editComment(viewer, { id, content: given.content, why });
  else {
    await recordAuditEvent(tx, viewer, {
      action: "member.edit",
      target: { kind: "member", id, name },
      reason: why,
      before: { bio: content },
      after: { bio: await replaceBio(tx, id, given.content) },
    });
  }
  const now = await findTarget(tx, kind, id);
  if (now?.content === content && now.title === title)
    throw new AppError("invalid_input", {
      fields: { content: "Change the text, or choose a different action." },
    });
  return now;
}
