import type { Config } from "#server/config.ts";
import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import { type DueMessage, LEASE_SECONDS } from "./outbox.ts";

export interface Transport {
  /** Rejects when the message was not accepted. */
  send(message: DueMessage): Promise<void>;
  /** Whether the message was rejected permanently, so a retry is pointless. */
  isPermanentFailure(error: unknown): boolean;
  close(): void;
}

/**
 * The time limit of a delivery, including the wait for a free connection. The other timeouts only detect silence, so a
 * server that answers slowly could otherwise block the outbox for good. Shorter than the lease, so that no other process
 * sends the email at the same time.
 */
const SEND_TIMEOUT_MS = (LEASE_SECONDS - 60) * 1000;

/** `readSiteName` returns the sender's name, which is used when MAIL_FROM is unset. */
export function createSmtpTransport(
  smtpUrl: string,
  { email, publicUrl }: Pick<Config, "email" | "publicUrl">,
  readSiteName: () => Promise<string>,
  timeoutMs = SEND_TIMEOUT_MS,
): Transport {
  const host = new URL(publicUrl).hostname;
  const open = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport(
      {
        url: smtpUrl,
        pool: true,
        maxConnections: 2,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
      },
      // We only send templates: the transport must not read files or fetch URLs.
      { disableFileAccess: true, disableUrlAccess: true },
    );
  };
  let transport: ReturnType<typeof open> | undefined;
  return {
    async send({
      message_id: messageId,
      recipient,
      subject,
      body_text: text,
      body_html: html,
      unsubscribe_url: unsubscribe,
    }) {
      transport ??= open().catch((error: unknown) => {
        transport = undefined;
        throw error;
      });
      await (await transport).sendMail({
        from: email.from ?? { name: await readSiteName(), address: `no-reply@${host}` },
        // A string would be parsed as a list of addresses.
        to: { name: "", address: recipient },
        subject,
        text,
        html: html ?? "",
        // The same on every attempt, so that email clients can discard a duplicate.
        messageId: `<${messageId}@${host}>`,
        signal: AbortSignal.timeout(timeoutMs),
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
    /** Whether the error is a 5xx response to the recipient or the content. */
    isPermanentFailure(error) {
      const { responseCode, command } = error as { responseCode?: number; command?: string };
      return (responseCode ?? 0) >= 500 && (command === "RCPT TO" || command === "DATA");
    },
    close: () =>
      void transport?.then(
        (openTransport) => openTransport.close(),
        () => {},
      ),
  };
}

class PermanentGatewayError extends Error {}

/** Client errors that may go away, so the message is retried. */
const TRANSIENT_STATUSES = new Set([401, 403, 404, 408, 425, 429]);

/** What a proxy responds with when the gateway behind it is down. */
const DOWN_STATUSES = new Set([502, 503, 504]);
const CHECK_TIMEOUT_MS = 3_000;

export interface TextTransport extends Transport {
  /** Whether the gateway responds to a GET request with anything but a redirect or DOWN_STATUSES. Sends no message. */
  checkGateway(): Promise<boolean>;
}

/**
 * Posts text messages to the operator's own gateway (docs/decisions/033). 2xx means that the message was accepted. 4xx
 * responses, with a few exceptions, are permanent failures.
 */
export function createTextTransport(smsUrl: string, token: string | undefined): TextTransport {
  // The operator chose this URL, and its host is often local.
  const fetch = createSafeFetch({ allowPrivate: true });
  return {
    async send({ id, recipient, channel, body_text: message }) {
      const { status } = await fetch(smsUrl, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ id, to: `+${recipient}`, channel, message }),
        maxBytes: 65_536,
      });
      if (status >= 200 && status < 300) return;
      const error = `the gateway responded with status ${status}`;
      throw status >= 400 && status < 500 && !TRANSIENT_STATUSES.has(status)
        ? new PermanentGatewayError(error)
        : new Error(error);
    },
    async checkGateway() {
      try {
        const { status } = await fetch(smsUrl, { maxRedirects: 0, timeoutMs: CHECK_TIMEOUT_MS });
        return !DOWN_STATUSES.has(status);
      } catch {
        return false;
      }
    },
    isPermanentFailure: (error) => error instanceof PermanentGatewayError,
    close: () => {},
  };
}
