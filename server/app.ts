import { randomBytes } from "node:crypto";
import { buildPrivacyText } from "#core/settings/privacy-text.ts";
import { TERMS_TEXT } from "#core/settings/terms-text.ts";
import { createAdmin } from "#server/admin/index.ts";
import { type AiSettings, createAi } from "#server/ai/index.ts";
import { createAnalytics } from "#server/analytics/index.ts";
import { createAuth, getSharedSecret, type Passwords } from "#server/auth/index.ts";
import { addBackupJob } from "#server/backup/index.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/index.ts";
import { createMailer } from "#server/email/index.ts";
import { createFiles, ensureLocation } from "#server/files/index.ts";
import { createForum } from "#server/forum/index.ts";
import { createInvitations, createSignUpInvitations } from "#server/invitations/index.ts";
import { createLive } from "#server/live/index.ts";
import { createMarket } from "#server/market/index.ts";
import { createMembers } from "#server/members/index.ts";
import { createNews, loadSourceList } from "#server/news/index.ts";
import { createNewsletter } from "#server/newsletter/index.ts";
import { createNotifications } from "#server/notifications/index.ts";
import { createAnnouncements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import { createJobs } from "#server/platform/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import { createSignedIds } from "#server/platform/signed-ids.ts";
import { createProfiles } from "#server/profiles/index.ts";
import { createAllowances, createRateLimits } from "#server/rate-limits/index.ts";
import { createReports } from "#server/reports/index.ts";
import { createSearch } from "#server/search/index.ts";
import { createSettings, createSettingsStore } from "#server/settings/index.ts";
import { createSharing } from "#server/sharing/index.ts";
import { createStorage } from "#server/storage/index.ts";
import { createSyndication } from "#server/syndication/index.ts";
import { addMaintenanceJobs } from "./maintenance.ts";

/** The public APIs of all modules. Pages and HTTP handlers use the server only through this type. */
export type App = Awaited<ReturnType<typeof buildApp>>;

/** What pages need to know about the site itself. */
export interface Site {
  /** Origin for canonical URLs and shared links. */
  readonly publicUrl: string;
  /** Links for the wallet's Buy and Swap buttons. */
  readonly walletServices: Config["wallet"];
}

/**
 * `hasDemo` says whether the site has the demo community, which may be removed while the program runs. Tests pass
 * `passwords` with a lower hashing cost.
 */
export async function buildApp({
  config,
  database,
  log,
  clock,
  hasDemo,
  passwords,
}: {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly hasDemo: boolean;
  readonly passwords?: Passwords;
}) {
  const announcements = createAnnouncements({ url: database.url, log });
  database.replicas.follow(announcements);
  const limits = createRateLimits(database.pool, { enabled: config.auth.rateLimits });
  const defaults = { signUpOpen: !config.auth.disableSignup, aiLimits: config.ai.limits };
  const store = createSettingsStore({ database, log, announcements, defaults, hasDemo });
  const currentSettings = { read: async () => (await store.read()).effective };
  const mailer = createMailer({ config, database, log, clock, settings: currentSettings });
  const invitationDeps = { database, clock, settings: currentSettings };
  const auth = await createAuth({
    config,
    database,
    log,
    clock,
    limits,
    mailer,
    announcements,
    settings: currentSettings,
    invitations: createSignUpInvitations(invitationDeps),
    ...(passwords ? { passwords } : {}),
  });
  const settings = createSettings({
    database,
    clock,
    announcements,
    auth,
    store,
    defaults,
    builtInTexts: {
      privacy: buildPrivacyText({
        usesModel: config.ai.baseUrl !== null,
        isEmailConfigured: config.email.smtpUrl !== undefined,
        allowsPhoneSignIn: config.auth.phone,
        unconfirmedDays: config.auth.unconfirmedDays,
        hasReplicas: config.databaseReplicaUrls.length > 0,
      }),
      terms: TERMS_TEXT,
    },
    origin: config.publicUrl,
    config,
  });
  const { dataDir } = config;
  const { maxBytes, s3 } = config.storage;
  await ensureLocation(database.pool, s3 !== null);
  const files = createFiles({ pool: database.pool, log, announcements, dataDir, s3 });
  const storage = await createStorage({
    database,
    log,
    clock,
    limits,
    auth,
    files,
    maxBytes,
    trustProxy: config.trustProxy,
  });
  const forum = createForum({
    database,
    clock,
    announcements,
    limits,
    limitsNewMembers: config.auth.rateLimits,
    origin: config.publicUrl,
  });
  const jobs = createJobs({ pool: database.pool, log });
  const news = createNews({
    database,
    clock,
    log,
    forum,
    files,
    origin: config.publicUrl,
    safeFetch: createSafeFetch({ allowPrivate: config.news.allowPrivate }),
    proxyFetch: createSafeFetch({ allowPrivate: true }),
    settings: {
      sources: await loadSourceList(config.news.sourcesFile),
      pollMinutes: config.news.pollMinutes,
      proxyUrl: config.news.proxyUrl,
    },
  });
  news.addJobs(jobs);
  const analytics = createAnalytics({ database, clock, log });
  analytics.addJobs(jobs);
  const market = createMarket({
    database,
    clock,
    log,
    safeFetch: createSafeFetch({ allowPrivate: true }),
    url: config.marketUrl,
  });
  market.addJobs(jobs);
  const search = createSearch({ database, clock, limits, announcements });
  search.addJobs(jobs);
  const ai = createAi({
    database,
    clock,
    log,
    auth,
    news,
    market,
    search,
    announcements,
    allowances: createAllowances(database.db, { enabled: config.auth.rateLimits, clock }),
    limits,
    settings: buildAiSettings(config),
    site: settings,
  });
  auth.onAnonymization((tx, userId) => ai.deleteHistory(tx, userId));
  const createSecret = () => randomBytes(32).toString("base64url");
  const signedIds = createSignedIds(await getSharedSecret(database.db, "mailed_links", createSecret));
  const notifications = createNotifications({
    database,
    clock,
    log,
    limits,
    mailer,
    publicUrl: config.publicUrl,
    signedIds,
  });
  notifications.addJobs(jobs);
  const live = createLive({
    database,
    clock,
    log,
    announcements,
    auth,
    forum,
    countUnread: (memberId) => notifications.countUnread(memberId),
    trustProxy: config.trustProxy,
    hasLimits: config.auth.rateLimits,
  });
  const members = createMembers({ database, clock, limits, auth, storage, forum });
  const { publicUrl } = config;
  const reports = createReports({ database, clock, limits, auth, forum, mailer, storage, publicUrl });
  auth.onAccountDeletion((userId) => reports.deleteReportedText(userId));
  const newsletter = createNewsletter({ database, clock, log, limits, mailer, publicUrl, signedIds });
  newsletter.addJobs(jobs);
  auth.onAccountDeletion((userId) => newsletter.deleteMemberSubscriptions(userId));
  const invitations = createInvitations({ ...invitationDeps, limits, mailer, auth, publicUrl });
  auth.onAccountDeletion((userId) => invitations.deleteMemberInvitations(userId));
  auth.onAnonymization((tx, userId) => invitations.deleteMemberInvitations(userId, tx));
  const { backup } = config;
  if (backup.folder !== null)
    addBackupJob({ database, clock, destination: backup, everyHours: backup.everyHours }, jobs);
  addMaintenanceJobs({ auth, database, forum, invitations, storage, log }, jobs);
  const site: Site = {
    publicUrl: config.publicUrl,
    walletServices: config.wallet,
  };
  return {
    admin: createAdmin({
      database,
      clock,
      analytics,
      auth,
      mailer,
      reports,
      forum,
      news,
      newsletter,
      settings,
      invitations,
      backup,
    }),
    ai,
    analytics,
    announcements,
    auth,
    files,
    forum,
    invitations,
    jobs,
    live,
    mailer,
    market,
    news,
    newsletter,
    notifications,
    syndication: createSyndication({ database, clock, announcements, site, news, forum, settings }),
    members,
    profiles: createProfiles({ database, limits, storage }),
    reports,
    search,
    settings,
    sharing: createSharing({
      database,
      settings,
      publicUrl,
      storageHttp: storage.http,
      limits,
      trustProxy: config.trustProxy,
    }),
    storage,
    site,
  };
}

const AI_PREPARE_MS = 15_000;
const AI_CONNECT_MS = 10_000;
/** Timeout between two tokens of an answer. */
const AI_SILENCE_MS = 60_000;

function buildAiSettings({ ai, trustProxy }: Config): AiSettings {
  const { firstTokenSeconds, answerSeconds, ...rest } = ai;
  const timing = {
    connectMs: AI_CONNECT_MS,
    firstTokenMs: firstTokenSeconds * 1000,
    silenceMs: AI_SILENCE_MS,
    answerMs: answerSeconds * 1000,
  };
  return { ...rest, timing, prepareMs: AI_PREPARE_MS, trustProxy };
}
