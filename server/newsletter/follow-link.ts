import { sql } from "drizzle-orm";
import { AppError } from "#core/errors.ts";
import type { EmailedLink } from "#core/newsletter/types.ts";
import type { NewsletterDeps } from "./deps.ts";
import { type LinkPurpose, TEST_SUBSCRIBER_ID } from "./links.ts";

/**
 * Returns the email address that an emailed link is for; null if the link isn't valid or its subscription no longer
 * exists. Changes nothing, because email scanners follow every link.
 */
export async function describeLink(
  { database, links, clock }: NewsletterDeps,
  purpose: LinkPurpose,
  token: string,
): Promise<EmailedLink> {
  const id = links.verify(purpose, token, clock.now());
  if (id === null) return null;
  const { rows } = await database.db.execute<{ email: string }>(
    sql`select email from public.newsletter_subscribers where id = ${id}::uuid`,
  );
  return rows[0] ?? null;
}

/** Whether an unsubscribe link is from a test email, which belongs to no subscription. */
export function isTestEmailLink({ links, clock }: NewsletterDeps, token: string): boolean {
  return links.verify("unsubscribe", token, clock.now()) === TEST_SUBSCRIBER_ID;
}

/** Confirms a subscription and returns its email address. Throws AppError: link_not_valid. */
export async function confirmSubscription({ database, links, clock }: NewsletterDeps, token: string) {
  const now = clock.now();
  const id = links.verify("confirm", token, now);
  if (id === null) throw new AppError("link_not_valid");
  const { rows } = await database.db.execute<{ email: string }>(sql`
    update public.newsletter_subscribers
    set confirmed_at = coalesce(confirmed_at, ${now.toISOString()}::timestamptz),
      user_id = coalesce(requested_by, user_id), requested_by = null
    where id = ${id}::uuid returning email`);
  if (!rows[0]) throw new AppError("link_not_valid");
  return rows[0].email;
}

/** Deletes a subscription and cancels its queued digests. Idempotent. Throws AppError: link_not_valid. */
export async function unsubscribe({ database, links, clock, mailer }: NewsletterDeps, token: string) {
  const id = links.verify("unsubscribe", token, clock.now());
  if (id === null) throw new AppError("link_not_valid");
  await database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ email: string }>(
      sql`delete from public.newsletter_subscribers where id = ${id}::uuid returning email`,
    );
    for (const { email } of rows) await mailer.cancel(tx, "digest", email);
  });
}
