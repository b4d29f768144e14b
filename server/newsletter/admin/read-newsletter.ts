import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { Digest, NewsletterOverview, NewsletterPreview, PastIssue } from "#core/newsletter/types.ts";
import { getNextIssue } from "#core/newsletter/weeks.ts";
import type { NewsletterDeps } from "../deps.ts";
import { readDigest, selectDigest } from "../digest/select-digest.ts";
import { TEST_SUBSCRIBER_ID } from "../links.ts";

const ISSUES_MAX = 8;
const DAY_MS = 86_400_000;

/** Reads the overview for administrators, without subscribers' email addresses. Throws not_signed_in, access_denied. */
export async function readNewsletter(deps: NewsletterDeps, viewer: Viewer): Promise<NewsletterOverview> {
  requireAdmin(viewer);
  const { rows } = await deps.database.db.execute<{
    confirmed: number;
    pending: number;
    issues: PastIssue[];
  }>(sql`
    select count(confirmed_at)::int as confirmed, (count(*) - count(confirmed_at))::int as pending,
      (select coalesce(jsonb_agg(jsonb_build_object('week', i.week, 'recipientCount', i.recipients,
          'postCount', cardinality(i.post_ids), 'articleCount', cardinality(i.article_ids),
          'isFinished', i.finished_at is not null) order by i.week desc), '[]')
        from (select * from public.newsletter_issues order by week desc limit ${ISSUES_MAX}) i) as issues
    from public.newsletter_subscribers`);
  const { confirmed = 0, pending = 0, issues = [] } = rows[0] ?? {};
  const digest = await previewDigest(deps);
  return {
    confirmedCount: confirmed,
    pendingCount: pending,
    isEmailConfigured: deps.mailer.isEmailConfigured,
    nextIssueAt: getNextIssue(deps.clock.now()).sendAt.toISOString(),
    preview: digest && (await buildPreview(deps, digest)),
    issues,
  };
}

async function buildPreview(deps: NewsletterDeps, digest: Digest): Promise<NewsletterPreview> {
  const { subject, text } = await renderPreview(deps, digest);
  return { subject, text, digest };
}

/** Returns the HTML of a preview of the next issue; null if there is no content. Throws not_signed_in, access_denied. */
export async function readPreviewEmail(deps: NewsletterDeps, viewer: Viewer): Promise<string | null> {
  requireAdmin(viewer);
  const digest = await previewDigest(deps);
  return digest && (await renderPreview(deps, digest)).html;
}

/** Selects and reads the best content of the last seven days; null if there is none. */
export async function previewDigest({ database, clock }: NewsletterDeps): Promise<Digest | null> {
  const now = clock.now();
  const selection = await selectDigest(database.db, new Date(now.getTime() - 7 * DAY_MS), now);
  return readDigest(database.db, getNextIssue(now).week, selection);
}

/** Renders the digest as an email. It belongs to no subscription, so its unsubscribe link does nothing. */
async function renderPreview({ mailer, links }: NewsletterDeps, digest: Digest) {
  const unsubscribe = links.build("unsubscribe", TEST_SUBSCRIBER_ID);
  const { subject, text, html } = await mailer.render({ kind: "digest", to: "", digest, unsubscribe });
  return { subject, text, html };
}
