import { sql } from "drizzle-orm";
import { parseEmail } from "#core/accounts/email.ts";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { toAddressGroup, toAddressNetwork } from "#server/platform/client-address.ts";
import type { Limit } from "#server/rate-limits/index.ts";
import type { NewsletterDeps } from "./deps.ts";
import { CONFIRM_SECONDS } from "./links.ts";

const CLIENT_LIMIT: Limit = { points: 10, durationSeconds: 60 * 60 };
/** Limits a network, because one internet connection can have many IP addresses (IPv6 /48). */
const NETWORK_LIMIT: Limit = { points: 50, durationSeconds: 60 * 60 };
const SITE_LIMIT: Limit = { points: 500, durationSeconds: 60 * 60 };
/** How many confirmation emails an email address gets. Beyond this, the response is the same but no email is sent. */
const EMAIL_ADDRESS_LIMIT: Limit = { points: 3, durationSeconds: 24 * 60 * 60 };

/** Error messages for the email field. */
const SUBSCRIBE_ERRORS = {
  empty: "Enter your email address.",
  invalid: "Enter a complete email address.",
  busy: "Too many attempts. Please try again later.",
} as const;

/**
 * Stores an email address and sends it a confirmation link. The response and the email are the same whether the address
 * is new, unconfirmed or already subscribed (docs/decisions/048). Throws AppError: invalid_input (with fields),
 * too_many_requests.
 */
export async function subscribe(
  deps: NewsletterDeps,
  viewer: Viewer,
  { email: input }: { readonly email: string },
  client: { readonly ip: string },
): Promise<void> {
  const { limits, clock, mailer } = deps;
  const parsed = parseEmail(input);
  if ("problem" in parsed)
    throw new AppError("invalid_input", {
      fieldErrors: { email: input.trim() === "" ? SUBSCRIBE_ERRORS.empty : SUBSCRIBE_ERRORS.invalid },
    });
  const { email } = parsed;
  const canEmail = await consumeLimits(limits, email, client.ip);
  if (!canEmail) return;

  const now = clock.now();
  const requestedBy = viewer && viewer.email?.toLowerCase() === email ? viewer.id : null;
  await deps.database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into public.newsletter_subscribers as existing (email, requested_by, requested_at)
      values (${email}, ${requestedBy}::uuid, ${now.toISOString()}::timestamptz)
      on conflict (email) do update
        set requested_at = excluded.requested_at, requested_by = coalesce(excluded.requested_by, existing.requested_by)
      returning id`);
    const expires = new Date(now.getTime() + CONFIRM_SECONDS * 1000);
    const id = rows[0]?.id ?? "";
    await mailer.queue(tx, {
      kind: "newsletter_confirm",
      to: email,
      link: deps.links.build("confirm", id, expires),
      seconds: CONFIRM_SECONDS,
      unsubscribe: deps.links.build("unsubscribe", id),
    });
  });
  mailer.wake();
}

/**
 * Counts a request. Returns false if the email address has reached its limit. Only sent emails count toward the site's
 * limit. Throws AppError: too_many_requests (for any other limit).
 */
async function consumeLimits(limits: NewsletterDeps["limits"], email: string, ip: string): Promise<boolean> {
  const reject = () => {
    throw new AppError("too_many_requests", { fieldErrors: { email: SUBSCRIBE_ERRORS.busy } });
  };
  if (!(await limits.consume("newsletter.from", toAddressGroup(ip), CLIENT_LIMIT)).allowed) reject();
  if (!(await limits.consume("newsletter.network", toAddressNetwork(ip), NETWORK_LIMIT)).allowed) reject();
  if (!(await limits.consume("newsletter.to", email, EMAIL_ADDRESS_LIMIT)).allowed) return false;
  if (!(await limits.consume("newsletter.all", "", SITE_LIMIT)).allowed) reject();
  return true;
}
