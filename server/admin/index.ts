/**
 * The admin module's public API. Every operation rejects non-administrators (guards.test.ts checks them all).
 * The module owns no tables: changes are made by the module that owns the data, which also records the audit events.
 */
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { AnalyticsModule } from "#server/analytics/index.ts";
import { listAuditEvents } from "#server/audit/index.ts";
import type { Auth } from "#server/auth/index.ts";
import type { BackupDestination } from "#server/backup/index.ts";
import type { Database, Replicas } from "#server/database/index.ts";
import type { Mailer } from "#server/email/index.ts";
import type { Forum } from "#server/forum/index.ts";
import type { Invitations } from "#server/invitations/index.ts";
import type { News } from "#server/news/index.ts";
import type { Newsletter } from "#server/newsletter/index.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Reports } from "#server/reports/index.ts";
import type { Settings } from "#server/settings/index.ts";
import { readSetup } from "./read-setup.ts";
import { readSiteFigures } from "./read-site-figures.ts";

export type Admin = ReturnType<typeof createAdmin>;

export type ReplicaOverview = Pick<Replicas, "statuses" | "isListening">;

interface AdminDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly analytics: Pick<AnalyticsModule, "administration">;
  readonly backup: BackupDestination;
  readonly auth: Pick<Auth, "apps" | "members" | "providers" | "requireStepUp">;
  readonly forum: Pick<Forum, "moderation" | "readCommunity">;
  readonly invitations: Pick<Invitations, "administration">;
  readonly mailer: Pick<Mailer, "isEmailConfigured" | "listOutbox" | "readOutboxMessage">;
  readonly news: Pick<News, "administration">;
  readonly newsletter: Pick<Newsletter, "administration">;
  readonly reports: Pick<Reports, "administration">;
  readonly settings: Pick<Settings, "administration">;
}

export function createAdmin(deps: AdminDeps) {
  return {
    users: deps.auth.members,
    apps: deps.auth.apps,
    content: { ...deps.forum.moderation, ...deps.news.administration },
    newsletter: deps.newsletter.administration,
    reports: deps.reports.administration,
    settings: deps.settings.administration,
    providers: deps.auth.providers,
    analytics: deps.analytics.administration,
    invitations: deps.invitations.administration,
    outbox: {
      list: deps.mailer.listOutbox,
      async read(viewer: Viewer, id: string) {
        requireAdmin(viewer);
        // The codes and links in other members' emails would let an administrator sign in as them.
        await deps.auth.requireStepUp(viewer);
        return deps.mailer.readOutboxMessage(viewer, id);
      },
    },
    /** Each process checks the replicas separately, so this is the current process's view. */
    async readReplicas(viewer: Viewer): Promise<ReplicaOverview> {
      requireAdmin(viewer);
      const { replicas } = deps.database;
      await replicas.check();
      return { statuses: replicas.statuses, isListening: replicas.isListening };
    },
    log: bindOperations(deps.database, { list: listAuditEvents }),
    ...bindOperations(deps, { readSiteFigures }),
    setup: {
      ...bindOperations(deps, { read: readSetup }),
      dismiss: deps.settings.administration.dismissSetup,
    },
  };
}
