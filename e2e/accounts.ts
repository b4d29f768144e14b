import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import type { Program } from "#server/testing/program.ts";
import { type ReceivedMail, startSmtp, type TestSmtp } from "#server/testing/smtp.ts";
import { test as base, expect } from "./fixtures.ts";
import { startOwnProgram } from "./global-setup.ts";
import { expired as expiredBy, newName, type Session } from "./members.ts";
import { codeOf } from "./totp.ts";

export { expect };

/** The browser writes each refusal of the protocol to its console. */
export const REFUSED = /status of 4\d\d .*\/auth/;

const SECRET = "only-for-tests-only-for-tests-only-for-tests";

/** A session of this site as it would be a day after its access token ran out. */
export const expired = (session: Session): Session => expiredBy(session, SECRET);

/** A community that asks for confirmation by mail and has every way to sign in switched on. */
export interface Site {
  readonly url: string;
  /** The newest email to an address, once it has come, without notices to the owner; `after` skips as many. */
  mailTo(address: string, after?: number): Promise<Letter>;
  /** The subjects of the notices about changes to how somebody signs in. */
  noticesTo(address: string): readonly string[];
  /** A call of the protocol with an administrator's key, or with a member's token. */
  call<T>(method: string, path: string, body?: object, token?: string): Promise<T>;
}

export interface Letter {
  readonly subject: string;
  readonly code: string;
  readonly link: string;
  readonly text: string;
  /** Where one click ends letters of its kind; empty where the mail says none. */
  readonly unsubscribe: string;
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** What whoever knows the secret signs for themselves: docs/auth-protocol.md. */
function administratorKey(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ role: "service_role" })}`;
  return `${signed}.${createHmac("sha256", SECRET).update(signed).digest("base64url")}`;
}

/** Such a community with further settings, or others. Whoever starts it stops it. */
export async function startSite(
  settings: Record<string, string> = {},
): Promise<{ site: Site; program: Program & { databaseUrl: string }; smtp: TestSmtp }> {
  const smtp = await startSmtp();
  const program = await startOwnProgram({
    DEMO: "off",
    SMTP_URL: smtp.url,
    AUTH_RATE_LIMITS: "off",
    AUTH_MAIL_SPACING_SECONDS: "0",
    AUTH_MAIL_PER_HOUR: "1000000",
    AUTH_JWT_SECRET: SECRET,
    AUTH_SAML: "on",
    AUTH_ANONYMOUS: "on",
    ...settings,
  });
  const key = administratorKey();
  const site: Site = {
    url: program.url,
    async mailTo(address, after = 0) {
      let found: ReceivedMail[] = [];
      await expect
        .poll(() => {
          found = smtp.mails.filter((mail) => mail.recipient === address && !isNotice(mail));
          return found.length;
        })
        .toBeGreaterThan(after);
      const text = found.at(-1)?.text ?? "";
      return {
        subject: found.at(-1)?.subject ?? "",
        code: /code: (\d{6})/.exec(text)?.[1] ?? "",
        link: /^http\S+\/auth\/v1\/verify\?\S+$/m.exec(text)?.[0] ?? "",
        text,
        unsubscribe:
          /<(.+)>/.exec(
            found.at(-1)?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "",
          )?.[1] ?? "",
      };
    },
    noticesTo: (address) =>
      smtp.mails
        .filter((mail) => mail.recipient === address && isNotice(mail))
        .map(({ subject }) => subject ?? ""),
    async call(method, path, body, token = key) {
      const response = await fetch(`${program.url}/auth/v1${path}`, {
        method,
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return text ? JSON.parse(text) : null;
    },
  };
  return { site, program, smtp };
}

/** They lead to the list of devices. */
const isNotice = ({ text }: ReceivedMail) => text?.includes("/settings/sessions") ?? false;

interface AccountFixtures {
  /** A member who is signed in nowhere. */
  person: Person;
}

/** Runs a statement on the site's database, to make what takes time, or an administrator, without either. */
export type Ask = (statement: string, ...values: unknown[]) => Promise<void>;

interface SiteFixtures {
  /** Further settings of the site, by `test.use`. */
  environment: Record<string, string>;
  started: Awaited<ReturnType<typeof startSite>>;
  site: Site;
  ask: Ask;
}

export const test = base.extend<AccountFixtures, SiteFixtures>({
  environment: [{}, { scope: "worker", option: true }],
  started: [
    async ({ environment }, use) => {
      const started = await startSite(environment);
      await use(started);
      await started.program.stop();
      await started.smtp.stop();
      const errors = started.program.output().match(/.*"level":(?:[56]0|"(?:error|fatal)").*/g) ?? [];
      expect(errors, "what the program logged as errors").toEqual([]);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  site: [async ({ started }, use) => use(started.site), { scope: "worker" }],
  ask: [
    async ({ started }, use) => {
      const pool = new pg.Pool({ connectionString: started.program.databaseUrl, max: 1 });
      await use(async (statement, ...values) => void (await pool.query(statement, values)));
      await pool.end();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  person: async ({ site }, use) => use(await makePerson(site)),
});

export async function makePerson(site: Site): Promise<Person> {
  const username = newName();
  const email = `${username}@example.org`;
  const password = `pass of ${username.slice(-6)}`;
  const { id } = await site.call<{ id: string }>("POST", "/admin/users", {
    email,
    password,
    email_confirm: true,
    user_metadata: { username },
  });
  return { id, username, email, password };
}

/** A second factor and recovery codes for somebody, set up as the settings do. `code` is one that was not used yet. */
export async function giveFactor(site: Site, { email, password }: Person) {
  const signIn = { email, password };
  const { access_token } = await site.call<{ access_token: string }>(
    "POST",
    "/token?grant_type=password",
    signIn,
  );
  const factor = await site.call<{ id: string; totp: { secret: string } }>(
    "POST",
    "/factors",
    { factor_type: "totp", friendly_name: "Telephone" },
    access_token,
  );
  const { secret } = factor.totp;
  const path = `/factors/${factor.id}`;
  const challenge = await site.call<{ id: string }>("POST", `${path}/challenge`, {}, access_token);
  const raised = await site.call<{ access_token: string }>(
    "POST",
    `${path}/verify`,
    // One step back, so that the present code is still to be used.
    { challenge_id: challenge.id, code: codeOf(secret, -1) },
    access_token,
  );
  const { codes } = await site.call<{ codes: string[] }>(
    "POST",
    "/factors/recovery-codes",
    {},
    raised.access_token,
  );
  return { code: () => codeOf(secret), recoveryCode: codes[0] ?? "" };
}

/** Who is signed in, as the header shows it. */
export const menuOf = (page: Page, username: string) =>
  page.getByRole("button", { name: `Account menu of ${username}` });
