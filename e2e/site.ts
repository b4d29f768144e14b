import { expect } from "@playwright/test";
import pg from "pg";
import { findEmailedLink } from "#server/testing/find-emailed-link.ts";
import { type ReceivedEmail, startSmtp } from "#server/testing/smtp.ts";
import { startOwnProgram } from "./global-setup.ts";
import { JWT_SECRET, SERVICE_KEY } from "./program.ts";

/** A community that requires email confirmation, allows guests, and supports single sign-on. */
export interface Site {
  readonly url: string;
  /**
   * Waits until more than `previousCount` emails have been sent to an email address, and returns the newest. Ignores
   * security notices.
   */
  waitForEmail(address: string, previousCount?: number): Promise<SiteEmail>;
  /** Returns the subjects of the security notices sent to this email address. */
  listSecurityNotices(address: string): readonly string[];
  /** Calls the auth API with the service key or a user's access token. */
  call<T>(method: string, path: string, body?: object, token?: string): Promise<T>;
}

export interface SiteEmail {
  readonly subject: string;
  /** The six-digit code; empty if the email has none. */
  readonly code: string;
  /** The link in the email, or the URL that the button of its landing page opens; empty if there is no link. */
  readonly link: string;
  readonly text: string;
  /** The one-click unsubscribe URL; empty if the email has none. */
  readonly unsubscribeUrl: string;
}

/** Runs a statement on the site's database, for example to skip a waiting period or create an administrator. */
export type RunStatement = (statement: string, ...values: unknown[]) => Promise<void>;

export interface StartedSite {
  readonly site: Site;
  readonly runStatement: RunStatement;
  /** Stops the program, and fails if it logged errors. */
  stop(): Promise<void>;
}

/** Starts a site with additional settings. The caller must stop it. */
export async function startSite(settings: Record<string, string> = {}): Promise<StartedSite> {
  const smtp = await startSmtp();
  const program = await startOwnProgram({
    DEMO: "off",
    SMTP_URL: smtp.url,
    AUTH_RATE_LIMITS: "off",
    AUTH_MAIL_SPACING_SECONDS: "0",
    AUTH_MAIL_PER_HOUR: "1000000",
    AUTH_JWT_SECRET: JWT_SECRET,
    AUTH_SAML: "on",
    AUTH_ANONYMOUS: "on",
    ...settings,
  });
  const site: Site = {
    url: program.url,
    async waitForEmail(address, previousCount = 0) {
      let matches: ReceivedEmail[] = [];
      await expect
        .poll(() => {
          matches = smtp.emails.filter((email) => email.recipient === address && !isSecurityNotice(email));
          return matches.length;
        })
        .toBeGreaterThan(previousCount);
      const text = matches.at(-1)?.text ?? "";
      return {
        subject: matches.at(-1)?.subject ?? "",
        code: /code: (\d{6})/.exec(text)?.[1] ?? "",
        link: findEmailedLink(text),
        text,
        unsubscribeUrl:
          /<(.+)>/.exec(
            matches.at(-1)?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "",
          )?.[1] ?? "",
      };
    },
    listSecurityNotices: (address) =>
      smtp.emails
        .filter((email) => email.recipient === address && isSecurityNotice(email))
        .map(({ subject }) => subject ?? ""),
    async call(method, path, body, token = SERVICE_KEY) {
      const response = await fetch(`${program.url}/auth/v1${path}`, {
        method,
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
      return text ? JSON.parse(text) : null;
    },
  };
  const pool = new pg.Pool({ connectionString: program.databaseUrl, max: 1 });
  return {
    site,
    runStatement: async (statement, ...values) => void (await pool.query(statement, values)),
    async stop() {
      await pool.end();
      await program.stop();
      await smtp.stop();
      const errors = program.readOutput().match(/.*"level":(?:[56]0|"(?:error|fatal)").*/g) ?? [];
      expect(errors, "errors logged by the program").toEqual([]);
    },
  };
}

/** Security notices link to the list of devices. */
const isSecurityNotice = ({ text }: ReceivedEmail) => text?.includes("/settings/security#devices") ?? false;
