import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";
import type { BrowserContext } from "@playwright/test";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";
import { createSelfSignedKey } from "#server/platform/self-signed-key.ts";
import { findFreePort } from "#server/testing/program.ts";
import { test as base, expect, LOCAL_DOMAIN } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { startOwnProgram } from "./global-setup.ts";
import { expireSession, generateName, type Session } from "./members.ts";
import { JWT_SECRET } from "./program.ts";

/** The community and an attacker's site share a parent domain, as with a hosting provider that rents out subdomains. */
const HOST = `community.${LOCAL_DOMAIN}`;

interface HttpsSite {
  /** The public URL with HTTPS, which the tests' browser opens. */
  readonly url: string;
  register(): Promise<Account>;
}

interface Account {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly session: Session;
}

/** Starts the program behind a TLS proxy, under a name that only the tests' browser resolves. */
async function startHttpsSite(): Promise<HttpsSite & { stop(): Promise<void> }> {
  const port = await findFreePort();
  const { privateKey, certificate } = createSelfSignedKey(HOST);
  const cert = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
  const tls = createServer({ key: privateKey, cert }, (socket) => {
    const upstream = connect(port, "127.0.0.1");
    for (const stream of [socket, upstream]) stream.on("error", () => {});
    socket.pipe(upstream).pipe(socket);
  });
  tls.listen(0, "127.0.0.1");
  await once(tls, "listening");
  const url = `https://${HOST}:${(tls.address() as AddressInfo).port}`;
  const program = await startOwnProgram({
    PORT: String(port),
    PUBLIC_URL: url,
    DEMO: "off",
    AUTH_RATE_LIMITS: "off",
    AUTH_JWT_SECRET: JWT_SECRET,
  });
  return {
    url,
    async register() {
      const username = generateName();
      const account = { username, email: `${username}@example.org`, password: `pass-${generateName()}` };
      const response = await fetch(`${program.url}/auth/v1/signup`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...account, data: { username } }),
      });
      if (!response.ok) throw new Error(await response.text());
      return { ...account, session: (await response.json()) as Session };
    },
    async stop() {
      await program.stop();
      tls.close();
    },
  };
}

let httpsSitePromise: ReturnType<typeof startHttpsSite> | undefined;

const test = base.extend<{
  site: HttpsSite;
  /** The owner of a sibling subdomain, who has planted their own session's cookies in this test's browser. */
  attacker: Account;
}>({
  // Started by a fixture rather than in `beforeAll`, because Playwright needs the base URL earlier.
  site: async ({}, use) => {
    httpsSitePromise ??= startHttpsSite();
    await use(await httpsSitePromise);
  },
  baseURL: async ({ site }, use) => use(site.url),
  ignoreHTTPSErrors: true,
  attacker: async ({ site, context }, use) => {
    const attacker = await site.register();
    await plantCookies(context, attacker.session);
    await use(attacker);
  },
});

// One worker for all tests, because each worker would start an instance.
test.describe.configure({ mode: "default" });
test.afterAll(async () => (await httpsSitePromise)?.stop());

/**
 * Sets cookies as a page on a sibling subdomain could: for the parent domain, with paths that make browsers send them
 * first.
 */
async function plantCookies(context: BrowserContext, session: object): Promise<void> {
  const cookies = [
    ...encodeSessionCookies(serializeSession(session)).filter((cookie) => !cookie.includes("Max-Age=0")),
    "theme=light;",
    "lattice-notice=account-deleted;",
  ];
  for (const path of ["/", "/forum", "/settings"]) {
    await context.addCookies(
      cookies.map((cookie) => {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*);/.exec(cookie) ?? [];
        return { name, value, domain: `.${LOCAL_DOMAIN}`, path };
      }),
    );
  }
}

const readHostCookies = async (context: BrowserContext, url: string) =>
  (await context.cookies(url)).filter(({ name }) => name.startsWith("__Host-"));

test("cookies planted by a sibling subdomain change neither the session nor the theme nor notices", async ({
  page,
  context,
  site,
  attacker,
}) => {
  const member = await site.register();
  const menu = page.getByRole("button", { name: `Account menu: ${member.username}` });
  await page.goto("/forum");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByText("Your account has been deleted")).toHaveCount(0);

  await page.goto("/auth?next=%2Fforum");
  await waitUntilInteractive(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email", { exact: true }).fill(member.email);
  await dialog.getByLabel("Password").fill(member.password);
  await dialog.getByRole("button", { name: "Login" }).click();
  await expect(menu).toBeVisible();
  for (const cookie of await readHostCookies(context, site.url))
    expect(cookie).toMatchObject({ domain: HOST, path: "/", secure: true });
  expect(
    (await readHostCookies(context, site.url)).some(({ name }) => name.startsWith("__Host-lattice-session")),
  ).toBe(true);

  await plantCookies(context, attacker.session);
  for (const path of ["/forum", "/settings", "/"]) {
    await page.goto(path);
    await expect(menu).toBeVisible();
  }
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await page.getByRole("button", { name: "System" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "system");

  await menu.click();
  await page.getByRole("button", { name: /sign out|log out/i }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect((await readHostCookies(context, site.url)).filter(({ name }) => name.includes("session"))).toEqual(
    [],
  );
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
});

test("the page's auth client refreshes the member's session, not the planted one", async ({
  page,
  context,
  site,
  attacker,
}) => {
  const member = await site.register();
  const sessionCookies = encodeSessionCookies(serializeSession(expireSession(member.session))).filter(
    (cookie) => !cookie.includes("Max-Age=0"),
  );
  await context.addCookies(
    sessionCookies.map((cookie) => {
      const [, name, value = ""] = /^([^=]+)=([^;]*);/.exec(cookie) ?? [];
      return { name: `__Host-${name}`, value, url: site.url, secure: true };
    }),
  );
  await page.goto("/create");
  await expect(page.getByRole("heading", { name: "Share Your Knowledge" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Account menu: ${member.username}` })).toBeVisible();
  await expect(page.getByRole("button", { name: `Account menu: ${attacker.username}` })).toHaveCount(0);
});

test("a session cookie without the prefix is removed by the next page", async ({ page, context, site }) => {
  const { session } = await site.register();
  const [cookie = ""] = encodeSessionCookies(serializeSession(session));
  const [, name = "", value = ""] = /^([^=]+)=([^;]*);/.exec(cookie) ?? [];
  await context.addCookies([{ name, value, url: site.url }]);
  await page.goto("/terms");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect((await context.cookies(site.url)).filter(({ name }) => name.includes("session"))).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ allowProblem }) => allowProblem(/request failed: .*\.js csp$/));

  test("signing in and out with plain forms uses the prefixed cookie too", async ({
    page,
    context,
    site,
    attacker,
  }) => {
    const member = await site.register();
    await page.goto("/auth?next=%2Fsettings");
    await page.getByLabel("Email", { exact: true }).fill(member.email);
    await page.getByLabel("Password").fill(member.password);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL(/\/settings$/);
    const menu = page.getByLabel(`Account menu: ${member.username}`);
    await expect(menu).toBeVisible();
    await plantCookies(context, attacker.session);
    await page.reload();
    await expect(menu).toBeVisible();
    const readSessionCookies = async () =>
      (await readHostCookies(context, site.url)).filter(({ name }) =>
        name.startsWith("__Host-lattice-session"),
      );
    expect(await readSessionCookies()).not.toEqual([]);
    await menu.click();
    await page.getByRole("button", { name: /sign out|log out/i }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    expect(await readSessionCookies()).toEqual([]);
  });
});
