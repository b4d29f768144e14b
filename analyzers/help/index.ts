import type { HelpTopic } from "./help-topic.ts";
import { AI_TOOLS } from "./topics/ai-tools.ts";
import { APPEARANCE } from "./topics/appearance.ts";
import { COMMENTS } from "./topics/comments.ts";
import { DELETE_ACCOUNT } from "./topics/delete-account.ts";
import { DOWNLOAD_DATA } from "./topics/download-data.ts";
import { DRAFTS } from "./topics/drafts.ts";
import { INVITATIONS } from "./topics/invitations.ts";
import { NEW_MEMBERS } from "./topics/new-members.ts";
import { NEWS } from "./topics/news.ts";
import { NEWSLETTER } from "./topics/newsletter.ts";
import { NOTIFICATIONS } from "./topics/notifications.ts";
import { PASSKEYS } from "./topics/passkeys.ts";
import { PASSWORD } from "./topics/password.ts";
import { POST } from "./topics/post.ts";
import { PROFILE } from "./topics/profile.ts";
import { REPORT } from "./topics/report.ts";
import { SAVED } from "./topics/saved.ts";
import { SEARCH } from "./topics/search.ts";
import { SESSIONS } from "./topics/sessions.ts";
import { SIGN_IN_METHODS } from "./topics/sign-in-methods.ts";
import { SIGN_UP } from "./topics/sign-up.ts";
import { STOLEN_KEYS } from "./topics/stolen-keys.ts";
import { TWO_FACTOR } from "./topics/two-factor.ts";
import { VOTE } from "./topics/vote.ts";
import { WALLET } from "./topics/wallet.ts";

export type { HelpTopic } from "./help-topic.ts";

/** How this site works, for the assistant to answer from. */
export const HELP_TOPICS: readonly HelpTopic[] = [
  AI_TOOLS,
  APPEARANCE,
  COMMENTS,
  DELETE_ACCOUNT,
  DOWNLOAD_DATA,
  DRAFTS,
  INVITATIONS,
  NEW_MEMBERS,
  NEWS,
  NEWSLETTER,
  NOTIFICATIONS,
  PASSKEYS,
  PASSWORD,
  POST,
  PROFILE,
  REPORT,
  SAVED,
  SEARCH,
  SESSIONS,
  SIGN_IN_METHODS,
  SIGN_UP,
  STOLEN_KEYS,
  TWO_FACTOR,
  VOTE,
  WALLET,
];
