import { useEffect } from "react";
import type { FollowState, ThreadMarks } from "#core/forum/reading.ts";
import { NOTICES } from "#core/notices.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Menu, menuItemClasses } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";
import { latestMarks } from "./latest-marks.ts";
import SaveButton from "./save-button.tsx";
import { useMark } from "./use-mark.ts";

interface ThreadControlsProps {
  readonly postId: string;
  readonly marks: ThreadMarks;
  /** A visit that wasn't recorded yet, because the page was prefetched. */
  readonly pendingVisit: { readonly readUntil: number; readonly isArrival: boolean } | null;
}

interface Choice {
  readonly state: FollowState;
  readonly icon: IconName;
  /** The button's label. */
  readonly word: string;
  readonly label: string;
  readonly hint: string;
}

const CHOICES: readonly Choice[] = [
  {
    state: "following",
    icon: "bell-ring",
    word: "Following",
    label: "Following",
    hint: "You'll be notified of every new comment.",
  },
  {
    state: "normal",
    icon: "bell-plus",
    word: "Follow",
    label: "Not following",
    hint: "You'll only be notified of replies and mentions.",
  },
  {
    state: "muted",
    icon: "bell-off",
    word: "Muted",
    label: "Muted",
    hint: "You won't be notified, and lists show it dimmed.",
  },
];

const readState = (form: FormData) => form.get("state") as FollowState;

/** Follows, mutes or saves a thread, and records the visit of a prefetched page. */
export default function ThreadControls({ postId, marks, pendingVisit: unnoted }: ThreadControlsProps) {
  const { send, shown } = useMark(marks, marks.follow, readState, (follow) => {
    latestMarks.set(postId, { ...(latestMarks.get(postId) ?? marks), follow });
    toast(NOTICES[`thread-${follow}`]);
  });
  useEffect(() => {
    latestMarks.set(postId, { ...marks, isUnread: false, newComments: 0 });
  }, [postId, marks]);
  useEffect(() => {
    if (!unnoted) return;
    const { readUntil, isArrival } = unnoted;
    const body = new URLSearchParams({ readUntil: `${readUntil}`, isArrival: `${isArrival}` });
    navigator.sendBeacon(`/forum/${postId}/visit`, body);
  }, [postId, unnoted]);

  const current = CHOICES.find(({ state }) => state === shown) ?? CHOICES[0];
  return (
    <>
      <Menu
        label={`${current?.word}: choose notifications for this thread`}
        opener={
          <>
            {current ? <Icon name={current.icon} /> : null}
            {current?.word}
            <Icon name="chevron-down" size={14} />
          </>
        }
        openerClassName={buttonClasses({ look: "quiet", size: "sm" })}
      >
        <form method="post" action={`/forum/${postId}/follow`} onSubmit={send} className="grid w-64">
          {CHOICES.map(({ state, icon, label, hint }) => (
            <button
              key={state}
              type="submit"
              name="state"
              value={state}
              aria-pressed={state === shown}
              className={classNames(menuItemClasses(), "items-start")}
            >
              <Icon name={icon} className={classNames("mt-0.5 shrink-0", state === shown && "text-accent")} />
              <span className="min-w-0 flex-1">
                <span className={classNames("block font-semibold", state === shown && "text-accent")}>
                  {label}
                </span>
                <span className="block text-xs text-muted">{hint}</span>
              </span>
              {state === shown ? <Icon name="check" className="mt-0.5 shrink-0 text-accent" /> : null}
            </button>
          ))}
        </form>
      </Menu>
      <SaveButton postId={postId} marks={marks} />
    </>
  );
}
