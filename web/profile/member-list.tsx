import type { ReactNode } from "react";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import { type MemberProfile, type MemberTab, writeMemberPageAddress } from "#core/forum/member-page.ts";
import type { Page } from "#core/forum/types.ts";
import { LaterPageNote, LoadMore } from "#web/forum/load-more.tsx";
import { usePagedList } from "#web/forum/use-paged-list.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

interface MemberListProps<Item extends { readonly id: string }, Answer> {
  readonly member: MemberProfile;
  readonly tab: MemberTab;
  readonly heading: string;
  readonly page: Page<Item>;
  /** Selects the page from the loader data. */
  readonly selectPage: (answer: Answer) => Page<Item>;
  /** Whether this is a later page, reached without scripts. */
  readonly isContinued: boolean;
  readonly empty: ReactNode;
  readonly emptyAction?: ReactNode;
  readonly show: (item: Item) => ReactNode;
}

export function MemberList<Item extends { readonly id: string }, Answer>(
  props: MemberListProps<Item, Answer>,
) {
  const { member, tab, page, selectPage, show } = props;
  const { items, isLoading, nextCursor, loadMore } = usePagedList(page, selectPage);
  const href = (cursor: string | null) =>
    getProfilePath(member.username) + writeMemberPageAddress({ tab, cursor });

  return (
    <section aria-labelledby="listed" className="grid grid-cols-1 gap-3">
      <h2 id="listed" className="sr-only">
        {props.heading}
      </h2>
      {props.isContinued ? <LaterPageNote to={href(null)} /> : null}
      {items.length === 0 ? (
        <EmptyState action={props.emptyAction}>{props.empty}</EmptyState>
      ) : (
        items.map(show)
      )}
      {nextCursor ? (
        <LoadMore
          href={href(nextCursor)}
          isLoading={isLoading}
          onLoad={loadMore}
          label="Load More"
          loadingLabel="Loading..."
        />
      ) : null}
    </section>
  );
}
