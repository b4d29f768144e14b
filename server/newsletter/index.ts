/**
 * The newsletter: subscribers with a confirmed address get a weekly digest of the best posts and articles
 * (docs/decisions/048). Owns newsletter_subscribers and newsletter_issues. Digests contain only public content.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { ConfirmationLink, NewsletterOverview, OwnSubscription } from "#core/newsletter/types.ts";
import type { Jobs } from "#server/platform/jobs.ts";
import type { SignedIds } from "#server/platform/signed-ids.ts";
import { readNewsletter, readPreviewEmail } from "./admin/read-newsletter.ts";
import { sendSample } from "./admin/send-sample.ts";
import { deleteUnconfirmed } from "./delete-unconfirmed.ts";
import type { NewsletterDeps } from "./deps.ts";
import { sendIssue } from "./digest/send-issue.ts";
import { confirmSubscription, describeLink, isSampleLink, unsubscribe } from "./follow-link.ts";
import { addNewsletterJobs } from "./jobs.ts";
import { createLinks, type LinkPurpose } from "./links.ts";
import {
  createOwnSubscription,
  deleteMemberSubscriptions,
  deleteOwnSubscription,
  readOwnSubscription,
} from "./own-subscription.ts";
import { subscribe } from "./subscribe.ts";

export interface Newsletter {
  subscribe(
    viewer: Viewer,
    input: { readonly email: string },
    client: { readonly ip: string },
  ): Promise<void>;
  describeLink(purpose: LinkPurpose, token: string): Promise<ConfirmationLink>;
  /** Whether an unsubscribe link is from a sample issue; following it changes nothing. */
  isSampleLink(token: string): boolean;
  confirmSubscription(token: string): Promise<ConfirmationLink>;
  unsubscribe(token: string): Promise<boolean>;
  readOwnSubscription(viewer: Viewer): Promise<OwnSubscription>;
  createOwnSubscription(viewer: Viewer, client: { readonly ip: string }): Promise<void>;
  deleteOwnSubscription(viewer: Viewer): Promise<void>;
  /** Deletes the subscription of a closed account. Idempotent. */
  deleteMemberSubscriptions(userId: string): Promise<void>;
  readonly administration: NewsletterAdministration;
  /** Queues the emails of the weekly issue; see send-issue.ts. */
  sendIssue(): Promise<number>;
  deleteUnconfirmed(): Promise<number>;
  addJobs(jobs: Jobs): void;
}

export interface NewsletterAdministration {
  read(viewer: Viewer): Promise<NewsletterOverview>;
  readPreviewEmail(viewer: Viewer): Promise<string | null>;
  sendSample(viewer: Viewer): Promise<void>;
}

interface CreateNewsletterDeps extends Omit<NewsletterDeps, "links"> {
  /** Signs and verifies the links in emails. */
  readonly signedIds: SignedIds;
  /** The origin of these links. */
  readonly publicUrl: string;
}

export function createNewsletter({ signedIds, publicUrl, ...parts }: CreateNewsletterDeps): Newsletter {
  const deps: NewsletterDeps = { ...parts, links: createLinks(signedIds, publicUrl) };
  return {
    subscribe: (viewer, input, client) => subscribe(deps, viewer, input, client),
    describeLink: (purpose, token) => describeLink(deps, purpose, token),
    isSampleLink: (token) => isSampleLink(deps, token),
    confirmSubscription: (token) => confirmSubscription(deps, token),
    unsubscribe: (token) => unsubscribe(deps, token),
    readOwnSubscription: (viewer) => readOwnSubscription(deps, viewer),
    createOwnSubscription: (viewer, client) => createOwnSubscription(deps, viewer, client),
    deleteOwnSubscription: (viewer) => deleteOwnSubscription(deps, viewer),
    deleteMemberSubscriptions: (userId) => deleteMemberSubscriptions(deps, userId),
    administration: {
      read: (viewer) => readNewsletter(deps, viewer),
      readPreviewEmail: (viewer) => readPreviewEmail(deps, viewer),
      sendSample: (viewer) => sendSample(deps, viewer),
    },
    sendIssue: () => sendIssue(deps),
    deleteUnconfirmed: () => deleteUnconfirmed(deps),
    addJobs: (jobs) => addNewsletterJobs(deps, jobs),
  };
}
