/**
 * The newsletter: subscribers with a confirmed email address get a weekly digest of the best posts and articles
 * (docs/decisions/048). Owns newsletter_subscribers and newsletter_issues. Digests contain only public content.
 */
import { bindOperations } from "#server/platform/bind-operations.ts";
import type { SignedIds } from "#server/platform/signed-ids.ts";
import { readNewsletter, readPreviewEmail } from "./admin/read-newsletter.ts";
import { sendTestEmail } from "./admin/send-test-email.ts";
import type { NewsletterDeps } from "./deps.ts";
import { sendIssue } from "./digest/send-issue.ts";
import { confirmSubscription, describeLink, isTestEmailLink, unsubscribe } from "./follow-link.ts";
import { addNewsletterJobs, deleteUnconfirmed } from "./jobs.ts";
import { createLinks } from "./links.ts";
import {
  createOwnSubscription,
  deleteMemberSubscriptions,
  deleteOwnSubscription,
  readOwnSubscription,
} from "./own-subscription.ts";
import { subscribe } from "./subscribe.ts";

interface CreateNewsletterDeps extends Omit<NewsletterDeps, "links"> {
  readonly signedIds: SignedIds;
  readonly publicUrl: string;
}

export function createNewsletter({ signedIds, publicUrl, ...parts }: CreateNewsletterDeps) {
  const deps: NewsletterDeps = { ...parts, links: createLinks(signedIds, publicUrl) };
  return {
    ...bindOperations(deps, {
      subscribe,
      describeLink,
      isTestEmailLink,
      confirmSubscription,
      unsubscribe,
      readOwnSubscription,
      createOwnSubscription,
      deleteOwnSubscription,
      deleteMemberSubscriptions,
      sendIssue,
      deleteUnconfirmed,
      addJobs: addNewsletterJobs,
    }),
    administration: bindOperations(deps, { read: readNewsletter, readPreviewEmail, sendTestEmail }),
  };
}

export type Newsletter = ReturnType<typeof createNewsletter>;
