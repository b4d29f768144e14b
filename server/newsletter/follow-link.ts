import { sql } from "drizzle-orm";
import type { LinkGood } from "#core/newsletter/types.ts";
import type { NewsletterDeps } from "./deps.ts";
import { type LinkPurpose, SAMPLE_ID } from "./links.ts";

/** What a mailed link would do; nothing is changed by looking, since programs that read mails follow every link. */
export async function describeLink(
  { database, links, clock }: NewsletterDeps,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkGood> {
  const id = links.read(purpose, token, clock.now());
  if (id === null) return null;
  const { rows } = await database.db.execute<{ email: string }>(
    sql`select email from public.newsletter_subscribers where id = ${id}::uuid`,
  );
  return rows[0] ?? null;
}

/** Whether a link to unsubscribe stands in a sample, which an administrator sent to themselves: it is nobody's. */
export function isSampleLink({ links, clock }: NewsletterDeps, token: string): boolean {
  return links.read("unsubscribe", token, clock.now()) === SAMPLE_ID;
}

/** Confirms the address that the link was mailed to; again, it stays confirmed. */
export async function confirmSubscription(
  { database, links, clock }: NewsletterDeps,
  token: string,
): Promise<LinkGood> {
  const now = clock.now();
  const id = links.read("confirm", token, now);
  if (id === null) return null;
  const { rows } = await database.db.execute<{ email: string }>(sql`
    update public.newsletter_subscribers
    set confirmed_at = coalesce(confirmed_at, ${now.toISOString()}::timestamptz),
      user_id = coalesce(asked_by, user_id), asked_by = null
    where id = ${id}::uuid returning email`);
  return rows[0] ?? null;
}

/**
 * Forgets the address that the letter went to, with the letters to it that still wait. Whether the link was written
 * here: an address that is gone already is what was asked for.
 */
export async function unsubscribe(
  { database, links, clock, mail }: NewsletterDeps,
  token: string,
): Promise<boolean> {
  const id = links.read("unsubscribe", token, clock.now());
  if (id === null) return false;
  await database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ email: string }>(
      sql`delete from public.newsletter_subscribers where id = ${id}::uuid returning email`,
    );
    for (const { email } of rows) await mail.withdraw(tx, "digest", email);
  });
  return true;
}
