import { Icon } from "#web/ui/icon.tsx";
import type { PostCardData } from "./post-card-data.ts";

export function PostState({ post: { isPinned, isLocked, threadState } }: { post: PostCardData }) {
  // A muted thread is dimmed and doesn't show what is new.
  const isMuted = threadState?.follow === "muted";
  return (
    <>
      {threadState?.isUnread && !isMuted ? <span className="sr-only">Unread</span> : null}
      {isMuted ? (
        <span className="post-state">
          <Icon name="bell-off" size={13} />
          Muted
        </span>
      ) : null}
      {isPinned ? (
        <span className="post-state text-accent">
          <Icon name="pin" size={13} />
          Pinned
        </span>
      ) : null}
      {isLocked ? (
        <span className="post-state text-warning">
          <Icon name="lock" size={13} />
          Locked
        </span>
      ) : null}
    </>
  );
}
