import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { NewsletterDeps } from "../deps.ts";
import { TEST_SUBSCRIBER_ID } from "../links.ts";
import { previewDigest } from "./read-newsletter.ts";

const TEST_EMAIL_LIMIT = { points: 10, durationSeconds: 60 * 60 } as const;

/**
 * Emails a preview of the next issue only to the administrator. Throws AppError: not_signed_in, access_denied,
 * invalid_input, too_many_requests.
 */
export async function sendTestEmail(deps: NewsletterDeps, viewer: Viewer): Promise<void> {
  requireAdmin(viewer);
  const to = viewer.email;
  if (!to)
    throw new AppError("invalid_input", {
      message: "Add an email address to your account to send yourself a test email.",
    });
  const digest = await previewDigest(deps);
  if (digest === null)
    throw new AppError("invalid_input", { message: "There's no content from the last seven days to send." });
  if (!(await deps.limits.consume("newsletter.sample", viewer.id, TEST_EMAIL_LIMIT)).allowed)
    throw new AppError("too_many_requests");
  await deps.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, deps.clock.now());
    await deps.mailer.queue(tx, {
      kind: "digest",
      to,
      digest,
      unsubscribe: deps.links.build("unsubscribe", TEST_SUBSCRIBER_ID),
    });
    await recordAuditEvent(tx, viewer, {
      action: "newsletter.sample",
      target: { kind: "newsletter", id: digest.week, name: `the issue of ${digest.week}` },
    });
  });
  deps.mailer.wake();
}
