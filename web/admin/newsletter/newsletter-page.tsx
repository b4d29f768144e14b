import type { ReactNode } from "react";
import { formatCount } from "#core/format-count.ts";
import type { NewsletterOverview, NewsletterPreview, PastIssue } from "#core/newsletter/types.ts";
import { AdminForm } from "#web/admin/admin-form.tsx";
import { BackLink } from "#web/admin/back-link.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day-time.tsx";
import { Icon } from "#web/ui/icon.tsx";

const PATH = "/admin/newsletter";

export function NewsletterPage({ overview }: { overview: NewsletterOverview }) {
  const { confirmedCount, pendingCount, isEmailConfigured, nextIssueAt, preview, issues } = overview;
  return (
    <div className="grid grid-cols-1 gap-6">
      <BackLink to="/admin?tab=content" label="Content" />
      <div>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-xl sm:text-2xl">Newsletter</h1>
          <ButtonLink to="/admin/outbox" size="sm">
            <Icon name="mail" size={15} />
            Outbox
          </ButtonLink>
        </div>
        <p className="mt-2 max-w-[70ch] text-sm text-pretty text-muted">
          Every Monday at 8:00 AM UTC, we send the best of the last seven days to everyone who has confirmed
          their subscription.
          {isEmailConfigured
            ? ""
            : " No email server is configured (SMTP_URL), so issues stay in the outbox."}
        </p>
      </div>
      <dl className="figures grid grid-cols-2 gap-3 max-[15rem]:grid-cols-1 sm:grid-cols-3">
        <Card label="Subscribers" value={confirmedCount.toLocaleString("en")} hint="confirmed their email" />
        <Card label="Pending" value={pendingCount.toLocaleString("en")} hint="not confirmed yet" />
        <Card label="Next issue" value={formatDay(nextIssueAt.slice(0, 10))} hint="8:00 AM UTC" />
      </dl>
      <Section id="preview" title="The next issue">
        {preview ? (
          <Preview preview={preview} isEmailConfigured={isEmailConfigured} />
        ) : (
          <EmptyState illustration="page">
            There's no content from the last seven days. If there's still none when the issue is due, it won't
            be sent.
          </EmptyState>
        )}
      </Section>
      <Section id="issues" title="Past issues">
        {issues.length > 0 ? (
          <Issues issues={issues} />
        ) : (
          <EmptyState illustration="inbox">No issues yet.</EmptyState>
        )}
      </Section>
    </div>
  );
}

interface PreviewProps {
  readonly preview: NewsletterPreview;
  readonly isEmailConfigured: boolean;
}

function Preview({ preview, isEmailConfigured }: PreviewProps) {
  return (
    <div className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <p className="text-sm text-muted">
        A preview with the current content. The issue is generated when it's sent.
      </p>
      <p className="text-lg font-semibold wrap-anywhere">{preview.subject}</p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        aria-label="Issue as plain text"
        className="max-h-96 overflow-auto rounded-md border border-line bg-canvas p-4 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {preview.text}
      </section>
      <AdminForm intent="sample" className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <SubmitButton
          label={isEmailConfigured ? "Send a test email" : "Create a test email"}
          icon="mail"
          variant="primary"
        />
        <a href={`${PATH}/preview`} target="_blank" rel="noreferrer" className={buttonClasses({})}>
          View as email
        </a>
      </AdminForm>
    </div>
  );
}

function Issues({ issues }: { issues: readonly PastIssue[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {issues.map(({ week, recipientCount, postCount, articleCount, isFinished }) => (
        <li key={week} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
          <span className="font-semibold">{formatDay(week.slice(0, 10))}</span>
          <span className="text-sm text-muted">
            {postCount + articleCount === 0
              ? "nothing to send"
              : `${formatCount(postCount, "post")}, ${formatCount(articleCount, "article")}`}
          </span>
          <span className="figures ms-auto text-sm text-muted">
            {formatCount(recipientCount, "recipient")}
            {isFinished ? "" : " so far"}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid grid-cols-1 gap-3">
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Card({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface px-4 py-3 max-sm:last:col-span-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-2xl font-bold">{value}</dd>
      <dd className="text-xs text-faint">{hint}</dd>
    </div>
  );
}
