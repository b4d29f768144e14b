import { eq } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { blankToEmpty } from "#core/text.ts";
import { type NewAuditEvent, recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import type { ForumDeps } from "../deps.ts";
import { comments, forumPosts } from "../tables.ts";

/** Marks a change as made from the admin dashboard. */
export interface Moderation {
  readonly reason: string;
  /** The transaction of a larger admin action, which notifies the author itself. */
  readonly tx?: Tx | undefined;
}

interface ModerationEvent extends Omit<NewAuditEvent, "target" | "action">, Pick<Moderation, "tx"> {
  readonly action: Extract<NewAuditEvent["action"], `post.${string}` | `comment.${string}`>;
  readonly postId: string;
  readonly commentId?: string;
}

/**
 * Records an admin action on content. Also notifies the author, unless they are the actor or the event is part of a
 * larger admin action.
 */
export async function recordModeration(
  { clock }: ForumDeps,
  tx: Tx,
  actor: Member,
  { postId, commentId, tx: adminTx, ...event }: ModerationEvent,
): Promise<void> {
  const [post] = await tx
    .select({ title: forumPosts.title, authorId: forumPosts.authorId })
    .from(forumPosts)
    .where(eq(forumPosts.id, postId));
  await recordAuditEvent(tx, actor, {
    ...event,
    target: { kind: commentId ? "comment" : "post", id: commentId ?? postId, name: post?.title ?? "" },
  });
  if (adminTx) return;
  const [comment] = commentId
    ? await tx.select({ authorId: comments.authorId }).from(comments).where(eq(comments.id, commentId))
    : [];
  await notifyAdminAction(tx, {
    action: event.action,
    memberId: (commentId ? comment : post)?.authorId ?? null,
    actorId: actor.id,
    postId,
    commentId: commentId ?? null,
    name: post?.title ?? "",
    reason: blankToEmpty(event.reason ?? ""),
    now: clock.now(),
  });
}

/**
 * Whether a change is moderation: the viewer is an administrator, and the content is someone else's or the change was
 * made from the admin dashboard.
 */
export function isModeration(
  viewer: Member,
  { authorId }: { readonly authorId: string | null },
  moderation?: Moderation,
): boolean {
  return viewer.role === "admin" && (moderation !== undefined || viewer.id !== authorId);
}
