import { sql } from "drizzle-orm";
import { getLatestIssue, type IssueWeek, isTooLate } from "#core/newsletter/weeks.ts";
import type { Tx } from "#server/database/index.ts";
import type { NewsletterDeps } from "../deps.ts";
import { type DigestSelection, readDigest, selectDigest } from "./select-digest.ts";

/** The number of subscribers per transaction. */
const BATCH_SIZE = 50;
/** Queuing stops when this many digests are waiting to be sent. A later run queues the rest. */
const QUEUE_MAX = 500;

/**
 * Queues the weekly issue for its subscribers, unless no issue is due. A transaction both queues an email and records
 * its recipient, so a crash or a second process neither skips a subscriber nor emails one twice. Returns the number of
 * emails queued.
 */
export async function sendIssue(deps: NewsletterDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now();
  const issue = getLatestIssue(now);
  if (isTooLate(issue, now)) return 0;
  const selection = await openIssue(deps, issue);
  if (selection === null) return 0;

  let queuedCount = 0;
  while (!signal?.aborted) {
    if (deps.mailer.isEmailConfigured && (await deps.mailer.countWaiting("digest")) >= QUEUE_MAX) break;
    const batch = await deps.database.db.transaction((tx) => queueBatch(deps, tx, issue, selection));
    if (batch.queuedCount > 0) deps.mailer.wake();
    queuedCount += batch.queuedCount;
    if (batch.subscriberCount < BATCH_SIZE) {
      // Rows locked by another process are handled by that process or in our next run.
      await finishIssue(deps, issue);
      break;
    }
  }
  if (queuedCount > 0) deps.log.info({ week: issue.week, emails: queuedCount }, "newsletter issue queued");
  return queuedCount;
}

/**
 * Returns the content of the issue, which the first process selects and stores. Null if the issue is finished or empty,
 * or has no recipients left.
 */
async function openIssue(deps: NewsletterDeps, issue: IssueWeek): Promise<DigestSelection | null> {
  const { database, clock } = deps;
  const { db } = database;
  const { rows } = await db.execute<{
    is_finished: boolean | null;
    post_ids: string[] | null;
    article_ids: string[] | null;
    has_recipients: boolean;
  }>(sql`
    select i.finished_at is not null as is_finished, i.post_ids::text[], i.article_ids::text[], ${hasRecipients(issue)} as has_recipients
    from (select) one left join public.newsletter_issues i on i.week = ${issue.week}::date`);
  const [row] = rows;
  if (!row || row.is_finished || !row.has_recipients) return null;
  if (row.post_ids && row.article_ids) return { postIds: row.post_ids, articleIds: row.article_ids };

  const selection = await selectDigest(db, issue.from, issue.sendAt);
  const now = clock.now().toISOString();
  const isEmpty = selection.postIds.length + selection.articleIds.length === 0;
  const { rowCount } = await db.execute(sql`
    insert into public.newsletter_issues (week, composed_at, post_ids, article_ids, finished_at)
    values (${issue.week}::date, ${now}::timestamptz, ${toUuidArray(selection.postIds)}, ${toUuidArray(selection.articleIds)},
      ${isEmpty ? now : null}::timestamptz)
    on conflict (week) do nothing`);
  if (rowCount === 0) return openIssue(deps, issue);
  return isEmpty ? null : selection;
}

/** Marks a batch of subscribers as processed, and queues their emails. */
async function queueBatch(
  deps: NewsletterDeps,
  tx: Tx,
  issue: IssueWeek,
  selection: DigestSelection,
): Promise<{ subscriberCount: number; queuedCount: number }> {
  const { rows } = await tx.execute<{ id: string; email: string }>(sql`
    update public.newsletter_subscribers set last_week = ${issue.week}::date
    where id in (
      select id from public.newsletter_subscribers where ${isDue(issue)}
      order by ${LAST_WEEK} limit ${BATCH_SIZE} for update skip locked)
    returning id, email`);
  const subscriberCount = rows.length;
  if (subscriberCount === 0) return { subscriberCount, queuedCount: 0 };
  const digest = await readDigest(tx, issue.week, selection);
  // All content has been deleted or hidden since, so the remaining subscribers get nothing.
  if (digest === null) return { subscriberCount, queuedCount: 0 };
  for (const { id, email } of rows)
    await deps.mailer.queue(tx, {
      kind: "digest",
      to: email,
      digest,
      unsubscribe: deps.links.build("unsubscribe", id),
    });
  await tx.execute(sql`
    update public.newsletter_issues set recipients = recipients + ${subscriberCount} where week = ${issue.week}::date`);
  return { subscriberCount, queuedCount: subscriberCount };
}

async function finishIssue({ database, clock }: NewsletterDeps, issue: IssueWeek): Promise<void> {
  await database.db.execute(sql`
    update public.newsletter_issues set finished_at = ${clock.now().toISOString()}::timestamptz
    where week = ${issue.week}::date and finished_at is null and not ${hasRecipients(issue)}`);
}

/** Must match the index newsletter_subscribers_due. */
const LAST_WEEK = sql`coalesce(last_week, '-infinity')`;

/** Subscribers who confirmed after the issue became due get the next one. */
const isDue = ({ week, sendAt }: IssueWeek) => sql`
  confirmed_at <= ${sendAt.toISOString()}::timestamptz and ${LAST_WEEK} < ${week}::date`;

const hasRecipients = (issue: IssueWeek) =>
  sql`exists (select from public.newsletter_subscribers where ${isDue(issue)})`;

const toUuidArray = (ids: readonly string[]) =>
  sql`array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
