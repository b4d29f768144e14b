import { NOTICES } from "#core/notices.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { ListFollow } from "./load-list-follow.ts";
import { useOptimisticState } from "./use-optimistic-state.ts";

const parseFollow = (form: FormData) => form.get("follow") === "yes";

interface FollowListButtonProps {
  readonly follow: ListFollow;
  /** Hides the word "Follow" or "Following"; the icon shows the state. */
  readonly isBrief?: boolean | undefined;
}

export default function FollowListButton({ follow, isBrief }: FollowListButtonProps) {
  const { label, tag, categories } = follow;
  const { send, currentValue } = useOptimisticState(
    "/forum/follow",
    follow,
    follow.isFollowed === true,
    parseFollow,
    (isFollowed) =>
      toast({
        ...NOTICES[isFollowed ? "list-followed" : "list-unfollowed"],
        link: { label: "Manage what you follow", to: "/settings/notifications#following" },
      }),
  );
  return (
    <form method="post" action="/forum/follow" onSubmit={send} className="max-w-full">
      {tag === null ? (
        categories.map((category) => <input key={category} type="hidden" name="category" value={category} />)
      ) : (
        <input type="hidden" name="tag" value={tag} />
      )}
      <button
        type="submit"
        name="follow"
        value={currentValue ? "no" : "yes"}
        aria-pressed={currentValue}
        className={buttonClasses({ variant: "secondary", size: "sm" }, "max-w-full")}
      >
        <Icon
          name={currentValue ? "bell-ring" : "bell-plus"}
          className={currentValue ? "text-accent" : undefined}
        />
        <span className="truncate">
          <span className={isBrief ? "sr-only" : undefined}>{currentValue ? "Following" : "Follow"} </span>
          {label}
        </span>
      </button>
    </form>
  );
}
