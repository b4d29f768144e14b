import type { Page } from "@playwright/test";
import {
  createSession,
  createUser,
  expect,
  getAccountMenu,
  REFUSED_AUTH_REQUEST,
  type TestUser,
  test,
} from "./accounts.ts";
import { waitUntilInteractive } from "./forum.ts";
import { getHeading, getSignInLink, isSessionActive, signInHere } from "./landing.ts";
import { generateName, type Session, storeSession } from "./members.ts";
import { PlainPage } from "./plain-page.ts";

/**
 * Forges a link's fragment: an expired access token in the victim's name, without a valid signature, and a valid
 * refresh token of the attacker.
 */
function forgeFragment(victim: TestUser, { refresh_token }: Session): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { sub: victim.id, email: victim.email, role: "authenticated", exp: 1_000_000_000 };
  const token = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}.${encode({})}`;
  return new URLSearchParams({ access_token: token, refresh_token, type: "magiclink" }).toString();
}

const buildFragment = ({ access_token, refresh_token }: Session) =>
  new URLSearchParams({ access_token, refresh_token, type: "recovery" });

/** Loads a URL even if it differs from the current one only in its fragment. */
async function openFromBlankPage(page: Page, url: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(url);
}

test("a forged landing link in the forum shows no account and doesn't sign anyone in", async ({
  page,
  plain,
  context,
  openContext,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const [victim, attacker] = [await createUser(site), await createUser(site)];
  const session = await createSession(site, attacker);
  const attackerPage = new PlainPage(await openContext());
  await storeSession(attackerPage.context(), session, site.url);
  const title = `Photos of the meetup ${generateName()}`;
  await attackerPage.goto("/create");
  await attackerPage.submit("Post to Community", {
    Title: title,
    Category: "tech",
    Content: `[All of them](${site.url}/auth/landing#${forgeFragment(victim, session)})`,
  });
  expect(attackerPage.path).toBe("/forum");

  await page.goto(attackerPage.find("link", title).attribute("href") ?? "");
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "All of them" }).click();
  await expect(getHeading(page)).toHaveText("This link can't sign you in");
  await expect(
    page.getByText(/This link didn't come from .*, has expired, or was requested in another browser/),
  ).toBeVisible();
  await expect(page.getByText("You aren't signed in.")).toBeVisible();
  expect(await page.content()).not.toContain(victim.email);
  expect(page.url()).not.toContain("_token");
  expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0);
  await plain.goto("/forum");
  plain.find("banner").find("link", "Sign In");
  expect((await context.cookies()).filter(({ name }) => name.includes("session"))).toEqual([]);
});

test("genuine tokens of an attacker's own account are refused on every page", async ({
  page,
  context,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const [visitor, attacker] = [await createUser(site), await createUser(site)];
  for (const path of ["/auth/landing?for=recovery", "/terms", "/"]) {
    const fragment = buildFragment(await createSession(site, attacker));
    await openFromBlankPage(page, `${path}#${fragment}`);
    await expect(getHeading(page)).toHaveText("This link can't sign you in");
    expect(page.url()).not.toContain("_token");
    await expect(getSignInLink(page)).toBeVisible();
    expect(await page.content()).not.toContain(attacker.email);
  }
  await signInHere(context, site, visitor);
  const attackerSession = await createSession(site, attacker);
  await openFromBlankPage(page, `/terms#${buildFragment(attackerSession)}`);
  await expect(page.getByText(`You're still signed in as ${visitor.email}.`)).toBeVisible();
  await expect(getAccountMenu(page, visitor.username)).toBeVisible();
  // A refusal must not end the tokens' session, or forged links could sign others out.
  expect(await isSessionActive(site, attackerSession.access_token)).toBe(true);
});

test("the landing page neither shows a forged message from the URL nor confirms what the URL claims", async ({
  page,
}) => {
  for (const [suffix, heading] of [
    ["?for=email-change&code=x", "Open this link in the browser where you requested it"],
    ["?for=signup&code=x", "Open this link in the browser where you requested it"],
    ["#message=Your+account+is+closed", "One more confirmation needed"],
    ["#error_description=Call+us", "Verify your email"],
  ] as const) {
    await openFromBlankPage(page, `/auth/landing${suffix}`);
    await expect(getHeading(page)).toHaveText(heading);
    const text = await page.getByRole("main").innerText();
    expect(text).not.toMatch(/is confirmed|is changed|has agreed|closed|Call us/);
  }
});
