/**
 * Emails, and codes by text message. A message is stored by the transaction that needs it, so it is sent only
 * if that commits. Without a mail server (or gateway), administrators can read it there. Owns the schema
 * `email`.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { OutboxEmail, OutboxPage } from "#core/admin/outbox.ts";
import { DEFAULT_ACCENT } from "#core/settings/accent.ts";
import { NO_BRANDING } from "#core/settings/branding.ts";
import type { SiteSettings } from "#core/settings/types.ts";
import { SITE_NAME } from "#core/site.ts";
import type { Config } from "#server/config.ts";
import type { Database, Tx } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import type { EmailSite, RenderedEmail } from "./layout.ts";
import {
  claimDue,
  countWaiting,
  type DueMessage,
  deleteOldEmails,
  deleteWaitingEmails,
  insertMessage,
  markSent,
  recordFailure,
} from "./outbox.ts";
import { listOutbox, readEmail } from "./read-outbox.ts";
import { type Email, renderEmail, renderTextMessage, type TextMessage } from "./templates.ts";
import { createSmtpTransport, createTextTransport } from "./transports.ts";

export { removeUrls } from "./layout.ts";
export type { SecurityAlertEmail } from "./security-alert-emails.ts";
export type { Email, TextMessage } from "./templates.ts";

export interface Mailer {
  /** False without an email server: administrators have to forward emails themselves. */
  readonly isEmailConfigured: boolean;
  /** False without a gateway for text messages: they are only stored. */
  readonly isTextConfigured: boolean;
  /** Whether text messages can be sent or, without a gateway, stored. Checks the gateway at most every ten seconds. */
  isTextAvailable(): Promise<boolean>;
  /** Adds an email to the outbox in the caller's transaction. Call `wake` after the commit. */
  queue(tx: Tx, email: Email): Promise<void>;
  /** Adds a text message to the outbox in the caller's transaction. Call `wake` after the commit. */
  queueText(tx: Tx, message: TextMessage): Promise<void>;
  /** Renders an email without sending it. */
  render(email: Email): Promise<RenderedEmail>;
  /** Deletes unsent emails of this kind to this address. */
  cancel(tx: Tx, kind: Email["kind"], to: string): Promise<void>;
  /** Counts emails of this kind that have not been sent yet. */
  countWaiting(kind: Email["kind"]): Promise<number>;
  /** Makes the loop check the outbox now. */
  wake(): void;
  /**
   * Sends due messages; several processes share the work. Returns the number of claimed messages. A failed
   * delivery doesn't reject the promise.
   */
  sendDue(): Promise<number>;
  /** Lists the outbox for administrators. */
  listOutbox(viewer: Viewer, before: string | null): Promise<OutboxPage>;
  /** Reads an email for administrators. See read-outbox.ts. */
  readEmail(viewer: Viewer, id: string): Promise<OutboxEmail>;
  /** Deletes a batch of emails older than 30 days; returns the count. */
  deleteOldEmails(): Promise<number>;
  /** Starts the delivery loop, if there is a server to deliver to. */
  start(): void;
  /** Stops the loop after the current batch. */
  stop(): Promise<void>;
}

export interface MailerDeps {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly config: Pick<Config, "email" | "publicUrl">;
  /** Without them, emails show the default site name and no contact address. */
  readonly settings?: MailerSettings;
}

export interface MailerSettings {
  read(): Promise<Pick<SiteSettings, "siteName" | "adminEmail" | "branding">>;
}

const UNSET: MailerSettings = {
  read: async () => ({ siteName: SITE_NAME, adminEmail: null, branding: NO_BRANDING }),
};

/** How often the loop checks without being woken: for retries, and for messages claimed by a process that crashed. */
const POLL_MS = 15_000;
const BATCH_SIZE = 5;
const GATEWAY_CHECK_MS = 10_000;

export function createMailer({ database, log, clock, config, settings = UNSET }: MailerDeps): Mailer {
  const { smtpUrl, smsUrl, smsToken } = config.email;
  const smtp =
    smtpUrl === undefined
      ? undefined
      : createSmtpTransport(smtpUrl, config, async () => (await settings.read()).siteName);
  const textGateway = smsUrl === undefined ? undefined : createTextTransport(smsUrl, smsToken);
  const isTextAvailable = memoizeWithTtl(async () => (await textGateway?.checkGateway()) ?? true, {
    clock,
    ttlMs: GATEWAY_CHECK_MS,
  });
  const transports = { email: smtp, sms: textGateway, whatsapp: textGateway };
  const openChannels = (["email", "sms", "whatsapp"] as const).filter(
    (channel) => transports[channel] !== undefined,
  );
  let stopping = false;
  let loop: Promise<void> | undefined;
  let wakeUp = () => {};
  let isWoken = false;

  async function describeSite(): Promise<EmailSite> {
    const { siteName, adminEmail, branding } = await settings.read();
    const { accent } = (branding.accent ?? DEFAULT_ACCENT).light;
    return { name: siteName, publicUrl: config.publicUrl, contact: adminEmail, accent };
  }

  async function send(email: DueMessage): Promise<void> {
    const { db } = database;
    const transport = transports[email.channel];
    try {
      await transport?.send(email);
      await markSent(db, email.id, clock.now());
      log.info({ email: email.id, kind: email.kind }, "email sent");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const gaveUp = await recordFailure(db, email, {
        error: message,
        isFinal: transport?.isRefusal(error) ?? false,
        now: clock.now(),
      });
      log.warn({ email: email.id, kind: email.kind, error: message, gaveUp }, "email could not be sent");
    }
  }

  async function sendDue(): Promise<number> {
    if (openChannels.length === 0) return 0;
    const due = await claimDue(database.db, clock.now(), openChannels, BATCH_SIZE);
    const outcomes = await Promise.allSettled(due.map(send));
    for (const outcome of outcomes)
      if (outcome.status === "rejected") log.error({ err: outcome.reason }, "outbox could not be updated");
    return due.length;
  }

  async function run(): Promise<void> {
    while (!stopping) {
      isWoken = false;
      let claimed = 0;
      try {
        claimed = await sendDue();
      } catch (error) {
        log.warn({ error: String(error) }, "outbox could not be read");
      }
      if (claimed > 0 || isWoken || stopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    isEmailConfigured: smtp !== undefined,
    isTextConfigured: textGateway !== undefined,
    isTextAvailable,
    async queue(tx, email) {
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
    async queueText(tx, message) {
      await insertMessage(tx, {
        ...renderTextMessage(message, (await describeSite()).name),
        kind: message.kind,
        channel: message.channel,
        to: message.to,
        state: textGateway === undefined ? "stored" : "waiting",
        now: clock.now(),
      });
    },
    render: async (email) => renderEmail(email, await describeSite()),
    cancel: deleteWaitingEmails,
    countWaiting: (kind) => countWaiting(database.db, kind),
    wake() {
      isWoken = true;
      wakeUp();
    },
    sendDue,
    listOutbox: async (viewer, before) => ({
      ...(await listOutbox(database.db, viewer, before)),
      isEmailConfigured: smtp !== undefined,
      isSmsConfigured: textGateway !== undefined,
    }),
    readEmail: (viewer, id) => readEmail(database.db, viewer, id),
    deleteOldEmails: () => deleteOldEmails(database.db, clock.now()),
    start() {
      if (openChannels.length > 0) loop ??= run();
    },
    async stop() {
      stopping = true;
      wakeUp();
      await loop;
      smtp?.close();
      textGateway?.close();
    },
  };
}
