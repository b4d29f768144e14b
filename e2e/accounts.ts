import type { Page } from "@playwright/test";
import { test as base, expect } from "./fixtures.ts";
import { newName } from "./members.ts";
import { type RunStatement, type Site, type StartedSite, startSite } from "./site.ts";
import { generateTotpCode } from "./totp.ts";

export { expect };

/** The browser logs each failed auth request to its console. */
export const REFUSED = /status of 4\d\d .*\/auth/;

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

interface AccountFixtures {
  /** The worker's shared site, or one started by `withOwnSite`. */
  started: StartedSite;
  site: Site;
  ask: RunStatement;
  /** A member without sessions. */
  person: Person;
}

export const test = base.extend<AccountFixtures>({
  started: async ({ sharedSite }, use) => use(sharedSite),
  site: async ({ started }, use) => use(started.site),
  ask: async ({ started }, use) => use(started.runStatement),
  baseURL: async ({ site }, use) => use(site.url),
  person: async ({ site }, use) => use(await createPerson(site)),
});

/** Lets the tests of a file share one site with these settings, in a single worker. */
export function withOwnSite(settings: Record<string, string>): void {
  // Not in `beforeAll`, because Playwright needs the base URL earlier.
  let own: Promise<StartedSite> | undefined;
  test.describe.configure({ mode: "default" });
  test.use({
    started: async ({}, use) => {
      own ??= startSite(settings);
      await use(await own);
    },
  });
  test.afterAll(async () => (await own)?.stop());
}

export async function createPerson(site: Site): Promise<Person> {
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

/** Sets up an authenticator app and recovery codes. `code` returns a code that hasn't been used yet. */
export async function addAuthenticator(site: Site, { email, password }: Person) {
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
  const steppedUp = await site.call<{ access_token: string }>(
    "POST",
    `${path}/verify`,
    // One step back, so that the current code remains unused.
    { challenge_id: challenge.id, code: generateTotpCode(secret, -1) },
    access_token,
  );
  const { codes } = await site.call<{ codes: string[] }>(
    "POST",
    "/factors/recovery-codes",
    {},
    steppedUp.access_token,
  );
  return { code: () => generateTotpCode(secret), recoveryCode: codes[0] ?? "" };
}

export const getAccountMenu = (page: Page, username: string) =>
  page.getByRole("button", { name: `Account menu of ${username}` });
