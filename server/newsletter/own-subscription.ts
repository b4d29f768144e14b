import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { OwnSubscription } from "#core/newsletter/types.ts";
import type { NewsletterDeps } from "./deps.ts";
import { subscribe } from "./subscribe.ts";

/**
 * The member's own subscription. Only one confirmed from this account is visible: where sign-up needs no
 * confirmation, the address of an account proves nothing. Throws AppError("not_signed_in").
 */
export async function readOwnSubscription(
  { database }: NewsletterDeps,
  viewer: Viewer,
): Promise<OwnSubscription> {
  if (!viewer) throw new AppError("not_signed_in");
  const { rows } = await database.db.execute<{ email: string; is_own: boolean }>(sql`
    select email, user_id is not null and user_id = ${viewer.id}::uuid as is_own
    from public.newsletter_subscribers
    where user_id = ${viewer.id}::uuid or asked_by = ${viewer.id}::uuid
    order by is_own desc, asked_at desc limit 1`);
  const [row] = rows;
  if (!row) return { state: "none" };
  return { state: row.is_own ? "subscribed" : "waiting", email: row.email };
}

/** Throws AppError("not_signed_in"). */
export async function endOwnSubscription(deps: NewsletterDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  await forgetMember(deps, viewer.id);
}

/** Emails the confirmation link to the account's address. Throws AppError like subscribe, and not_signed_in. */
export async function subscribeOwn(
  deps: NewsletterDeps,
  viewer: Viewer,
  from: { readonly ip: string },
): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  if (!viewer.email)
    throw new AppError("invalid_input", { message: "Your account has no email address to send it to." });
  await subscribe(deps, viewer, { email: viewer.email }, from);
}

/** A subscription that someone else confirmed for the same address remains. Idempotent. */
export async function forgetMember({ database, mail }: NewsletterDeps, userId: string): Promise<void> {
  await database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ email: string }>(sql`
      delete from public.newsletter_subscribers
      where user_id = ${userId}::uuid or (asked_by = ${userId}::uuid and confirmed_at is null)
      returning email`);
    for (const { email } of rows) await mail.withdraw(tx, "digest", email);
    await tx.execute(
      sql`update public.newsletter_subscribers set asked_by = null where asked_by = ${userId}::uuid`,
    );
  });
}
