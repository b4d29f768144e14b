/**
 * Mails, and codes by text message. One is put into the outbox by the transaction that needs it, so it is there exactly
 * when what it speaks of is; a loop sends it afterwards, holding no lock meanwhile, and tries again when the server
 * fails. Without a server for its kind it stays in the outbox for an administrator to read. Owns the schema mail.
 */
import type { Viewer } from "#core/accounts/member.ts";
import type { OutboxMail, OutboxPage } from "#core/admin/outbox.ts";
import type { SiteSettings } from "#core/settings/types.ts";
import { SITE_NAME } from "#core/site.ts";
import type { Config } from "#server/config.ts";
import type { Database, Tx } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import { createSmtpCarrier, createTextCarrier } from "./carriers.ts";
import type { MailSite, WrittenLetter } from "./letter-frame.ts";
import { type Letter, type TextMessage, writeLetter, writeTextMessage } from "./letters.ts";
import {
  countWaiting,
  type DueMail,
  noteFailure,
  noteSent,
  putMail,
  sweepMails,
  takeDue,
  withdrawMails,
} from "./outbox.ts";
import { listOutbox, readMail } from "./read-outbox.ts";

export { withoutAddresses } from "./letter-frame.ts";
export type { Letter, TextMessage } from "./letters.ts";
export type { OwnerEmail } from "./owner-emails.ts";

export interface Mail {
  /** Whether mails leave this machine; without a mail server an administrator hands them on. */
  readonly sendsMails: boolean;
  /** Puts a letter into the outbox inside the caller's transaction. Call `wake` once that has committed. */
  queue(tx: Tx, letter: Letter): Promise<void>;
  /** The same for a text message. */
  queueText(tx: Tx, message: TextMessage): Promise<void>;
  /** A letter as it would be written, without writing it. */
  write(letter: Letter): Promise<WrittenLetter>;
  /** Takes back the letters of a kind to an address that have not been sent. */
  withdraw(tx: Tx, kind: Letter["kind"], to: string): Promise<void>;
  /** How many letters of a kind wait for the mail server. */
  countWaiting(kind: Letter["kind"]): Promise<number>;
  /** Has the loop look into the outbox now. */
  wake(): void;
  /** Sends what is due, several programs sharing the work; resolves with how many it took. Never rejects for a mail. */
  sendDue(): Promise<number>;
  /** What an administrator sees of the outbox. Throws AppError: not_signed_in, access_denied, invalid_input. */
  listOutbox(viewer: Viewer, before: string | null): Promise<OutboxPage>;
  /** Throws AppError: not_signed_in, access_denied, mail_not_found. See read-outbox.ts. */
  readMail(viewer: Viewer, id: string): Promise<OutboxMail>;
  /** Deletes mails of a month ago, a bounded number of them; returns how many. */
  sweep(): Promise<number>;
  /** Starts the loop; without a server to send to there is none. */
  start(): void;
  /** Ends the loop after the mail that is under way. */
  stop(): Promise<void>;
}

export interface MailDependencies {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly config: Pick<Config, "mail" | "publicUrl">;
  /** Without them the site has its default name, and no address of its own. */
  readonly settings?: MailSettings;
}

/** The part of the site's settings that its mails show. */
export interface MailSettings {
  read(): Promise<Pick<SiteSettings, "siteName" | "adminEmail">>;
}

const UNSET: MailSettings = { read: async () => ({ siteName: SITE_NAME, adminEmail: null }) };

/** How often the loop looks without being woken: for retries, and for what a program left that has crashed. */
const LOOK_MILLISECONDS = 15_000;
const AT_ONCE = 5;

export function createMail({ database, log, clock, config, settings = UNSET }: MailDependencies): Mail {
  const { smtpUrl, smsUrl, smsToken } = config.mail;
  const byMail =
    smtpUrl === undefined
      ? undefined
      : createSmtpCarrier(smtpUrl, config, async () => (await settings.read()).siteName);
  const byText = smsUrl === undefined ? undefined : createTextCarrier(smsUrl, smsToken);
  const carriers = { mail: byMail, sms: byText, whatsapp: byText };
  const open = (["mail", "sms", "whatsapp"] as const).filter((channel) => carriers[channel] !== undefined);
  let stopping = false;
  let loop: Promise<void> | undefined;
  let rouse = () => {};
  let isRoused = false;

  async function describeSite(): Promise<MailSite> {
    const { siteName, adminEmail } = await settings.read();
    return { name: siteName, publicUrl: config.publicUrl, contact: adminEmail };
  }

  async function send(mail: DueMail): Promise<void> {
    const { pool } = database;
    const carrier = carriers[mail.channel];
    try {
      await carrier?.carry(mail);
      await noteSent(pool, mail.id, clock.now());
      log.info({ mail: mail.id, kind: mail.kind }, "a mail was sent");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const gaveUp = await noteFailure(pool, mail, {
        error: message,
        isFinal: carrier?.isRefusal(error) ?? false,
        now: clock.now(),
      });
      log.warn({ mail: mail.id, kind: mail.kind, error: message, gaveUp }, "a mail could not be sent");
    }
  }

  async function sendDue(): Promise<number> {
    if (open.length === 0) return 0;
    const due = await takeDue(database.pool, clock.now(), open, AT_ONCE);
    const outcomes = await Promise.allSettled(due.map(send));
    for (const outcome of outcomes)
      if (outcome.status === "rejected") log.error({ err: outcome.reason }, "the outbox could not be kept");
    return due.length;
  }

  async function run(): Promise<void> {
    while (!stopping) {
      isRoused = false;
      let took = 0;
      try {
        took = await sendDue();
      } catch (error) {
        log.warn({ error: String(error) }, "the outbox could not be read");
      }
      if (took > 0 || isRoused || stopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MILLISECONDS);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    sendsMails: byMail !== undefined,
    async queue(tx, letter) {
      await putMail(tx, {
        ...writeLetter(letter, await describeSite()),
        kind: letter.kind,
        channel: "mail",
        to: letter.to,
        unsubscribeUrl: "unsubscribe" in letter ? letter.unsubscribe : undefined,
        state: byMail === undefined ? "kept" : "waiting",
        now: clock.now(),
      });
    },
    async queueText(tx, message) {
      await putMail(tx, {
        ...writeTextMessage(message, (await describeSite()).name),
        kind: message.kind,
        channel: message.channel,
        to: message.to,
        state: byText === undefined ? "kept" : "waiting",
        now: clock.now(),
      });
    },
    write: async (letter) => writeLetter(letter, await describeSite()),
    withdraw: withdrawMails,
    countWaiting: (kind) => countWaiting(database.pool, kind),
    wake() {
      isRoused = true;
      rouse();
    },
    sendDue,
    listOutbox: async (viewer, before) => ({
      ...(await listOutbox(database.pool, viewer, before)),
      sendsMails: byMail !== undefined,
      sendsTexts: byText !== undefined,
    }),
    readMail: (viewer, id) => readMail(database.pool, viewer, id),
    sweep: () => sweepMails(database.pool, clock.now()),
    start() {
      if (open.length > 0) loop ??= run();
    },
    async stop() {
      stopping = true;
      rouse();
      await loop;
      byMail?.close();
      byText?.close();
    },
  };
}
