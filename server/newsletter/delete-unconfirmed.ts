import { sql } from "drizzle-orm";
import type { NewsletterDeps } from "./deps.ts";
import { CONFIRM_SECONDS } from "./links.ts";

export async function deleteUnconfirmed({ database, clock }: NewsletterDeps): Promise<number> {
  const before = new Date(clock.now().getTime() - CONFIRM_SECONDS * 1000).toISOString();
  const { rowCount } = await database.db.execute(sql`
    delete from public.newsletter_subscribers
    where confirmed_at is null and requested_at < ${before}::timestamptz`);
  await database.db.execute(sql`
    update public.newsletter_subscribers set requested_by = null
    where requested_by is not null and confirmed_at is not null and requested_at < ${before}::timestamptz`);
  return rowCount ?? 0;
}
