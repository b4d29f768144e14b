import { type MouseEvent, useEffect, useState } from "react";
import { useNavigate, useRevalidator, useRouteLoaderData } from "react-router";
import type { CommentNode } from "#core/forum/types.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { stopOffline } from "#web/ui/stop-offline.ts";
import { findNewComments, hasMissed } from "./find-new.ts";
import { useHeard } from "./heard.ts";
import { Pill } from "./pill.tsx";

interface LiveThreadProps {
  readonly postId: string;
  /** The comments that are shown, with what answers them, and when they were read. */
  readonly items: readonly CommentNode[];
  readonly since: number;
  readonly isLocked: boolean;
  /** Whether this is a comment's own page: then only answers to what is shown are told of. */
  readonly isPart?: boolean;
}

const LOCKED = "This post is locked. No new comments can be added.";
const GONE = "This post was deleted while you were reading.";

/** What happens to a post and its comments while they are read: said without moving them. */
export default function LiveThread({ postId, items, since, isLocked, isPart = false }: LiveThreadProps) {
  const heard = useHeard();
  const viewerId = useRouteLoaderData<SiteData>("root")?.viewer?.id;
  const { revalidate, state } = useRevalidator();
  const navigate = useNavigate();
  const [put, setPut] = useState<string | null>(null);
  const ids = new Set<string>();
  collect(items, ids);
  const fresh = findNewComments(heard, { since, ids, viewerId }, { postId, isPart });

  // Its words are dimmed where they stand; they are gone when the page is loaded the next time.
  const gone = heard.filter((one) => one.at > since && "isGone" in one && one.isGone).map(({ id }) => id);
  const goneHere = gone.filter((id) => ids.has(id)).join(" ");
  useEffect(() => {
    for (const id of goneHere.split(" "))
      document.getElementById(`comment-${id}`)?.setAttribute("data-gone", "");
  }, [goneHere]);

  const post = heard.findLast((one) => one.id === postId && one.at > since);
  const isGone = post !== undefined && "isGone" in post && post.isGone === true;
  const isNowLocked = post !== undefined && "isLocked" in post && post.isLocked && !isLocked;
  const notice = isGone ? GONE : isNowLocked ? LOCKED : null;

  // Where the new ones stand is known once the page shows them.
  const [asked, setAsked] = useState<{ ids: readonly string[]; since: number } | null>(null);
  useEffect(() => {
    if (asked === null || asked.since === since) return;
    setAsked(null);
    const [place] = asked.ids
      .map((id) => document.getElementById(`comment-${id}`))
      .filter((found) => found !== null)
      .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
    const [id] = asked.ids;
    if (place) {
      place.tabIndex = -1;
      place.focus({ preventScroll: true });
      place.scrollIntoView({ block: "center" });
    } else if (id) {
      // Too deep for this page, or behind its end.
      void navigate(`/forum/${postId}/comments/${id}#comment-${id}`);
    }
  }, [asked, since, postId, navigate]);

  function show(event: MouseEvent): void {
    if (stopOffline(event)) return;
    setAsked({ ids: fresh, since });
    void revalidate();
  }

  if (notice && put !== notice)
    return (
      <Pill isNotice icon={isGone ? "trash-2" : "lock"} onPress={() => setPut(notice)}>
        {notice}
      </Pill>
    );
  if (isGone || (fresh.length === 0 && !hasMissed(heard, since))) return null;
  return (
    <Pill icon="message-square" onPress={show}>
      {state === "loading" ? "Loading comments..." : words(fresh.length)}
    </Pill>
  );
}

function collect(items: readonly CommentNode[], ids: Set<string>): void {
  for (const { id, replies } of items) {
    ids.add(id);
    collect(replies, ids);
  }
}

const words = (count: number) =>
  count === 0 ? "There may be new comments" : count === 1 ? "1 new comment" : `${count} new comments`;
