import { useEffect, useRef, useState } from "react";
import { getVoteChange, undoVote, type VoteRule, type VoteState, type VoteType } from "#core/forum/votes.ts";
import { VOTE_RECORDED } from "#core/messages.ts";
import { showRefusal, useQueuedForm } from "#web/lists/use-queued-form.ts";
import { useLatestUpdate } from "#web/live/live-updates.ts";
import { getTabSession } from "#web/session/tab-session.ts";
import { toast } from "#web/ui/toast.tsx";
import type { VoteResult } from "../answer-buttons.ts";
import { latestVotes } from "../latest-votes.ts";

interface VoteControlProps {
  readonly action: string;
  /** "toggle": pressing the same arrow again removes the vote. "once": only Undo removes it. */
  readonly rule: VoteRule;
  readonly votes: VoteState;
  /** What is voted on, for screen readers: "this post", for example. */
  readonly subject: string;
  /** "responsive": a row on small screens, a column next to the text on larger ones. */
  readonly layout?: "column" | "row" | "responsive";
}

const LAYOUT_CLASSES = { column: "vote", row: "vote vote-row", responsive: "vote vote-responsive" };

interface SettledVotes {
  /** The page's counters when `votes` was received. */
  readonly pageVotes: VoteState;
  readonly votes: VoteState;
  readonly tabSession: number;
  readonly response?: VoteResult;
}

/** Whether the page's counters and the signed-in user are the same as when these votes were received. */
function isCurrent({ pageVotes, tabSession }: SettledVotes, votes: VoteState): boolean {
  return tabSession === getTabSession() && hasSameVotes(pageVotes, votes);
}

function hasSameVotes(a: VoteState, b: VoteState): boolean {
  return a.upvotes === b.upvotes && a.downvotes === b.downvotes && a.ownVote === b.ownVote;
}

/** The expected counters after this vote, or after Undo ("0"). With "once", the server rejects a second vote. */
function predictVotes(votes: VoteState, vote: FormDataEntryValue | null, rule: VoteRule): VoteState {
  const change =
    vote === "0" ? undoVote(votes.ownVote) : getVoteChange(votes.ownVote, Number(vote) as VoteType, rule);
  if (!change) return votes;
  return {
    ownVote: change.ownVote,
    upvotes: votes.upvotes + change.up,
    downvotes: votes.downvotes + change.down,
  };
}

/** The arrows and the score, which change optimistically. They are in a form that works without JavaScript. */
export function VoteControl({ action, rule, votes, subject, layout = "column" }: VoteControlProps) {
  // The last counters from a response apply until the page loads new ones; a later error doesn't undo them.
  const [settledVotes, setSettledVotes] = useState<SettledVotes>({
    pageVotes: votes,
    votes,
    tabSession: getTabSession(),
  });
  const liveUpdate = useLatestUpdate(action.split("/").at(-2));
  const handledUpdate = useRef(liveUpdate);

  const { response, pending, send } = useQueuedForm<VoteResult>(action, (result) => {
    if (!result.ok) {
      showRefusal(result, "sign_in_to_vote");
    } else if (result.value?.ownVote !== 0) toast(VOTE_RECORDED);
    if (!result.value) return;
    latestVotes.set(action, result.value);
    setSettledVotes({
      pageVotes: votes,
      votes: result.value,
      tabSession: getTabSession(),
      response: result,
    });
  });

  const responseVotes = response === settledVotes.response ? undefined : response?.value;
  const baseVotes = responseVotes ?? (isCurrent(settledVotes, votes) ? settledVotes.votes : votes);
  // Shows other members' votes while the page is open.
  useEffect(() => {
    if (liveUpdate === handledUpdate.current || !liveUpdate || !("upvotes" in liveUpdate)) return;
    handledUpdate.current = liveUpdate;
    const { upvotes, downvotes } = liveUpdate;
    setSettledVotes((previous) => {
      const { ownVote } = isCurrent(previous, votes) ? previous.votes : votes;
      return {
        ...previous,
        pageVotes: votes,
        votes: { upvotes, downvotes, ownVote },
        tabSession: getTabSession(),
      };
    });
  }, [liveUpdate, votes]);

  const currentVotes = pending.reduce(
    (predictedVotes, form) => predictVotes(predictedVotes, form.get("vote"), rule),
    baseVotes,
  );
  const score = currentVotes.upvotes - currentVotes.downvotes;

  return (
    <form method="post" action={action} onSubmit={send} className={LAYOUT_CLASSES[layout]}>
      {rule === "once" ? <input type="hidden" name="rule" value={rule} /> : null}
      <Arrow direction={1} isActive={currentVotes.ownVote === 1} subject={subject} />
      <output aria-label="Score">{score}</output>
      <Arrow direction={-1} isActive={currentVotes.ownVote === -1} subject={subject} />
      {rule === "once" ? (
        // Its space is reserved, so that nothing moves when the button appears.
        <span className="vote-undo">
          {currentVotes.ownVote === 0 ? null : <UndoButton subject={subject} />}
        </span>
      ) : null}
    </form>
  );
}

function Arrow({
  direction,
  isActive,
  subject,
}: {
  direction: VoteType;
  isActive: boolean;
  subject: string;
}) {
  return (
    // The style sheet draws the arrows, because an icon in each button would make lists larger.
    // biome-ignore lint/a11y/useButtonType: submit is the default, and a list has forty of these
    <button
      name="vote"
      value={direction}
      aria-pressed={isActive}
      aria-label={`${direction === 1 ? "Upvote" : "Downvote"} ${subject}`}
      // The second click of a double-click would be refused as a second vote, or undo the first.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    />
  );
}

function UndoButton({ subject }: { subject: string }) {
  return (
    <button
      type="submit"
      name="vote"
      value="0"
      aria-label={`Undo your vote on ${subject}`}
      title="Undo your vote"
      // The button disappears, so move focus to the arrow.
      onClick={({ currentTarget: { form } }) =>
        form?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus()
      }
    >
      Undo
    </button>
  );
}
