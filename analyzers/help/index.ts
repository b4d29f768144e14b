import { ACCOUNT_TOPICS } from "./account-topics.ts";
import type { HelpTopic } from "./help-topic.ts";
import { SITE_TOPICS } from "./site-topics.ts";

export type { HelpTopic } from "./help-topic.ts";

/** How this site works, for the assistant to answer from. Of equally relevant topics, it prefers the first. */
export const HELP_TOPICS: readonly HelpTopic[] = [...ACCOUNT_TOPICS, ...SITE_TOPICS].toSorted((a, b) =>
  a.id < b.id ? -1 : 1,
);
