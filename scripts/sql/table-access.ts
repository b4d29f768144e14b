/** Which tables of other modules a module may use, and why. scripts/sql/check-table-access.ts enforces this list. */

interface Access {
  /** Why the module may read and write every table. */
  readonly everything?: string;
  /** Why the module may read each of these tables. */
  readonly reads?: Readonly<Record<string, string>>;
  /** Why the module may read and write each of these tables. */
  readonly writes?: Readonly<Record<string, string>>;
}

const allow = (reason: string, ...tables: string[]): Record<string, string> =>
  Object.fromEntries(tables.map((table) => [table, reason]));

export const TABLE_ACCESS: Readonly<Record<string, Access>> = {
  backup: { everything: "Copies and restores every table." },
  demo: { everything: "Creates a community with a history, and removes it from every table." },
  admin: {
    reads: {
      ...allow(
        "The dashboard shows these counts, read in one statement.",
        "public.daily_counts",
        "public.news_counts",
        "public.report_groups",
      ),
      ...allow(
        "The checklist for new sites shows what is still missing.",
        "public.backups",
        "public.forum_posts",
        "public.invitations",
      ),
    },
  },
  ai: { reads: allow("Saving an answer locks the member's row.", "public.profiles") },
  analytics: { reads: allow("The charts show these counts.", "public.ai_runs", "public.report_groups") },
  auth: {
    reads: {
      ...allow("Each request checks session, account, profile and role in one statement.", "public.profiles"),
      ...allow(
        "The statement that checks the session also reads the role. The last administrator can't lose the role.",
        "public.user_roles",
      ),
      ...allow(
        "The statement that checks the session also counts unread notifications.",
        "public.notifications",
      ),
      ...allow(
        "Deleting an account checks that its content is gone. Administrators see how many posts and comments a user has.",
        "public.comments",
        "public.comment_votes",
        "public.forum_posts",
        "public.post_drafts",
        "public.votes",
      ),
    },
    writes: allow(
      "The job that deletes expired data also deletes expired rows from these tables, in the same small batches.",
      "auth.rate_limits",
      "public.released_usernames",
    ),
  },
  email: { reads: allow("Messages to the viewer are shown without their text.", "auth.users") },
  files: {
    reads: {
      ...allow("Checks whether the site has files yet.", "public.news_images", "storage.objects"),
      ...allow("Reads the name of this site's folder.", "storage.settings"),
    },
  },
  forum: {
    reads: {
      ...allow("Lists show authors, and votes lock the author's row.", "public.profiles"),
      ...allow("A deleted account has no profile page.", "auth.users"),
      ...allow("The forum and the home page show the community's figures.", "public.daily_counts"),
      ...allow("Compares the terms of posts while scanning a sort order's index.", "public.search_posts"),
    },
    writes: allow("`npm run recount` corrects the daily post counts.", "public.daily_counts"),
  },
  invitations: {
    reads: {
      ...allow("Checks at each use that the inviter may still invite.", "public.user_roles"),
      ...allow(
        "Each use checks that the inviter may still invite, lists show who joined, and invited email addresses that already have an account are refused.",
        "auth.users",
        "public.profiles",
      ),
    },
  },
  members: {
    reads: allow(
      "The export of a member's data is one consistent snapshot.",
      "public.ai_conversations",
      "public.ai_history_members",
      "public.ai_turns",
      "public.comment_votes",
      "public.comments",
      "public.forum_posts",
      "public.invitation_joins",
      "public.invitations",
      "public.list_follows",
      "public.newsletter_subscribers",
      "public.notification_preferences",
      "public.notifications",
      "public.post_drafts",
      "public.post_visits",
      "public.profiles",
      "public.released_usernames",
      "public.reports",
      "public.saved_posts",
      "public.thread_follows",
      "public.user_roles",
      "public.votes",
    ),
  },
  news: { reads: allow("An article shows its discussion's comment count.", "public.forum_posts") },
  newsletter: {
    reads: allow(
      "The digest selects what was popular.",
      "public.forum_posts",
      "public.news_articles",
      "public.profiles",
    ),
  },
  notifications: {
    reads: allow(
      "Selects recipients, and joins what notifications are about, in one statement each.",
      "auth.users",
      "public.comment_votes",
      "public.comments",
      "public.forum_posts",
      "public.list_follows",
      "public.profiles",
      "public.report_groups",
      "public.reports",
      "public.thread_follows",
      "public.votes",
    ),
  },
  profiles: {
    reads: {
      ...allow("The role lock also checks the account.", "auth.users"),
      ...allow("The site's name is reserved.", "public.site_settings"),
    },
  },
  reports: {
    reads: allow(
      "The queue shows what was reported and by whom, in one statement.",
      "auth.users",
      "public.comments",
      "public.forum_posts",
      "public.profiles",
      "public.user_roles",
    ),
  },
  search: {
    reads: allow(
      "Indexes and finds the content of these modules.",
      "auth.account_deletions",
      "auth.users",
      "public.comments",
      "public.forum_posts",
      "public.news_articles",
      "public.news_words",
      "public.post_words",
      "public.profiles",
    ),
  },
  settings: {
    reads: allow(
      "The security status counts what needs attention.",
      "auth.mfa_factors",
      "auth.users",
      "email.outbox",
      "public.backups",
      "public.profiles",
      "public.user_roles",
    ),
  },
  sharing: {
    reads: allow(
      "Preview images show titles and names.",
      "auth.users",
      "public.forum_posts",
      "public.news_articles",
      "public.profiles",
    ),
  },
  syndication: {
    reads: allow("The sitemap lists posts and articles.", "public.forum_posts", "public.news_articles"),
  },
};
