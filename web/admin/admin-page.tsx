import type { ReactNode } from "react";
import type { SiteFigures } from "#core/admin/stats.ts";
import { formatCount } from "#core/format-count.ts";
import { formatUtcTime } from "#core/full-date.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { showInStrip } from "#web/ui/show-in-strip.ts";
import { ADMIN_TABS, type AdminTab, buildAdminPath } from "./tabs.ts";

interface AdminPageProps {
  readonly tab: AdminTab;
  readonly figures: SiteFigures;
  /** Shown above the figures. */
  readonly top?: ReactNode;
  readonly children: ReactNode;
}

export function AdminPage({ tab, figures, top, children }: AdminPageProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex items-baseline justify-between gap-x-4">
        <h1 className="text-xl wrap-break-word sm:text-2xl">Admin dashboard</h1>
        <p className="flex flex-wrap justify-end gap-x-4 gap-y-1 text-end text-sm">
          {figures.unusedReplicaCount > 0 ? (
            <Link to={`${buildAdminPath("settings")}#replicas`} className="text-warning text-link">
              {figures.unusedReplicaCount} of {formatCount(figures.replicaCount, "replica")} not used
            </Link>
          ) : null}
          <Link to={`${buildAdminPath("settings")}#security`} className="text-muted text-link">
            <BackupNote figures={figures} />
          </Link>
        </p>
      </div>
      {top}
      <StatCards figures={figures} />
      <nav
        aria-label="Administration"
        className="-mx-(--gutter) overflow-x-auto border-b border-line px-(--gutter) md:mx-0 md:px-0"
      >
        <ul className="flex gap-1">
          {ADMIN_TABS.map(({ value, label }) => (
            <li key={value} ref={value === tab ? showInStrip : undefined}>
              <Link
                to={buildAdminPath(value)}
                preventScrollReset
                aria-current={value === tab ? "page" : undefined}
                className={classNames(
                  "-mb-px block border-b-2 px-3 py-2.5 text-sm font-semibold whitespace-nowrap transition-colors",
                  value === tab
                    ? "border-accent text-text"
                    : "border-transparent text-muted hover:border-line-strong hover:text-text",
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {tab === "settings" ? (
        children
      ) : (
        <section aria-labelledby="tab-title" className="grid grid-cols-1 gap-4">
          <h2 id="tab-title" className="sr-only">
            {ADMIN_TABS.find(({ value }) => value === tab)?.label}
          </h2>
          {children}
        </section>
      )}
    </div>
  );
}

function BackupNote({
  figures: { lastBackup, hasBackupProblem, firstBackupDueAt },
}: {
  figures: SiteFigures;
}) {
  if (hasBackupProblem) return "Backups can't run";
  if (firstBackupDueAt !== null)
    return `The first backup is due by ${formatUtcTime(new Date(firstBackupDueAt))}`;
  if (lastBackup === null) return "No backup yet";
  if (lastBackup.state === "missing") return "Last backup not found";
  if (lastBackup.state === "elsewhere") return "Last backup can't be checked";
  return (
    <>
      Last backup <RelativeTime time={lastBackup.at} format="detail" />
    </>
  );
}

function StatCards({ figures }: { figures: SiteFigures }) {
  const cards = [
    ["Total Users", figures.totalUsers, figures.totalUsers === 1 ? "member" : "members"],
    ["Active Posts", figures.activePosts, "visible in the forum"],
    ["News Articles", figures.newsArticles, "stored, including samples"],
    ["Reports", figures.reports, "awaiting review"],
    ["Online Now", figures.onlineNow, "in the last 5 minutes"],
    ["Today", figures.postsToday, `${figures.postsToday === 1 ? "post" : "posts"} since midnight UTC`],
  ] as const;
  return (
    <dl className="figures grid grid-cols-3 gap-2 max-[15rem]:grid-cols-2 sm:gap-3 lg:grid-cols-6">
      {cards.map(([label, value, hint]) => (
        <div
          key={label}
          className="flex min-w-0 flex-col rounded-lg border border-line bg-surface px-2.5 py-2 sm:px-4 sm:py-3"
        >
          <dt className="text-xs text-muted sm:text-sm">{label}</dt>
          <dd className="text-xl max-sm:mt-auto font-bold sm:text-2xl">{value.toLocaleString("en")}</dd>
          {/* Hidden on phones, so that the tabs fit on the first screen. */}
          <dd className="text-xs text-faint max-sm:sr-only">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}
