/**
 * The admin module's public API. Every operation rejects non-administrators (guards.test.ts checks them all).
 * It owns no tables: each operation belongs to the module that owns the data, and records an audit event.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { AuditEventPage } from "#core/admin/audit-events.ts";
import type { OutboxEmail, OutboxPage } from "#core/admin/outbox.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { SetupState } from "#core/admin/setup.ts";
import type { SiteFigures } from "#core/admin/stats.ts";
import type { AnalyticsModule } from "#server/analytics/index.ts";
import { type AuditEventQuery, listAuditEvents } from "#server/audit/index.ts";
import type { Auth } from "#server/auth/index.ts";
import type { BackupPlace } from "#server/backup/index.ts";
import type { Database, Replicas } from "#server/database/index.ts";
import type { Mailer } from "#server/email/index.ts";
import type { Forum } from "#server/forum/index.ts";
import type { Invitations } from "#server/invitations/index.ts";
import type { News } from "#server/news/index.ts";
import type { Newsletter } from "#server/newsletter/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Reports } from "#server/reports/index.ts";
import type { Settings } from "#server/settings/index.ts";
import { countSite } from "./count-site.ts";
import { readSetup } from "./read-setup.ts";

export interface Admin {
  readonly users: Auth["members"];
  /** Apps that sign members in with this site. */
  readonly apps: Auth["apps"];
  /** Moderation of posts and comments, articles and sources. */
  readonly content: Forum["moderation"] & News["administration"];
  readonly newsletter: Newsletter["administration"];
  readonly reports: Reports["administration"];
  readonly settings: Settings["administration"];
  readonly providers: Auth["providers"];
  readonly analytics: AnalyticsModule["administration"];
  readonly invitations: Invitations["administration"];
  /**
   * Emails and text messages. Throws AppError: not_signed_in, access_denied; `read` also step_up_required,
   * email_not_found.
   */
  readonly outbox: {
    list(viewer: Viewer, before: string | null): Promise<OutboxPage>;
    read(viewer: Viewer, id: string): Promise<OutboxEmail>;
  };
  /**
   * Checks the database's replicas. Each process checks them separately, so this is the current process's
   * view.
   */
  readReplicas(viewer: Viewer): Promise<ReplicaOverview>;
  readonly log: { list(viewer: Viewer, query: AuditEventQuery): Promise<AuditEventPage> };
  readStats(viewer: Viewer): Promise<SiteFigures>;
  /** The checklist of a new site. */
  readonly setup: {
    read(viewer: Viewer): Promise<SetupState | null>;
    /** Hides the checklist for all administrators. */
    dismiss(viewer: Viewer): Promise<void>;
  };
}

export type ReplicaOverview = Pick<Replicas, "statuses" | "isListening">;

interface AdminDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly analytics: Pick<AnalyticsModule, "administration">;
  readonly backup: BackupPlace;
  readonly auth: Pick<Auth, "apps" | "members" | "providers" | "requireStepUp">;
  readonly forum: Pick<Forum, "moderation" | "readCommunity">;
  readonly invitations: Pick<Invitations, "administration">;
  readonly mailer: Pick<Mailer, "isEmailConfigured" | "listOutbox" | "readEmail">;
  readonly news: Pick<News, "administration">;
  readonly newsletter: Pick<Newsletter, "administration">;
  readonly reports: Pick<Reports, "administration">;
  readonly settings: Pick<Settings, "administration">;
}

export function createAdmin(deps: AdminDeps): Admin {
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
      async read(viewer, id) {
        requireAdmin(viewer);
        // The codes and links in other members' emails would let an administrator sign in as them.
        await deps.auth.requireStepUp(viewer);
        return deps.mailer.readEmail(viewer, id);
      },
    },
    async readReplicas(viewer) {
      requireAdmin(viewer);
      const { replicas } = deps.database;
      await replicas.check();
      return { statuses: replicas.statuses, isListening: replicas.isListening };
    },
    log: { list: (viewer, query) => listAuditEvents(deps.database, viewer, query) },
    readStats: (viewer) => countSite(deps, viewer),
    setup: {
      read: (viewer) => readSetup(deps, viewer),
      dismiss: (viewer) => deps.settings.administration.dismissSetup(viewer),
    },
  };
}
