import type { Page } from "@playwright/test";
import { test as base, expect } from "./fixtures.ts";
import { generateName, hashCheaply, type Session } from "./members.ts";
import { type RunStatement, type Site, type StartedSite, startSite } from "./site.ts";
import { createCodeGenerator } from "./totp.ts";

export { expect };

/** Matches what a browser logs for each auth request that is refused. */
export const REFUSED_AUTH_REQUEST = /status of 4\d\d .*\/auth/;

export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

interface AccountFixtures {
  /** The worker's shared site, or one started by `configureSite`. */
  startedSite: StartedSite;
  site: Site;
  runStatement: RunStatement;
  /** A user without sessions. */
  user: TestUser;
}

export const test = base.extend<AccountFixtures>({
  startedSite: async ({ sharedSite }, use) => use(sharedSite),
  site: async ({ startedSite }, use) => use(startedSite.site),
  runStatement: async ({ startedSite }, use) => use(startedSite.runStatement),
  baseURL: async ({ site }, use) => use(site.url),
  user: async ({ site }, use) => use(await createUser(site)),
});

/** Lets the tests of a file share one site with these settings, in a single worker. */
export function configureSite(settings: Record<string, string>): void {
  // Started by a fixture rather than in `beforeAll`, because Playwright needs the base URL earlier.
  let dedicatedSitePromise: Promise<StartedSite> | undefined;
  test.describe.configure({ mode: "default" });
  test.use({
    startedSite: async ({}, use) => {
      dedicatedSitePromise ??= startSite(settings);
      await use(await dedicatedSitePromise);
    },
  });
  test.afterAll(async () => (await dedicatedSitePromise)?.stop());
}

/** Creates a user with a confirmed email address, through the admin API. */
export async function createUser(site: Site): Promise<TestUser> {
  const username = generateName();
  const email = `${username}@example.org`;
  const password = `pass of ${username.slice(-6)}`;
  const { id } = await site.call<{ id: string }>("POST", "/admin/users", {
    email,
    password_hash: hashCheaply(password),
    email_confirm: true,
    user_metadata: { username },
  });
  return { id, username, email, password };
}

/** Signs a user in without a browser. */
export const createSession = (site: Site, { email, password }: Pick<TestUser, "email" | "password">) =>
  site.call<Session>("POST", "/token?grant_type=password", { email, password });

/** Sets up an authenticator app and recovery codes. `generateCode` returns a code that hasn't been used yet. */
export async function addAuthenticatorApp(site: Site, user: TestUser) {
  const { access_token } = await createSession(site, user);
  const factor = await site.call<{ id: string; totp: { secret: string } }>(
    "POST",
    "/factors",
    { factor_type: "totp", friendly_name: "Phone" },
    access_token,
  );
  const generateCode = createCodeGenerator(factor.totp.secret);
  const path = `/factors/${factor.id}`;
  const challenge = await site.call<{ id: string }>("POST", `${path}/challenge`, {}, access_token);
  const steppedUpSession = await site.call<{ access_token: string }>(
    "POST",
    `${path}/verify`,
    { challenge_id: challenge.id, code: generateCode() },
    access_token,
  );
  const { codes } = await site.call<{ codes: string[] }>(
    "POST",
    "/factors/recovery-codes",
    {},
    steppedUpSession.access_token,
  );
  return { generateCode, recoveryCode: codes[0] ?? "" };
}

export const getAccountMenu = (page: Page, username: string) =>
  page.getByRole("button", { name: `Account menu: ${username}` });
