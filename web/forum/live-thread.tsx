import { type MouseEvent, useEffect, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { CommentNode } from "#core/forum/types.ts";
import { useLiveUpdates } from "#web/live/live-updates.ts";
import { Pill } from "#web/live/pill.tsx";
import { useOptionalSite } from "#web/page/site-data.ts";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";
import { findNewCommentIds, hasMissedEvents } from "./find-new.ts";

interface LiveThreadProps {
  readonly postId: string;
  /** The comments shown, with their replies. */
  readonly items: readonly CommentNode[];
  /** When the comments were loaded. */
  readonly since: number;
  readonly isLocked: boolean;
  /** True on a comment's own page: only replies to the comments shown count. */
  readonly isSubthread?: boolean;
}

const LOCKED = "This post is locked. No new comments can be added.";
const DELETED = "This post was deleted while you were reading.";

export default function LiveThread({ postId, items, since, isLocked, isSubthread = false }: LiveThreadProps) {
  const updates = useLiveUpdates();
  const viewerId = useOptionalSite()?.viewer?.id;
  const { revalidate, state } = useRevalidator();
  const navigate = useNavigate();
  const [dismissedNotice, setDismissedNotice] = useState<string | null>(null);
  const ids = new Set<string>();
  collectIds(items, ids);
  const newIds = findNewCommentIds(updates, { since, ids, viewerId }, { postId, isSubthread });

  // Deleted comments are dimmed; they disappear or become placeholders when the page's data is next reloaded.
  const deletedIds = updates
    .filter((update) => update.at > since && "isGone" in update && update.isGone)
    .map(({ id }) => id);
  const joinedDeletedIds = deletedIds.filter((id) => ids.has(id)).join(" ");
  useEffect(() => {
    for (const id of joinedDeletedIds.split(" "))
      document.getElementById(`comment-${id}`)?.setAttribute("data-gone", "");
  }, [joinedDeletedIds]);

  const postUpdate = updates.findLast((update) => update.id === postId && update.at > since);
  const isDeleted = postUpdate !== undefined && "isGone" in postUpdate && postUpdate.isGone === true;
  const isNowLocked =
    postUpdate !== undefined && "isLocked" in postUpdate && postUpdate.isLocked && !isLocked;
  const notice = isDeleted ? DELETED : isNowLocked ? LOCKED : null;

  // Focuses the first new comment once the comments have been reloaded.
  const [pendingFocus, setPendingFocus] = useState<{ ids: readonly string[]; since: number } | null>(null);
  useEffect(() => {
    if (pendingFocus === null || pendingFocus.since === since) return;
    setPendingFocus(null);
    const [target] = pendingFocus.ids
      .map((id) => document.getElementById(`comment-${id}`))
      .filter((element) => element !== null)
      .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
    const [id] = pendingFocus.ids;
    if (target) {
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: "center" });
    } else if (id) {
      // The comment is too deep for this page, or beyond its end.
      void navigate(`/forum/${postId}/comments/${id}#comment-${id}`);
    }
  }, [pendingFocus, since, postId, navigate]);

  function show(event: MouseEvent): void {
    if (cancelIfOffline(event)) return;
    setPendingFocus({ ids: newIds, since });
    void revalidate();
  }

  if (notice && dismissedNotice !== notice)
    return (
      <Pill isNotice icon={isDeleted ? "trash-2" : "lock"} onPress={() => setDismissedNotice(notice)}>
        {notice}
      </Pill>
    );
  if (isDeleted || (newIds.length === 0 && !hasMissedEvents(updates, since))) return null;
  return (
    <div className="new-comments">
      <Pill icon="message-square" onPress={show}>
        {state === "loading" ? "Loading comments..." : formatNewCount(newIds.length)}
      </Pill>
    </div>
  );
}

function collectIds(items: readonly CommentNode[], ids: Set<string>): void {
  for (const { id, replies } of items) {
    ids.add(id);
    collectIds(replies, ids);
  }
}

const formatNewCount = (count: number) =>
  count === 0 ? "There may be new comments" : count === 1 ? "1 new comment" : `${count} new comments`;
