import {
  ADMIN_ACTIONS,
  type AuditEvent,
  type AuditEventPage,
  TARGET_KINDS,
  type TargetKind,
} from "#core/admin/audit-events.ts";
import { LaterPageNote } from "#web/forum/load-more.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { showInStrip } from "../show-in-strip.ts";
import { adminHref } from "../tabs.ts";

const KINDS: Record<TargetKind, string> = {
  member: "Users",
  post: "Posts",
  comment: "Comments",
  article: "Articles",
  source: "Sources",
  report: "Reports",
  setting: "Settings",
  newsletter: "Newsletter",
};

export interface LogQuery {
  readonly kind: TargetKind | null;
  readonly before: string | null;
}

const logHref = ({ kind, before }: LogQuery) =>
  adminHref("log", new URLSearchParams({ ...(kind ? { kind } : {}), ...(before ? { before } : {}) }));

/** Reads `?kind=&before=`; unknown values are ignored. */
export const readLogAddress = (params: URLSearchParams): LogQuery => ({
  kind: TARGET_KINDS.find((kind) => kind === params.get("kind")) ?? null,
  before: /^\d{1,18}$/.exec(params.get("before") ?? "")?.[0] ?? null,
});

/** The audit log, newest first. */
export function AuditLog({
  page: { events: acts, nextBefore },
  query,
}: {
  page: AuditEventPage;
  query: LogQuery;
}) {
  return (
    <section aria-labelledby="log" className="grid grid-cols-1 gap-4">
      <h2 id="log" className="sr-only">
        Audit log
      </h2>
      <nav aria-label="Filter by kind" className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
        <ul className="flex gap-2 md:flex-wrap">
          <li>
            <Choice look="chip" to={logHref({ kind: null, before: null })} active={query.kind === null}>
              All
            </Choice>
          </li>
          {TARGET_KINDS.map((kind) => (
            <li key={kind} ref={query.kind === kind ? showInStrip : undefined}>
              <Choice look="chip" to={logHref({ kind, before: null })} active={query.kind === kind}>
                {KINDS[kind]}
              </Choice>
            </li>
          ))}
        </ul>
      </nav>
      {query.before ? <LaterPageNote to={logHref({ ...query, before: null })} /> : null}
      {acts.length === 0 ? (
        <EmptyState>{query.kind ? "No actions of this kind" : "No actions"} yet.</EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {acts.map((act) => (
            <AuditEventRow key={act.id} act={act} />
          ))}
        </ul>
      )}
      {nextBefore ? (
        <ButtonLink to={logHref({ ...query, before: nextBefore })} className="justify-self-center">
          Older actions
        </ButtonLink>
      ) : null}
    </section>
  );
}

const PATHS: Partial<Record<TargetKind, (id: string) => string>> = {
  member: (id) => `/admin/users/${id}`,
  post: (id) => `/forum/${id}`,
  article: (id) => `/news/${id}`,
  report: (id) => `/admin/reports/${id}`,
};

const MINUTE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** `isOfOne`: in a list about one target, whose name isn't repeated. */
export function AuditEventRow({ act, isOfOne = false }: { act: AuditEvent; isOfOne?: boolean }) {
  const { target, actorName, reason: why } = act;
  const path = act.action.endsWith(".delete") ? undefined : PATHS[target.kind]?.(target.id);
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{actorName}</span> {ADMIN_ACTIONS[act.action]}{" "}
        {isOfOne ? (
          "this user"
        ) : path ? (
          <Link to={path} className="font-semibold hover:underline">
            {target.name}
          </Link>
        ) : (
          <span className="font-semibold">{target.name}</span>
        )}
      </p>
      <p className="text-sm text-faint sm:text-end">
        <time dateTime={act.at} title={act.at}>
          {MINUTE.format(new Date(act.at))} UTC
        </time>
      </p>
      {why ? <p className="text-sm wrap-anywhere text-muted sm:col-span-2">“{why}”</p> : null}
      <Changes act={act} />
    </li>
  );
}

/** Each changed field: before and after. */
function Changes({ act: { before, after } }: { act: AuditEvent }) {
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

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function formatValue(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && TIME.test(value)) return `${MINUTE.format(new Date(value))} UTC`;
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
