import {
  buildMemberListParams,
  MEMBER_SEARCH_MAX,
  type MemberListQuery,
  type MemberRole,
  type MemberSort,
  type MemberState,
} from "#core/admin/members.ts";
import { ListSearch } from "#web/lists/list-search.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { FilterChips, FilterTabs } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toOptions } from "#web/ui/options.ts";
import { buildMemberListPath } from "./member-paths.ts";

const ROLES = toOptions<MemberRole>({ user: "Users", admin: "Administrators" });
const STATES = toOptions<MemberState>({
  active: "Active",
  suspended: "Suspended",
  unconfirmed: "Unconfirmed",
});
const SORTS = toOptions<MemberSort>({ newest: "Newest", karma: "Karma", name: "Username" });

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
            <FilterTabs
              label="Sort"
              options={SORTS}
              selected={query.sort}
              buildHref={(sort) => to({ sort })}
            />
          )}
          <ButtonLink to="/admin/invitations" size="sm">
            <Icon name="mail" size={15} />
            Invite people
          </ButtonLink>
        </div>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <FilterChips
          label="Filter by status"
          options={[{ value: null, label: "All" }, ...STATES]}
          selected={query.state}
          buildHref={(state) => to({ state: query.state === state ? null : state })}
        />
        <FilterChips
          label="Filter by role"
          options={ROLES}
          selected={query.role}
          buildHref={(role) => to({ role: query.role === role ? null : role })}
        />
      </div>
    </div>
  );
}
