import { formatCount } from "#core/format-count.ts";
import {
  buildReportGroupPath,
  buildReportListPath,
  type ReportListQuery,
  type ReportSort,
  type ReportState,
} from "#core/reports/list-query.ts";
import type { ReportGroup, ReportPage } from "#core/reports/types.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { LaterPageNote } from "#web/lists/load-more.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { FilterChips, FilterTabs } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { toOptions } from "#web/ui/options.ts";
import { buildAdminPath } from "../tabs.ts";
import { formatOutcome } from "./outcome.tsx";
import { ReasonBadges } from "./reason-badges.tsx";

const STATES = toOptions<ReportState>({ open: "Open", decided: "Resolved" });
const SORTS = toOptions<ReportSort>({ newest: "Newest", most: "Most reported" });
const ICONS = { post: "file-text", comment: "message-square", profile: "user" } as const satisfies Record<
  string,
  IconName
>;

export function ReportQueue({ page, query }: { page: ReportPage; query: ReportListQuery }) {
  const { groups, nextCursor } = page;
  const firstPage = { ...query, cursor: null };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <FilterChips
          label="Filter by status"
          options={STATES}
          selected={query.state}
          buildHref={(state) => buildReportListPath({ state })}
        />
        {query.state === "open" ? (
          <FilterTabs
            label="Sort"
            options={SORTS}
            selected={query.sort}
            buildHref={(sort) => buildReportListPath({ sort })}
          />
        ) : null}
      </div>
      {query.cursor ? <LaterPageNote to={buildReportListPath(firstPage)} /> : null}
      {groups.length === 0 ? (
        <EmptyState
          illustration="inbox"
          action={
            <ButtonLink size="sm" to={buildAdminPath("content")}>
              Browse content
            </ButtonLink>
          }
        >
          {query.state === "open" ? "No open reports." : "No resolved reports yet."}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      )}
      {nextCursor ? (
        <ButtonLink
          to={buildReportListPath({ ...query, cursor: nextCursor })}
          className="justify-self-center"
        >
          {query.state === "open" ? "More reports" : "Older reports"}
        </ButtonLink>
      ) : null}
    </>
  );
}

function formatTitle({ kind, name }: ReportGroup): string {
  return kind === "post" ? name : kind === "comment" ? `Comment on “${name}”` : `Profile of ${name}`;
}

function GroupRow({ group }: { group: ReportGroup }) {
  const { id, kind, author, reportCount, outcome } = group;
  const path = buildReportGroupPath(id);
  const title = formatTitle(group);
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="flex min-w-0 gap-3">
        <Icon name={ICONS[kind]} size={18} className="mt-1 shrink-0 text-faint" />
        <div className="grid min-w-0 grid-cols-1 gap-1.5">
          <Link to={path} dir="auto" className="line-clamp-2 font-semibold break-words hover:underline">
            {/* Text with its own direction doesn't determine the link's. */}
            <span dir="ltr" className="sr-only">
              {kind === "post" ? "Post: " : ""}
            </span>
            {title}
          </Link>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
            <ReasonBadges reasons={group.reasons} />
            <span className="figures whitespace-nowrap">
              {formatCount(reportCount, "report")},{" "}
              <RelativeTime time={group.lastReportedAt} format="detail" />
            </span>
            {kind === "profile" ? null : (
              <span className="truncate">Author: {author ? author.username : "deleted member"}</span>
            )}
          </div>
          {outcome ? (
            <p className="text-sm break-words text-muted">
              <span className="font-semibold text-text">{formatOutcome(outcome)}</span> by {outcome.decidedBy}
            </p>
          ) : null}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 ps-7.5 md:ps-0">
        <ButtonLink to={path} size="sm" aria-label={`Review: ${title}`}>
          Review
        </ButtonLink>
        {outcome ? null : (
          <ButtonLink to={`${path}#action`} size="sm" variant="danger" aria-label={`Take Action: ${title}`}>
            Take Action
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
