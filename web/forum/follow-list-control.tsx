import { Suspense } from "react";
import { buildPostListParams, type PostListState } from "#core/forum/list-query.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { ListFollow } from "./load-list-follow.ts";

const FollowListButton = lazyComponent(() => import("./follow-list-button.tsx"));

interface FollowListControlProps {
  readonly follow: ListFollow;
  readonly listState: PostListState;
  readonly isBrief?: boolean;
}

export default function FollowListControl({ follow, listState, isBrief }: FollowListControlProps) {
  const { label, tag, categories, isFollowed } = follow;
  if (isFollowed === null) {
    const query = buildPostListParams({ ...listState, cursor: null }).toString();
    return (
      <ButtonLink to={createSignInLink(`/forum?${query}`).to} rel="nofollow" size="sm" className="max-w-full">
        <Icon name="bell-plus" />
        <span className="truncate">Follow {label}</span>
      </ButtonLink>
    );
  }
  return (
    <Suspense fallback={<span className="h-8 w-36" />}>
      <FollowListButton key={tag ?? categories.join()} follow={follow} isBrief={isBrief} />
    </Suspense>
  );
}
