import { useEffect } from "react";
import type { FollowState, ThreadState } from "#core/forum/reading.ts";
import { NOTICES } from "#core/notices.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";
import { latestThreadStates } from "./latest-thread-states.ts";
import SaveButton from "./save-button.tsx";
import { useOptimisticState } from "./use-optimistic-state.ts";

interface ThreadControlsProps {
  readonly postId: string;
  readonly threadState: ThreadState;
  /** A visit that hasn't been recorded yet, because the page was prefetched. */
  readonly pendingVisit: { readonly readUntil: number; readonly isArrival: boolean } | null;
}

const FOLLOW_OPTIONS = [
  {
    state: "following",
    icon: "bell-ring",
    buttonLabel: "Following",
    label: "Following",
    hint: "You'll be notified of every new comment.",
  },
  {
    state: "normal",
    icon: "bell-plus",
    buttonLabel: "Follow",
    label: "Not following",
    hint: "You'll only be notified of replies and mentions.",
  },
  {
    state: "muted",
    icon: "bell-off",
    buttonLabel: "Muted",
    label: "Muted",
    hint: "You won't be notified, and the post appears dimmed in lists.",
  },
] as const;

const parseState = (form: FormData) => form.get("state") as FollowState;

/** The buttons to follow, mute or save a thread. Also records the visit if the page was prefetched. */
export default function ThreadControls({ postId, threadState, pendingVisit }: ThreadControlsProps) {
  const action = `/forum/${postId}/follow`;
  const { send, currentValue } = useOptimisticState(
    action,
    threadState,
    threadState.follow,
    parseState,
    (follow) => {
      latestThreadStates.set(postId, { ...(latestThreadStates.get(postId) ?? threadState), follow });
      toast(NOTICES[`thread-${follow}`]);
    },
  );
  useEffect(() => {
    latestThreadStates.set(postId, { ...threadState, isUnread: false, newCommentCount: 0 });
  }, [postId, threadState]);
  useEffect(() => {
    if (!pendingVisit) return;
    const { readUntil, isArrival } = pendingVisit;
    const body = new URLSearchParams({ readUntil: `${readUntil}`, isArrival: `${isArrival}` });
    navigator.sendBeacon(`/forum/${postId}/visit`, body);
  }, [postId, pendingVisit]);

  const option = FOLLOW_OPTIONS.find(({ state }) => state === currentValue) ?? FOLLOW_OPTIONS[0];
  return (
    <>
      <Menu
        label={`${option.buttonLabel}: choose notifications for this thread`}
        trigger={
          <>
            <Icon name={option.icon} />
            <span className="max-sm:sr-only">{option.buttonLabel}</span>
            <Icon name="chevron-down" size={14} className="max-sm:hidden" />
          </>
        }
        triggerClassName={buttonClasses({ variant: "quiet", size: "sm" })}
      >
        <form method="post" action={action} onSubmit={send} className="grid w-64">
          {FOLLOW_OPTIONS.map(({ state, icon, label, hint }) => (
            <button
              key={state}
              type="submit"
              name="state"
              value={state}
              aria-pressed={state === currentValue}
              className="menu-item items-start"
            >
              <Icon
                name={icon}
                className={classNames("mt-0.5 shrink-0", state === currentValue && "text-accent")}
              />
              <span className="min-w-0 flex-1">
                <span className={classNames("block font-semibold", state === currentValue && "text-accent")}>
                  {label}
                </span>
                <span className="block text-xs text-muted">{hint}</span>
              </span>
              {state === currentValue ? <Icon name="check" className="mt-0.5 shrink-0 text-accent" /> : null}
            </button>
          ))}
        </form>
      </Menu>
      <SaveButton postId={postId} threadState={threadState} />
    </>
  );
}
