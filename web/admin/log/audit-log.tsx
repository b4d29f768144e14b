import {
  ADMIN_ACTIONS,
  type AuditEvent,
  type AuditEventPage,
  TARGET_KINDS,
  type TargetKind,
} from "#core/admin/audit-events.ts";
import { buildAppPath } from "#web/admin/apps/app-credentials.tsx";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { LaterPageNote } from "#web/lists/load-more.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { FilterChips } from "#web/ui/filter-links.tsx";
import { Link } from "#web/ui/link.tsx";
import { toOptions } from "#web/ui/options.ts";
import { buildAdminPath } from "../tabs.ts";

const KIND_LABELS: Record<TargetKind, string> = {
  member: "Users",
  post: "Posts",
  comment: "Comments",
  article: "Articles",
  source: "Sources",
  report: "Reports",
  setting: "Settings",
  provider: "Sign-in providers",
  newsletter: "Newsletter",
  app: "Apps",
  invitation: "Invitations",
};

export interface LogQuery {
  readonly kind: TargetKind | null;
  readonly before: string | null;
}

const buildLogPath = ({ kind, before }: LogQuery) =>
  buildAdminPath("log", new URLSearchParams({ ...(kind ? { kind } : {}), ...(before ? { before } : {}) }));

/** Parses `?kind=&before=`. Unknown values are ignored. */
export const parseLogQuery = (params: URLSearchParams): LogQuery => ({
  kind: TARGET_KINDS.find((kind) => kind === params.get("kind")) ?? null,
  before: /^\d{1,18}$/.exec(params.get("before") ?? "")?.[0] ?? null,
});

export function AuditLog({ page: { events, nextBefore }, query }: { page: AuditEventPage; query: LogQuery }) {
  return (
    <>
      <FilterChips
        isStrip
        label="Filter by kind"
        options={[{ value: null, label: "All" }, ...toOptions(KIND_LABELS)]}
        selected={query.kind}
        buildHref={(kind) => buildLogPath({ kind, before: null })}
      />
      {query.before ? <LaterPageNote to={buildLogPath({ ...query, before: null })} /> : null}
      {events.length === 0 ? (
        <EmptyState
          illustration="inbox"
          action={
            query.kind ? (
              <ButtonLink size="sm" to={buildAdminPath("log")}>
                Show all actions
              </ButtonLink>
            ) : null
          }
        >
          {query.kind ? "No actions of this kind" : "No actions"} yet.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {events.map((event) => (
            <AuditEventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {nextBefore ? (
        <ButtonLink to={buildLogPath({ ...query, before: nextBefore })} className="justify-self-center">
          Older actions
        </ButtonLink>
      ) : null}
    </>
  );
}

const PATHS: Partial<Record<TargetKind, (id: string) => string>> = {
  member: (id) => `/admin/users/${id}`,
  post: (id) => `/forum/${id}`,
  article: (id) => `/news/${id}`,
  report: (id) => `/admin/reports/${id}`,
  app: buildAppPath,
};

const TIME_FORMAT = new Intl.DateTimeFormat("en", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** With `isForOneUser`, all events are about the same user, so their name isn't repeated. */
export function AuditEventRow({
  event,
  isForOneUser = false,
}: {
  event: AuditEvent;
  isForOneUser?: boolean;
}) {
  const { target, actorName, reason } = event;
  const path = event.action.endsWith(".delete") ? undefined : PATHS[target.kind]?.(target.id);
  const [textBefore = "", textAfter = ""] = ADMIN_ACTIONS[event.action]
    .split("{target}")
    .map((part) => part.trim());
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-semibold">{actorName}</bdi> {textBefore}{" "}
        {isForOneUser ? (
          "this user"
        ) : path ? (
          <Link to={path} dir="auto" className="font-semibold text-link">
            {target.name}
          </Link>
        ) : (
          <bdi className="font-semibold">{target.name}</bdi>
        )}
        {textAfter ? ` ${textAfter}` : null}
      </p>
      <p className="text-sm text-faint sm:text-end">
        <time dateTime={event.createdAt} title={event.createdAt}>
          {TIME_FORMAT.format(new Date(event.createdAt))} UTC
        </time>
      </p>
      {reason ? <p className="text-sm wrap-anywhere text-muted sm:col-span-2">“{reason}”</p> : null}
      <Changes event={event} />
    </li>
  );
}

function Changes({ event: { before, after } }: { event: AuditEvent }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm sm:col-span-2">
      {names.map((name) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="min-w-0 wrap-anywhere text-muted">
            {before && name in before ? (
              <>
                <del className="decoration-line-strong">{formatValue(before[name])}</del>
                {after && name in after ? " → " : null}
              </>
            ) : null}
            {after && name in after ? (
              <ins className="text-text no-underline">{formatValue(after[name])}</ins>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function formatValue(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && ISO_TIME.test(value)) return `${TIME_FORMAT.format(new Date(value))} UTC`;
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
