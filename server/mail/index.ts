/**
 * Mails. A mail is put into the outbox by the transaction that needs it, so it is there exactly when what it speaks
 * of is; a loop sends it afterwards, holding no lock meanwhile, and tries again when the server fails. Without an
 * SMTP server mails stay in the outbox for an administrator to read. Owns the schema mail.
 */
import { createTransport } from "nodemailer";
import type { Config } from "#server/config.ts";
import type { Database, Tx } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import { type Letter, writeLetter } from "./letters.ts";
import { type DueMail, noteFailure, noteSent, putMail, takeDue } from "./outbox.ts";

export type { Letter } from "./letters.ts";

export interface Mail {
  /** Puts a letter into the outbox inside the caller's transaction. Call `wake` once that has committed. */
  queue(tx: Tx, letter: Letter): Promise<void>;
  /** Has the loop look into the outbox now. */
  wake(): void;
  /** Sends what is due, several programs sharing the work; resolves with how many it took. Never rejects for a mail. */
  sendDue(): Promise<number>;
  /** Starts the loop; without an SMTP server there is none. */
  start(): void;
  /** Ends the loop after the mail that is under way. */
  stop(): Promise<void>;
}

export interface MailDependencies {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly config: Pick<Config, "mail" | "publicUrl">;
}

/** How often the loop looks without being woken: for retries, and for what a program left that has crashed. */
const LOOK_MILLISECONDS = 15_000;
const AT_ONCE = 5;

export function createMail({ database, log, clock, config }: MailDependencies): Mail {
  const { smtpUrl, from } = config.mail;
  const transport = smtpUrl === undefined ? undefined : openTransport(smtpUrl);
  const host = new URL(config.publicUrl).hostname;
  let stopping = false;
  let loop: Promise<void> | undefined;
  let rouse = () => {};
  let isRoused = false;

  async function send(mail: DueMail): Promise<void> {
    const { pool } = database;
    try {
      await transport?.sendMail({
        from,
        // As an object, an address is not read as a list of several.
        to: { name: "", address: mail.recipient },
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
        // The same on every try, so that a mail that was taken twice shows once.
        messageId: `<outbox.${mail.id}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
      await noteSent(pool, mail.id, clock.now());
      log.info({ mail: mail.id, kind: mail.kind }, "a mail was sent");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const gaveUp = await noteFailure(pool, mail, {
        error: message,
        isFinal: isRefusal(error),
        now: clock.now(),
      });
      log.warn({ mail: mail.id, kind: mail.kind, error: message, gaveUp }, "a mail could not be sent");
    }
  }

  async function sendDue(): Promise<number> {
    if (transport === undefined) return 0;
    const due = await takeDue(database.pool, clock.now(), AT_ONCE);
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
    async queue(tx, letter) {
      await putMail(tx, {
        ...writeLetter(letter, config.publicUrl),
        kind: letter.kind,
        to: letter.to,
        state: transport === undefined ? "kept" : "waiting",
        now: clock.now(),
      });
    },
    wake() {
      isRoused = true;
      rouse();
    },
    sendDue,
    start() {
      if (transport !== undefined) loop ??= run();
    },
    async stop() {
      stopping = true;
      rouse();
      await loop;
      transport?.close();
    },
  };
}

function openTransport(url: string) {
  return createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    },
    // A template is all that is ever sent: nothing is read from files or fetched.
    { disableFileAccess: true, disableUrlAccess: true },
  );
}

/** Whether the server refused this very mail for good (5xx at the recipient or the text), so that trying on is no use. */
function isRefusal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return (responseCode ?? 0) >= 500 && (command === "RCPT TO" || command === "DATA");
}
