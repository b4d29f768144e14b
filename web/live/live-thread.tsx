import { type MouseEvent, useEffect, useState } from "react";
import { useNavigate, useRevalidator, useRouteLoaderData } from "react-router";
import type { CommentNode } from "#core/forum/types.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { stopOffline } from "#web/ui/stop-offline.ts";
import { findNewComments, hasMissed } from "./find-new.ts";
import { useLiveUpdates } from "./live-updates.ts";
import { Pill } from "./pill.tsx";

interface LiveThreadProps {
  readonly postId: string;
  /** The comments shown with their replies, and when they were read. */
  readonly items: readonly CommentNode[];
  readonly since: number;
  readonly isLocked: boolean;
  /** True on a comment's own page: only replies to the comments shown count. */
  readonly isPart?: boolean;
}

const LOCKED = "This post is locked. No new comments can be added.";
const GONE = "This post was deleted while you were reading.";

/** Shows what happens to an open post and its comments, without moving the content. */
export default function LiveThread({ postId, items, since, isLocked, isPart = false }: LiveThreadProps) {
  const updates = useLiveUpdates();
  const viewerId = useRouteLoaderData<SiteData>("root")?.viewer?.id;
  const { revalidate, state } = useRevalidator();
  const navigate = useNavigate();
  const [dismissed, setDismissed] = useState<string | null>(null);
  const ids = new Set<string>();
  collect(items, ids);
  const fresh = findNewComments(updates, { since, ids, viewerId }, { postId, isPart });

  // Deleted comments are dimmed; they disappear with the next reload.
  const gone = updates.filter((one) => one.at > since && "isGone" in one && one.isGone).map(({ id }) => id);
  const goneHere = gone.filter((id) => ids.has(id)).join(" ");
  useEffect(() => {
    for (const id of goneHere.split(" "))
      document.getElementById(`comment-${id}`)?.setAttribute("data-gone", "");
  }, [goneHere]);

  const post = updates.findLast((one) => one.id === postId && one.at > since);
  const isGone = post !== undefined && "isGone" in post && post.isGone === true;
  const isNowLocked = post !== undefined && "isLocked" in post && post.isLocked && !isLocked;
  const notice = isGone ? GONE : isNowLocked ? LOCKED : null;

  // Focuses the first new comment after the page was reloaded.
  const [pending, setPending] = useState<{ ids: readonly string[]; since: number } | null>(null);
  useEffect(() => {
    if (pending === null || pending.since === since) return;
    setPending(null);
    const [target] = pending.ids
      .map((id) => document.getElementById(`comment-${id}`))
      .filter((found) => found !== null)
      .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
    const [id] = pending.ids;
    if (target) {
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: "center" });
    } else if (id) {
      // Too deep for this page, or beyond its end.
      void navigate(`/forum/${postId}/comments/${id}#comment-${id}`);
    }
  }, [pending, since, postId, navigate]);

  function show(event: MouseEvent): void {
    if (stopOffline(event)) return;
    setPending({ ids: fresh, since });
    void revalidate();
  }

  if (notice && dismissed !== notice)
    return (
      <Pill isNotice icon={isGone ? "trash-2" : "lock"} onPress={() => setDismissed(notice)}>
        {notice}
      </Pill>
    );
  if (isGone || (fresh.length === 0 && !hasMissed(updates, since))) return null;
  return (
    <Pill icon="message-square" onPress={show}>
      {state === "loading" ? "Loading comments..." : formatCount(fresh.length)}
    </Pill>
  );
}

function collect(items: readonly CommentNode[], ids: Set<string>): void {
  for (const { id, replies } of items) {
    ids.add(id);
    collect(replies, ids);
  }
}

const formatCount = (count: number) =>
  count === 0 ? "There may be new comments" : count === 1 ? "1 new comment" : `${count} new comments`;
