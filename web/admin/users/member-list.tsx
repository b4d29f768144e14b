import {
  buildMemberListParams,
  type ListedMember,
  MEMBER_SEARCH_MAX,
  type MemberListQuery,
  type MemberPage,
  type MemberRole,
  type MemberSort,
  type MemberState,
} from "#core/admin/members.ts";
import { Avatar } from "#web/lists/avatar.tsx";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { ListSearch } from "#web/lists/list-search.tsx";
import { LaterPageNote } from "#web/lists/load-more.tsx";
import { useOptionalSite } from "#web/page/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { FilterChips, FilterTabs } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { toOptions } from "#web/ui/options.ts";
import { getMemberName, RoleBadge, StateBadge } from "./member-badges.tsx";
import { buildMemberListPath, buildMemberPath } from "./member-paths.ts";

/** From 768 px on, the list is a table. */
const COLUMN_CLASSES = "md:grid md:grid-cols-[minmax(0,1fr)_4rem_4rem_7rem_6.25rem] md:gap-x-6 lg:gap-x-12";

interface MemberListProps {
  readonly page: MemberPage;
  readonly query: MemberListQuery;
}

export function MemberList({ page: { members, nextCursor }, query }: MemberListProps) {
  const site = useOptionalSite();
  const dateLabel = query.state === "unconfirmed" ? "Registered" : "Joined";
  return (
    <>
      <MemberFilters query={query} />
      {query.cursor ? <LaterPageNote to={buildMemberListPath({ ...query, cursor: null })} /> : null}
      {members.length === 0 ? (
        <EmptyState
          illustration="search"
          action={
            <ButtonLink to="/admin" size="sm">
              Show all users
            </ButtonLink>
          }
        >
          {query.search ? `No users match “${query.search}”.` : "No users match these filters."}
        </EmptyState>
      ) : (
        <div className="overflow-hidden rounded-lg border border-line bg-surface">
          <div
            aria-hidden="true"
            className={`hidden border-b border-line px-4 py-2.5 text-xs font-semibold text-faint ${COLUMN_CLASSES}`}
          >
            <span>User</span>
            <span>Role</span>
            <span className="text-end">Karma</span>
            <span>{dateLabel}</span>
            <span className="text-end">Actions</span>
          </div>
          <ul className="divide-y divide-line">
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                dateLabel={dateLabel}
                isSelf={member.id === site?.viewer?.id}
              />
            ))}
          </ul>
        </div>
      )}
      {nextCursor ? (
        <ButtonLink
          to={buildMemberListPath({ ...query, cursor: nextCursor })}
          className="justify-self-center"
        >
          More users
        </ButtonLink>
      ) : null}
    </>
  );
}

const ICON_LINK_CLASSES =
  "grid size-8 md:size-9 place-items-center rounded-md text-muted hover:bg-hover hover:text-text";

interface MemberRowProps {
  readonly member: ListedMember;
  readonly dateLabel: string;
  /** Administrators delete their own account in their settings, so their own row has no Delete link. */
  readonly isSelf: boolean;
}

function MemberRow({ member, dateLabel, isSelf }: MemberRowProps) {
  const { id, email, role, karma, joinDate } = member;
  const name = getMemberName(member);
  return (
    <li className={`flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 ${COLUMN_CLASSES}`}>
      <div className="flex min-w-0 grow basis-3/5 items-center gap-3">
        <Avatar name={name} src={member.avatarUrl} size="md" />
        <div className="min-w-0">
          <p className="flex min-w-0 items-center gap-2">
            <Link to={buildMemberPath(id)} dir="auto" className="truncate font-semibold text-link">
              {name}
            </Link>
            {member.isVerified ? (
              <>
                <Icon name="badge-check" size={15} className="shrink-0 text-accent" />
                <span className="sr-only">verified</span>
              </>
            ) : null}
            <StateBadge state={member.state} />
          </p>
          <p className="truncate text-sm text-muted">{email ?? "no email"}</p>
        </div>
      </div>
      <span className="max-md:self-start">
        <RoleBadge role={role} />
      </span>
      <div className="flex grow basis-[calc(100%-7rem)] flex-wrap items-center gap-x-3 text-sm text-muted md:contents">
        <span className="figures md:text-end">
          {karma.toLocaleString("en")}
          <span className="md:sr-only"> karma</span>
        </span>
        <span className="whitespace-nowrap">
          <span className="sr-only">{dateLabel} </span>
          <DayTime time={joinDate} />
        </span>
      </div>
      <div className="-me-2 flex justify-end">
        <Link to={buildMemberPath(id)} aria-label={`View ${name}`} title="View" className={ICON_LINK_CLASSES}>
          <Icon name="eye" size={17} />
        </Link>
        <Link
          to={buildMemberPath(id, "edit")}
          aria-label={`Edit ${name}`}
          title="Edit"
          className={ICON_LINK_CLASSES}
        >
          <Icon name="pencil" />
        </Link>
        {isSelf ? (
          <span className="size-8 md:size-9" />
        ) : (
          <Link
            to={buildMemberPath(id, "delete")}
            aria-label={`Delete ${name}`}
            title="Delete"
            className={ICON_LINK_CLASSES}
          >
            <Icon name="trash-2" />
          </Link>
        )}
      </div>
    </li>
  );
}

const ROLES = toOptions<MemberRole>({ user: "Users", admin: "Administrators" });
const STATES = toOptions<MemberState>({
  active: "Active",
  suspended: "Suspended",
  unconfirmed: "Unconfirmed",
});
const SORTS = toOptions<MemberSort>({ newest: "Newest", karma: "Karma", name: "Username" });

function MemberFilters({ query }: { query: MemberListQuery }) {
  const buildPath = (change: Partial<MemberListQuery>) =>
    buildMemberListPath({ ...query, cursor: null, ...change });
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
              buildHref={(sort) => buildPath({ sort })}
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
          buildHref={(state) => buildPath({ state: query.state === state ? null : state })}
        />
        <FilterChips
          label="Filter by role"
          options={ROLES}
          selected={query.role}
          buildHref={(role) => buildPath({ role: query.role === role ? null : role })}
        />
      </div>
    </div>
  );
}
