import type { ReactNode } from "react";
import { getProfilePath } from "#core/accounts/profile-path.ts";
import { buildMemberPageQuery, type MemberProfile, type MemberTab } from "#core/forum/member-page.ts";
import type { Page } from "#core/forum/types.ts";
import { LaterPageNote, LoadMore } from "#web/lists/load-more.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

interface MemberListProps<Item extends { readonly id: string }, Data> {
  readonly member: MemberProfile;
  readonly tab: MemberTab;
  readonly heading: string;
  readonly page: Page<Item>;
  readonly getPage: (data: Data) => Page<Item>;
  /** Whether this is a later page, reached without JavaScript. */
  readonly isLaterPage: boolean;
  readonly emptyMessage: ReactNode;
  readonly emptyAction?: ReactNode;
  readonly renderItem: (item: Item) => ReactNode;
}

export function MemberList<Item extends { readonly id: string }, Data>(props: MemberListProps<Item, Data>) {
  const { member, tab, page, getPage, renderItem } = props;
  const list = usePagedList(page, getPage);
  const buildHref = (cursor: string | null) =>
    getProfilePath(member.username) + buildMemberPageQuery({ tab, cursor });

  return (
    <section aria-labelledby="listed" className="grid grid-cols-1 gap-3">
      <h2 id="listed" className="sr-only">
        {props.heading}
      </h2>
      {props.isLaterPage ? <LaterPageNote to={buildHref(null)} /> : null}
      {list.items.length === 0 ? (
        <EmptyState illustration="talk" action={props.emptyAction}>
          {props.emptyMessage}
        </EmptyState>
      ) : (
        list.items.map(renderItem)
      )}
      <LoadMore list={list} buildHref={buildHref} />
    </section>
  );
}
