import {
  buildInvitationListPath,
  type InvitationFilter,
  type InvitationListQuery,
} from "#core/invitations/list-query.ts";
import type { InvitationList as List } from "#core/invitations/types.ts";
import { LaterPageNote } from "#web/lists/load-more.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterChips } from "#web/ui/filter-links.tsx";
import { toOptions } from "#web/ui/options.ts";
import { InvitationRow } from "./invitation-row.tsx";

const FILTERS = toOptions<InvitationFilter>({ all: "All", active: "Active", ended: "Ended" });

interface InvitationListProps {
  readonly list: List;
  readonly query: InvitationListQuery;
  readonly path: string;
  readonly username: string;
  readonly showsInviter: boolean;
}

export function InvitationList({ list, query, path, username, showsInviter }: InvitationListProps) {
  const { invitations, nextCursor } = list;
  return (
    <section aria-labelledby="invitations" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="invitations" className="text-lg">
          {showsInviter ? "All invitations" : "Your invitations"}
        </h2>
        <FilterChips
          label="Filter by status"
          options={FILTERS}
          selected={query.show}
          buildHref={(show) => buildInvitationListPath(path, { show, cursor: null })}
        />
      </div>
      {query.cursor ? (
        <LaterPageNote to={buildInvitationListPath(path, { show: query.show, cursor: null })} />
      ) : null}
      {invitations.length === 0 ? (
        <EmptyState illustration="inbox">
          {query.show === "all" ? "No invitations yet." : `No ${query.show} invitations.`}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              path={path}
              isOwn={invitation.inviter === username}
              showsInviter={showsInviter}
            />
          ))}
        </ul>
      )}
      {nextCursor ? (
        <ButtonLink
          to={buildInvitationListPath(path, { show: query.show, cursor: nextCursor })}
          className="justify-self-center"
        >
          More invitations
        </ButtonLink>
      ) : null}
    </section>
  );
}
