/**
 * Emails, and codes by text message. A message is stored by the transaction that needs it, so it is sent only if that
 * transaction commits. Without an email server (or, for text messages, a gateway), messages stay in the outbox, where
 * administrators can read them. Owns the schema `email`.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { OutboxPage } from "#core/admin/outbox.ts";
import { DEFAULT_ACCENT } from "#core/settings/accent.ts";
import { NO_BRANDING } from "#core/settings/branding.ts";
import type { SiteSettings } from "#core/settings/types.ts";
import { SITE_NAME } from "#core/site.ts";
import type { Config } from "#server/config.ts";
import type { Database, Tx } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import type { EmailSite } from "./layout.ts";
import {
  claimDue,
  countWaiting,
  type DueMessage,
  deleteOldMessages,
  deleteWaitingEmails,
  insertMessage,
  markSent,
  recordFailure,
} from "./outbox.ts";
import { listOutbox, readOutboxMessage } from "./read-outbox.ts";
import { type Email, renderEmail, renderTextMessage, type TextMessage } from "./templates.ts";
import { createSmtpTransport, createTextTransport } from "./transports.ts";

export { removeUrls } from "./layout.ts";
export type { SecurityAlertEmail } from "./security-alert-emails.ts";
export type { Email, TextMessage } from "./templates.ts";

export type Mailer = ReturnType<typeof createMailer>;

interface MailerDeps {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly config: Pick<Config, "email" | "publicUrl">;
  /** Without these settings, emails show the default site name and no contact email address. */
  readonly settings?: MailerSettings;
}

interface MailerSettings {
  read(): Promise<Pick<SiteSettings, "siteName" | "adminEmail" | "branding">>;
}

const DEFAULT_SETTINGS: MailerSettings = {
  read: async () => ({ siteName: SITE_NAME, adminEmail: null, branding: NO_BRANDING }),
};

/** How often the loop checks without being woken: for retries, and for messages claimed by a process that crashed. */
const POLL_INTERVAL_MS = 15_000;
const BATCH_SIZE = 5;
const GATEWAY_CHECK_TTL_MS = 10_000;

export function createMailer({ database, log, clock, config, settings = DEFAULT_SETTINGS }: MailerDeps) {
  const { smtpUrl, smsUrl, smsToken } = config.email;
  const smtp =
    smtpUrl === undefined
      ? undefined
      : createSmtpTransport(smtpUrl, config, async () => (await settings.read()).siteName);
  const textGateway = smsUrl === undefined ? undefined : createTextTransport(smsUrl, smsToken);
  const isTextAvailable = memoizeWithTtl(async () => (await textGateway?.checkGateway()) ?? true, {
    clock,
    ttlMs: GATEWAY_CHECK_TTL_MS,
  });
  const transports = { email: smtp, sms: textGateway, whatsapp: textGateway };
  const configuredChannels = (["email", "sms", "whatsapp"] as const).filter(
    (channel) => transports[channel] !== undefined,
  );
  let isStopping = false;
  let loop: Promise<void> | undefined;
  let wakeUp = () => {};
  let isWoken = false;

  async function describeSite(): Promise<EmailSite> {
    const { siteName, adminEmail, branding } = await settings.read();
    const { accent } = (branding.accent ?? DEFAULT_ACCENT).light;
    return { name: siteName, publicUrl: config.publicUrl, contactEmail: adminEmail, accent };
  }

  async function send(message: DueMessage): Promise<void> {
    const { db } = database;
    const { id, channel, kind } = message;
    const transport = transports[channel];
    try {
      await transport?.send(message);
      await markSent(db, id, clock.now());
      log.info({ outboxId: id, channel, kind }, "message sent");
    } catch (error) {
      const errorText = error instanceof Error ? error.message : String(error);
      const gaveUp = await recordFailure(db, message, {
        error: errorText,
        isFinal: transport?.isPermanentFailure(error) ?? false,
        now: clock.now(),
      });
      log.warn({ outboxId: id, channel, kind, error: errorText, gaveUp }, "message could not be sent");
    }
  }

  /** Returns the number of claimed messages. A failed delivery doesn't reject the promise. */
  async function sendDue(): Promise<number> {
    if (configuredChannels.length === 0) return 0;
    const dueMessages = await claimDue(database.db, clock.now(), configuredChannels, BATCH_SIZE);
    const outcomes = await Promise.allSettled(dueMessages.map(send));
    for (const outcome of outcomes)
      if (outcome.status === "rejected") log.error({ err: outcome.reason }, "outbox could not be updated");
    return dueMessages.length;
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      let claimedCount = 0;
      try {
        claimedCount = await sendDue();
      } catch (error) {
        log.warn({ error: String(error) }, "could not read the outbox");
      }
      if (claimedCount > 0 || isWoken || isStopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_INTERVAL_MS);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    /** False without an email server. Administrators then have to forward emails themselves. */
    isEmailConfigured: smtp !== undefined,
    /** False without a gateway. Text messages are then only stored. */
    isTextMessagingConfigured: textGateway !== undefined,
    /** Whether text messages can be sent or, without a gateway, stored. */
    isTextAvailable,
    /** Stores the email in the caller's transaction. Call `wake` after the commit. */
    async queue(tx: Tx, email: Email) {
      await insertMessage(tx, {
        ...renderEmail(email, await describeSite()),
        kind: email.kind,
        channel: "email",
        to: email.to,
        unsubscribeUrl: "unsubscribe" in email ? email.unsubscribe : undefined,
        state: smtp === undefined ? "stored" : "waiting",
        now: clock.now(),
      });
    },
    async queueText(tx: Tx, message: TextMessage) {
      await insertMessage(tx, {
        ...renderTextMessage(message, (await describeSite()).name),
        kind: message.kind,
        channel: message.channel,
        to: message.to,
        state: textGateway === undefined ? "stored" : "waiting",
        now: clock.now(),
      });
    },
    render: async (email: Email) => renderEmail(email, await describeSite()),
    cancel: deleteWaitingEmails,
    countWaiting: (kind: Email["kind"]) => countWaiting(database.db, kind),
    /** Makes the delivery loop check the outbox now. */
    wake() {
      isWoken = true;
      wakeUp();
    },
    sendDue,
    listOutbox: async (viewer: Viewer, before: string | null): Promise<OutboxPage> => ({
      ...(await listOutbox(database.db, viewer, before)),
      isEmailConfigured: smtp !== undefined,
      isTextMessagingConfigured: textGateway !== undefined,
    }),
    readOutboxMessage: (viewer: Viewer, id: string) => readOutboxMessage(database.db, viewer, id),
    deleteOldMessages: () => deleteOldMessages(database.db, clock.now()),
    start() {
      if (configuredChannels.length > 0) loop ??= run();
    },
    /** Stops the delivery loop after the current batch. */
    async stop() {
      isStopping = true;
      wakeUp();
      await loop;
      smtp?.close();
      textGateway?.close();
    },
  };
}
