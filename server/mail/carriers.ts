import { createTransport } from "nodemailer";
import type { Config } from "#server/config.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import type { DueMail } from "./outbox.ts";

/** Takes finished mails or text messages out of the house. */
export interface Carrier {
  /** Rejects when it was not taken. */
  carry(mail: DueMail): Promise<void>;
  /** Whether this very one was refused for good, so that trying on is no use. */
  isRefusal(error: unknown): boolean;
  close(): void;
}

/** `publicUrl` names the site in the ids of its mails; `siteName` is their sender's name where MAIL_FROM says none. */
export function createSmtpCarrier(
  smtpUrl: string,
  { mail, publicUrl }: Pick<Config, "mail" | "publicUrl">,
  siteName: () => Promise<string>,
): Carrier {
  const host = new URL(publicUrl).hostname;
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    },
    // A template is all that is ever sent: nothing is read from files or fetched.
    { disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async carry({ id, recipient, subject, body_text: text, body_html: html, unsubscribe_url: unsubscribe }) {
      await transport.sendMail({
        from: mail.from ?? { name: await siteName(), address: `no-reply@${host}` },
        // As an object, an address is not read as a list of several.
        to: { name: "", address: recipient },
        subject,
        text,
        html: html ?? "",
        // The same on every try, so that a mail that was taken twice shows once.
        messageId: `<outbox.${id}@${host}>`,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribe === null
            ? {}
            : {
                "List-Unsubscribe": `<${unsubscribe}>`,
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
              }),
        },
      });
    },
    /** 5xx at the recipient or the text. */
    isRefusal(error) {
      const { responseCode, command } = error as { responseCode?: number; command?: string };
      return (responseCode ?? 0) >= 500 && (command === "RCPT TO" || command === "DATA");
    },
    close: () => transport.close(),
  };
}

class GatewayRefusal extends Error {}

/** What a gateway may answer today and not tomorrow, among what it refuses. */
const FOR_NOW = new Set([401, 403, 404, 408, 425, 429]);

/**
 * Posts text messages to the operator's own gateway (docs/decisions/033), which hands them on to whatever provider
 * there is. Any 2xx is a yes; a 4xx that is about the message ends it.
 */
export function createTextCarrier(smsUrl: string, token: string | undefined): Carrier {
  // The address is the operator's, and often of this machine.
  const fetch = createSafeFetch({ allowPrivate: true });
  return {
    async carry({ id, recipient, channel, body_text: message }) {
      const { status } = await fetch(smsUrl, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ id, to: `+${recipient}`, channel, message }),
        bytes: 65_536,
      });
      if (status >= 200 && status < 300) return;
      const said = `the gateway answered ${status}`;
      throw status >= 400 && status < 500 && !FOR_NOW.has(status)
        ? new GatewayRefusal(said)
        : new Error(said);
    },
    isRefusal: (error) => error instanceof GatewayRefusal,
    close: () => {},
  };
}
