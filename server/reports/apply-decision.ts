import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Decision, RawDecision } from "#core/reports/report-input.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { clearProfile, replaceBio } from "#server/profiles/index.ts";
import type { ReportDeps } from "./deps.ts";
import { findTarget, type TargetState } from "./find-target.ts";
import type { OpenGroup } from "./lock-group.ts";

export interface DecisionResult {
  /** Null if the target is no longer visible. */
  readonly visibleTarget: TargetState | null;
  /** The cleared profile, whose avatar file can now be deleted. Null if no profile was cleared. */
  readonly clearedProfileId: string | null;
  /** Whether the target was removed in addition to a warning or suspension. False if it was already deleted. */
  readonly alsoRemoved: boolean;
}

/**
 * Applies a decision to the target and its author, with an audit event for each change. The caller handles
 * suspensions.
 */
export async function applyDecision(
  deps: ReportDeps,
  tx: Tx,
  viewer: Member,
  group: OpenGroup,
  decision: Decision,
  input: Pick<RawDecision, "title" | "content">,
): Promise<DecisionResult> {
  const { action, alsoRemove, conclusion } = decision;
  const row = await findTarget(tx, group.kind, group.targetId);
  const target = row && !row.isDeleted ? row : null;

  if (action === "warn") {
    if (group.authorId === null || group.authorName === null) throw new AppError("author_deleted");
    const member = { kind: "member", id: group.authorId, name: group.authorName } as const;
    await recordAuditEvent(tx, viewer, { action: "member.warn", target: member, reason: conclusion });
  }
  if (action === "edit") {
    if (!target) throw new AppError("target_deleted");
    const visibleTarget = await editTarget(deps, tx, viewer, target, input, conclusion);
    return { visibleTarget, clearedProfileId: null, alsoRemoved: false };
  }
  if (action === "remove" || alsoRemove) {
    // For a warning or suspension, it doesn't matter that the target was already deleted.
    if (!target && alsoRemove) return { visibleTarget: null, clearedProfileId: null, alsoRemoved: false };
    if (!target) throw new AppError("target_deleted");
    await removeTarget(deps, tx, viewer, target, conclusion);
    return target.kind === "profile"
      ? { visibleTarget: target, clearedProfileId: target.id, alsoRemoved: alsoRemove }
      : { visibleTarget: null, clearedProfileId: null, alsoRemoved: alsoRemove };
  }
  return { visibleTarget: target, clearedProfileId: null, alsoRemoved: false };
}

async function removeTarget(
  { forum }: ReportDeps,
  tx: Tx,
  viewer: Member,
  { kind, id, name, content, avatarUrl }: TargetState,
  reason: string,
): Promise<void> {
  if (kind === "post") return forum.moderation.deletePost(viewer, { id, reason, tx });
  if (kind === "comment") return forum.moderation.deleteComment(viewer, { id, reason, tx });
  await clearProfile(tx, id);
  await recordAuditEvent(tx, viewer, {
    action: "member.edit",
    target: { kind: "member", id, name },
    reason,
    before: { bio: content, picture: avatarUrl ?? "" },
    after: { bio: "", picture: "" },
  });
}

async function editTarget(
  { forum }: ReportDeps,
  tx: Tx,
  viewer: Member,
  { kind, id, name, title, content, category, tags }: TargetState,
  input: Pick<RawDecision, "title" | "content">,
  reason: string,
): Promise<TargetState | null> {
  if (kind === "post")
    await forum.moderation.editPost(viewer, {
      id,
      title: input.title,
      content: input.content,
      category,
      tags,
      reason,
      tx,
    });
  else if (kind === "comment")
    await forum.moderation.editComment(viewer, { id, content: input.content, reason, tx });
  else {
    await recordAuditEvent(tx, viewer, {
      action: "member.edit",
      target: { kind: "member", id, name },
      reason,
      before: { bio: content },
      after: { bio: await replaceBio(tx, id, input.content) },
    });
  }
  const updatedTarget = await findTarget(tx, kind, id);
  if (updatedTarget?.content === content && updatedTarget.title === title)
    throw new AppError("invalid_input", {
      fieldErrors: { content: "Change the text, or choose a different action." },
    });
  return updatedTarget;
}
