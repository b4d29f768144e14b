import {
  buildMemberListParams,
  MEMBER_ROLES,
  MEMBER_SEARCH_MAX,
  MEMBER_SORTS,
  MEMBER_STATES,
  type MemberListQuery,
  type MemberRole,
  type MemberSort,
  type MemberState,
} from "#core/admin/members.ts";
import { ListSearch } from "#web/lists/list-search.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { FilterLink } from "#web/ui/filter-link.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { buildMemberListPath } from "./member-paths.ts";

const ROLES: Record<MemberRole, string> = { user: "Users", admin: "Administrators" };
const STATES: Record<MemberState, string> = {
  active: "Active",
  suspended: "Suspended",
  unconfirmed: "Unconfirmed",
};
const SORTS: Record<MemberSort, string> = { newest: "Newest", karma: "Karma", name: "Username" };

/** The filters are links and a form, so that a list can be shared and works without JavaScript. */
export function MemberFilters({ query }: { query: MemberListQuery }) {
  const to = (change: Partial<MemberListQuery>) => buildMemberListPath({ ...query, cursor: null, ...change });
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ListSearch
          action="/admin"
          label="Search users by name or email"
          placeholder="Search by name or email"
          search={query.search}
          maxLength={MEMBER_SEARCH_MAX}
          otherParams={buildMemberListParams({ ...query, search: "", cursor: null })}
        />
        <div className="flex flex-wrap items-center gap-3">
          {query.state === "unconfirmed" ? null : (
            <nav aria-label="Sort" className="flex gap-1 rounded-md border border-line bg-surface p-1">
              {MEMBER_SORTS.map((sort) => (
                <FilterLink key={sort} variant="tab" to={to({ sort })} active={query.sort === sort}>
                  {SORTS[sort]}
                </FilterLink>
              ))}
            </nav>
          )}
          <ButtonLink to="/admin/invitations" size="sm">
            <Icon name="mail" size={15} />
            Invite people
          </ButtonLink>
        </div>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <nav aria-label="Filter by status">
          <ul className="flex flex-wrap gap-2">
            <li>
              <FilterLink variant="chip" to={to({ state: null })} active={query.state === null}>
                All
              </FilterLink>
            </li>
            {MEMBER_STATES.map((state) => (
              <li key={state}>
                <FilterLink
                  variant="chip"
                  to={to({ state: query.state === state ? null : state })}
                  active={query.state === state}
                >
                  {STATES[state]}
                </FilterLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Filter by role">
          <ul className="flex flex-wrap gap-2">
            {MEMBER_ROLES.map((role) => (
              <li key={role}>
                <FilterLink
                  variant="chip"
                  to={to({ role: query.role === role ? null : role })}
                  active={query.role === role}
                >
                  {ROLES[role]}
                </FilterLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}
