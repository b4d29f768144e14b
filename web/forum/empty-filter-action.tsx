import type { PostListState } from "#core/forum/list-query.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import FollowListControl from "./follow-list-control.tsx";
import { buildListHref } from "./list-controls.tsx";
import type { ListFollow } from "./load-list-follow.ts";

interface EmptyFilterActionProps {
  readonly listState: PostListState;
  readonly suggestedFollows: readonly ListFollow[] | null;
}

export default function EmptyFilterAction({ listState, suggestedFollows }: EmptyFilterActionProps) {
  if (listState.filter === "following" && suggestedFollows) {
    return (
      <div className="grid justify-items-center gap-5">
        <div className="flex max-w-2xl flex-wrap justify-center gap-2">
          {suggestedFollows.map((follow) => (
            <FollowListControl key={follow.label} follow={follow} listState={listState} isBrief />
          ))}
        </div>
        <ButtonLink to="/forum?filter=following" variant="primary">
          Show posts
        </ButtonLink>
      </div>
    );
  }
  const isNarrowed = listState.tag !== null || listState.category !== "all";
  return (
    <span className="flex flex-wrap justify-center gap-2">
      {isNarrowed ? (
        <ButtonLink to={buildListHref({ path: "/forum", listState }, { tag: null, category: "all" })}>
          Show all categories
        </ButtonLink>
      ) : null}
      {listState.filter === "unanswered" ? (
        <ButtonLink to="/create">Start a discussion</ButtonLink>
      ) : (
        <ButtonLink to="/forum">Show all posts</ButtonLink>
      )}
    </span>
  );
}
