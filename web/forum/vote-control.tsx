import { useEffect, useRef, useState } from "react";
import { toggleVote, type VoteRule, type VoteState, type VoteType } from "#core/forum/votes.ts";
import { VOTE_RECORDED } from "#core/messages.ts";
import { useLatestUpdate } from "#web/live/live-updates.ts";
import { signInLink } from "#web/shell/sign-in-link.ts";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { VoteAnswer } from "./answer-vote.ts";
import { latestVotes } from "./latest-votes.ts";
import { getTabSession } from "./tab-session.ts";
import { useOwnFetcher } from "./use-own-fetcher.ts";

interface VoteControlProps {
  /** The vote's route. */
  readonly action: string;
  /** "toggle": the same arrow again removes the vote. "once": one final vote. */
  readonly rule: VoteRule;
  readonly votes: VoteState;
  /** What is voted on, for screen readers: "the post …". */
  readonly subject: string;
  /** "responsive": a row on small screens, a column next to the text on larger ones. */
  readonly layout?: "column" | "row" | "responsive";
}

const LAYOUTS = { column: "vote", row: "vote vote-row", responsive: "vote vote-responsive" };

/** Counters newer than the page's. */
interface Settled {
  /** The page's counters at that time. */
  readonly given: VoteState;
  readonly votes: VoteState;
  readonly tabSession: number;
}

/** Whether neither the page's counters nor the signed-in user has changed since. */
function isCurrent({ given, tabSession }: Settled, votes: VoteState): boolean {
  return tabSession === getTabSession() && sameVotes(given, votes);
}

function sameVotes(left: VoteState, right: VoteState): boolean {
  return (
    left.upvotes === right.upvotes && left.downvotes === right.downvotes && left.ownVote === right.ownVote
  );
}

/** The expected counters after this vote. With "once", a second vote will be refused. */
function afterVote(votes: VoteState, voteType: VoteType, rule: VoteRule): VoteState {
  if (rule === "once" && votes.ownVote !== 0) return votes;
  const { ownVote, upvotes, downvotes } = toggleVote(votes.ownVote, voteType);
  return { ownVote, upvotes: votes.upvotes + upvotes, downvotes: votes.downvotes + downvotes };
}

/**
 * The arrows and the score. They change optimistically; an error reverts them and shows the reason. A plain form, so
 * it works without JavaScript.
 */
export function VoteControl({ action, rule, votes, subject, layout = "column" }: VoteControlProps) {
  const { fetcher, answer, send } = useOwnFetcher<VoteAnswer>();
  const handled = useRef<VoteAnswer | undefined>(undefined);
  // The last successful response applies until the page loads new counters; a later error doesn't undo it.
  const [settled, setSettled] = useState<Settled>({ given: votes, votes, tabSession: getTabSession() });
  const live = useLatestUpdate(action.split("/").at(-2));
  const known = useRef(live);

  useEffect(() => {
    if (!answer || fetcher.state !== "idle" || handled.current === answer) return;
    handled.current = answer;
    if (!answer.ok) {
      const { code, title, message } = answer.refusal;
      const link = code === "sign_in_to_vote" ? signInLink(location.pathname + location.search) : undefined;
      toast({ title, description: message, destructive: true, ...(link && { link }) });
    } else {
      latestVotes.set(action, answer.votes);
      setSettled({ given: votes, votes: answer.votes, tabSession: getTabSession() });
      if (answer.votes.ownVote !== 0) toast(VOTE_RECORDED);
    }
  }, [answer, fetcher.state, action, votes]);

  const latest = answer !== handled.current && answer?.ok ? answer.votes : null;
  const base = latest ?? (isCurrent(settled, votes) ? settled.votes : votes);
  // Others' votes while the page is open.
  useEffect(() => {
    if (live === known.current || !live || !("upvotes" in live)) return;
    known.current = live;
    const { upvotes, downvotes } = live;
    setSettled((before) => {
      const { ownVote } = isCurrent(before, votes) ? before.votes : votes;
      return { given: votes, votes: { upvotes, downvotes, ownVote }, tabSession: getTabSession() };
    });
  }, [live, votes]);

  const pending = fetcher.formData ? (Number(fetcher.formData.get("vote")) as VoteType) : undefined;
  const shown = pending ? afterVote(base, pending, rule) : base;
  const score = shown.upvotes - shown.downvotes;

  return (
    <form method="post" action={action} onSubmit={send} className={LAYOUTS[layout]}>
      {rule === "once" ? <input type="hidden" name="rule" value={rule} /> : null}
      <Arrow direction={1} active={shown.ownVote === 1} subject={subject} />
      <output
        aria-label="Score"
        className={shown.ownVote === 1 ? "text-up" : shown.ownVote === -1 ? "text-down" : undefined}
      >
        {score}
      </output>
      <Arrow direction={-1} active={shown.ownVote === -1} subject={subject} />
    </form>
  );
}

interface ArrowProps {
  readonly direction: VoteType;
  readonly active: boolean;
  readonly subject: string;
}

function Arrow({ direction, active, subject }: ArrowProps) {
  return (
    // biome-ignore lint/a11y/useButtonType: submit is the default, and a list has forty of these
    <button
      name="vote"
      value={direction}
      aria-pressed={active}
      aria-label={`Vote ${subject} ${direction === 1 ? "up" : "down"}`}
    >
      <Icon name={direction === 1 ? "arrow-big-up" : "arrow-big-down"} />
    </button>
  );
}
