import { getProfilePath } from "#core/accounts/profile-path.ts";
import { buildReportListPath } from "#core/reports/list-query.ts";
import type { AuthorRecord, ReportDetails, ReportReview } from "#core/reports/types.ts";
import { blankToEmpty } from "#core/text.ts";
import { BackLink } from "#web/admin/back-link.tsx";
import { Byline } from "#web/forum/post-parts/byline.tsx";
import { Avatar } from "#web/lists/avatar.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { formatDay } from "#web/ui/day-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Prose } from "#web/ui/prose.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { Outcome } from "./outcome.tsx";
import { ReasonBadge, ReasonBadges } from "./reason-badges.tsx";

interface ReportReviewPageProps {
  readonly review: ReportReview;
  readonly viewerUsername: string | undefined;
}

const PANEL_CLASSES = "rounded-lg border border-line bg-surface p-4 sm:p-6";

export function ReportReviewPage({ review, viewerUsername }: ReportReviewPageProps) {
  const { kind, outcome, pastOutcomes } = review;
  return (
    <div className="grid grid-cols-1 gap-5">
      <BackLink to={buildReportListPath({ state: outcome ? "decided" : "open" })} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-xl sm:text-2xl">Reported {kind}</h1>
        <ReasonBadges reasons={review.reasons} />
      </div>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-5">
          <ReportedContent review={review} />
          <Reporters reports={review.reports} count={review.reportCount} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <RecordPanel record={review.record} />
          {pastOutcomes.length > 0 ? (
            <section aria-labelledby="earlier" className={PANEL_CLASSES}>
              <h2 id="earlier" className="text-base">
                Previous outcomes
              </h2>
              <ul className="mt-3 grid grid-cols-1 gap-3">
                {pastOutcomes.map((pastOutcome) => (
                  <li key={pastOutcome.decidedAt}>
                    <Outcome outcome={pastOutcome} />
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          <section id="action" aria-labelledby="action-title" className={`${PANEL_CLASSES} scroll-mt-20`}>
            <h2 id="action-title" className="mb-3 text-base">
              {outcome ? "Outcome" : "Take Action"}
            </h2>
            {outcome ? (
              <Outcome outcome={outcome} />
            ) : (
              <DecisionForm key={review.id} review={review} viewerUsername={viewerUsername} />
            )}
          </section>
        </div>
      </div>
    </div>
  );
}

function ReportedContent({ review }: { review: ReportReview }) {
  const { kind, target, author, originalText } = review;
  return (
    <section aria-label="Reported content" className={PANEL_CLASSES}>
      {target ? (
        <>
          {target.isDeleted ? (
            <p className="mb-4 flex items-center gap-2 rounded-md bg-warning-soft px-4 py-3 text-sm font-semibold text-warning">
              <Icon name="trash-2" className="shrink-0" />
              Deleted: only administrators can see it.
            </p>
          ) : null}
          {target.thread ? (
            <p className="mb-3 text-sm text-muted">
              A comment on{" "}
              <Link
                to={target.thread.path}
                dir="auto"
                className="font-semibold text-accent break-words text-link"
              >
                {target.thread.title}
              </Link>
            </p>
          ) : null}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
            {author ? <Byline author={author} /> : <span className="italic">a deleted member</span>}
            {kind === "profile" ? (
              <span>
                joined <RelativeTime time={target.createdAt} format="detail" />
              </span>
            ) : (
              <RelativeTime time={target.createdAt} format="detail" />
            )}
            {target.editedAt ? (
              <span>
                edited <RelativeTime time={target.editedAt} format="detail" />
              </span>
            ) : null}
          </div>
          {target.title ? <p className="mt-3 text-lg font-bold break-words">{target.title}</p> : null}
          {target.contentHtml === null ? (
            <div className="mt-4 flex gap-4">
              <Avatar name={review.name} src={target.avatarUrl} size="lg" />
              <p className="min-w-0 break-words whitespace-pre-line">
                {blankToEmpty(target.content).trim() || <span className="text-faint">The bio is empty.</span>}
              </p>
            </div>
          ) : (
            <Prose html={target.contentHtml} className="mt-3" />
          )}
          {target.isDeleted ? null : (
            <p className="mt-4">
              <Link
                to={target.path}
                className="inline-flex items-center gap-1.5 text-sm font-semibold text-accent text-link"
              >
                View in context
                <Icon name="arrow-up-right" size={15} />
              </Link>
            </p>
          )}
        </>
      ) : (
        <p className="text-muted">The account and all its content were deleted.</p>
      )}
      {originalText ? (
        <details className="mt-5 border-t border-line pt-4">
          <summary className="cursor-pointer text-sm font-semibold">Content when it was reported</summary>
          <p className="mt-3 rounded-md bg-canvas px-4 py-3 text-sm break-words whitespace-pre-line">
            {originalText}
          </p>
        </details>
      ) : null}
    </section>
  );
}

function Reporters({ reports, count }: { reports: readonly ReportDetails[]; count: number }) {
  return (
    <section aria-labelledby="reporters" className={PANEL_CLASSES}>
      <h2 id="reporters" className="text-base">
        Reporters <span className="figures font-normal text-faint">{count}</span>
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {reports.map(({ id, reason, text, createdAt, reporter }) => (
          <li key={id} className="grid grid-cols-1 gap-1.5 py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
              {reporter === null ? (
                <span className="italic">a deleted member</span>
              ) : (
                <Link to={getProfilePath(reporter)} className="font-semibold text-text text-link">
                  {reporter}
                </Link>
              )}
              <ReasonBadge reason={reason} />
              <RelativeTime time={createdAt} format="detail" />
            </div>
            {text ? <p className="break-words whitespace-pre-line">{text}</p> : null}
          </li>
        ))}
      </ul>
      {count > reports.length ? (
        <p className="mt-3 text-sm text-faint">And {count - reports.length} more.</p>
      ) : null}
    </section>
  );
}

function RecordPanel({ record }: { record: AuthorRecord | null }) {
  if (!record)
    return (
      <section aria-label="Author" className={`${PANEL_CLASSES} text-sm text-muted`}>
        The author's account has been deleted.
      </section>
    );
  const rows: readonly (readonly [string, string | number])[] = [
    ["Joined", formatDay(record.joinDate.slice(0, 10))],
    ["Karma", record.karma.toLocaleString("en")],
    ["Posts", record.postCount.toLocaleString("en")],
    ["Comments", record.commentCount.toLocaleString("en")],
    ["Reports upheld", record.upheldCount],
    ["Reports dismissed", record.dismissedCount],
    ["Warnings", record.warningCount],
  ];
  return (
    <section aria-labelledby="author" className={PANEL_CLASSES}>
      <h2 id="author" className="text-base">
        Author
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Link to={`/admin/users/${record.id}`} className="font-semibold text-accent text-link">
          {record.username}
        </Link>
        {record.role === "admin" ? <span className="text-muted">administrator</span> : null}
        {record.isSuspended ? <span className="font-semibold text-warning">suspended</span> : null}
      </p>
      <dl className="figures mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
