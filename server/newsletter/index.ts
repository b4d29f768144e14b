/**
 * The newsletter: subscribers with a confirmed address get a weekly digest of the best posts and stories
 * (docs/decisions/048). Owns newsletter_subscribers and newsletter_issues. Digests contain only public content.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { LinkTarget, NewsletterOverview, OwnSubscription } from "#core/newsletter/types.ts";
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
import { endOwnSubscription, forgetMember, readOwnSubscription, subscribeOwn } from "./own-subscription.ts";
import { subscribe } from "./subscribe.ts";

export interface Newsletter {
  subscribe(viewer: Viewer, asked: { readonly email: string }, from: { readonly ip: string }): Promise<void>;
  describeLink(purpose: LinkPurpose, token: string): Promise<LinkTarget>;
  /** Whether an unsubscribe link is from a sample issue; following it changes nothing. */
  isSampleLink(token: string): boolean;
  confirmSubscription(token: string): Promise<LinkTarget>;
  unsubscribe(token: string): Promise<boolean>;
  readOwnSubscription(viewer: Viewer): Promise<OwnSubscription>;
  subscribeOwn(viewer: Viewer, from: { readonly ip: string }): Promise<void>;
  endOwnSubscription(viewer: Viewer): Promise<void>;
  /** Deletes the subscription of a closed account. Idempotent. */
  forgetMember(userId: string): Promise<void>;
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
    subscribe: (viewer, asked, from) => subscribe(deps, viewer, asked, from),
    describeLink: (purpose, token) => describeLink(deps, purpose, token),
    isSampleLink: (token) => isSampleLink(deps, token),
    confirmSubscription: (token) => confirmSubscription(deps, token),
    unsubscribe: (token) => unsubscribe(deps, token),
    readOwnSubscription: (viewer) => readOwnSubscription(deps, viewer),
    subscribeOwn: (viewer, from) => subscribeOwn(deps, viewer, from),
    endOwnSubscription: (viewer) => endOwnSubscription(deps, viewer),
    forgetMember: (userId) => forgetMember(deps, userId),
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
