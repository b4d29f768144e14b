import { sql } from "drizzle-orm";
import { parseEmail } from "#core/accounts/email.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { SUBSCRIBE_PROBLEM } from "#core/newsletter/wording.ts";
import { addressGroup, addressNetwork } from "#server/platform/client-address.ts";
import type { Limit } from "#server/platform/rate-limit.ts";
import type { NewsletterDeps } from "./deps.ts";
import { CONFIRM_SECONDS } from "./links.ts";

const FROM_ADDRESS: Limit = { points: 10, durationSeconds: 60 * 60 };
/** One customer may have a network of many addresses (IPv6 /48). */
const FROM_NETWORK: Limit = { points: 50, durationSeconds: 60 * 60 };
const AT_ALL: Limit = { points: 500, durationSeconds: 60 * 60 };
/** Mails to one address, whoever asks: beyond them the answer is the same and no mail goes. */
const TO_MAIL: Limit = { points: 3, durationSeconds: 24 * 60 * 60 };

/**
 * Notes an address that somebody gave and mails it the link that confirms it. The answer and the mail are the same
 * whether it is new, waits, or is subscribed already (docs/decisions/048). Throws AppError: invalid_input (with
 * fields), too_many_requests.
 */
export async function subscribe(
  deps: NewsletterDeps,
  viewer: Viewer,
  { email: given }: { readonly email: string },
  from: { readonly ip: string },
): Promise<void> {
  const { limits, clock, mail } = deps;
  const parsed = parseEmail(given);
  if ("problem" in parsed)
    throw new AppError("invalid_input", {
      fields: { email: given.trim() === "" ? SUBSCRIBE_PROBLEM.empty : SUBSCRIBE_PROBLEM.invalid },
    });
  const { email } = parsed;
  const isMailable = await countAsk(limits, email, from.ip);
  if (!isMailable) return;

  const now = clock.now();
  const askedBy = viewer && viewer.email?.toLowerCase() === email ? viewer.id : null;
  await deps.database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into public.newsletter_subscribers as kept (email, asked_by, asked_at)
      values (${email}, ${askedBy}::uuid, ${now.toISOString()}::timestamptz)
      on conflict (email) do update
        set asked_at = excluded.asked_at, asked_by = coalesce(excluded.asked_by, kept.asked_by)
      returning id`);
    const expires = new Date(now.getTime() + CONFIRM_SECONDS * 1000);
    const id = rows[0]?.id ?? "";
    await mail.queue(tx, {
      kind: "newsletter_confirm",
      to: email,
      link: deps.links.write("confirm", id, expires),
      seconds: CONFIRM_SECONDS,
      unsubscribe: deps.links.write("unsubscribe", id),
    });
  });
  mail.wake();
}

/**
 * Counts one request; returns whether an email may be sent. The site's hour is charged only for those. Throws
 * AppError("too_many_requests").
 */
async function countAsk(limits: NewsletterDeps["limits"], email: string, ip: string): Promise<boolean> {
  const refuse = () => {
    throw new AppError("too_many_requests", { fields: { email: SUBSCRIBE_PROBLEM.busy } });
  };
  if (!(await limits.consume("newsletter.from", addressGroup(ip), FROM_ADDRESS)).allowed) refuse();
  if (!(await limits.consume("newsletter.network", addressNetwork(ip), FROM_NETWORK)).allowed) refuse();
  if (!(await limits.consume("newsletter.to", email, TO_MAIL)).allowed) return false;
  if (!(await limits.consume("newsletter.all", "", AT_ALL)).allowed) refuse();
  return true;
}
