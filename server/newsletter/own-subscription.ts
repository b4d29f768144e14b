import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { OwnSubscription } from "#core/newsletter/types.ts";
import type { NewsletterDeps } from "./deps.ts";
import { subscribe } from "./subscribe.ts";

/**
 * Returns the subscription that this account requested or confirmed, but not someone else's for the same email address:
 * without email confirmation at sign-up, having the same address proves nothing. Throws not_signed_in.
 */
export async function readOwnSubscription(
  { database }: NewsletterDeps,
  viewer: Viewer,
): Promise<OwnSubscription> {
  if (!viewer) throw new AppError("not_signed_in");
  const { rows } = await database.db.execute<{ email: string; is_confirmed: boolean }>(sql`
    select email, user_id is not null and user_id = ${viewer.id}::uuid as is_confirmed
    from public.newsletter_subscribers
    where user_id = ${viewer.id}::uuid or requested_by = ${viewer.id}::uuid
    order by is_confirmed desc, requested_at desc limit 1`);
  const [row] = rows;
  if (!row) return { state: "none" };
  return { state: row.is_confirmed ? "confirmed" : "pending", email: row.email };
}

/** Throws not_signed_in. */
export async function deleteOwnSubscription(deps: NewsletterDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  await deleteMemberSubscriptions(deps, viewer.id);
}

/** Subscribes the member's email address. Throws not_signed_in, invalid_input, and the errors of subscribe. */
export async function createOwnSubscription(
  deps: NewsletterDeps,
  viewer: Viewer,
  client: { readonly ip: string },
): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  if (!viewer.email)
    throw new AppError("invalid_input", { message: "Add an email address to your account to subscribe." });
  await subscribe(deps, viewer, { email: viewer.email }, client);
}

/** Deletes the member's subscriptions. One that they requested but someone else confirmed is only unlinked. */
export async function deleteMemberSubscriptions({ database, mailer }: NewsletterDeps, userId: string) {
  await database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ email: string }>(sql`
      delete from public.newsletter_subscribers
      where user_id = ${userId}::uuid or (requested_by = ${userId}::uuid and confirmed_at is null)
      returning email`);
    for (const { email } of rows) await mailer.cancel(tx, "digest", email);
    await tx.execute(
      sql`update public.newsletter_subscribers set requested_by = null where requested_by = ${userId}::uuid`,
    );
  });
}
