import type { Page } from "@playwright/test";
import { startIdentityProvider } from "#server/auth/sso/testing.ts";
import { addAuthenticatorApp, createUser, expect, REFUSED_AUTH_REQUEST, test } from "./accounts.ts";
import { findViolations, showTheme } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { showScreen } from "./screens.ts";

test.beforeAll(async ({ sharedSite: { site } }) => {
  const provider = await startIdentityProvider();
  await site.call("POST", "/admin/sso/providers", {
    type: "saml",
    metadata_xml: provider.metadata,
    domains: [`${generateName("screens").replace("_", "-")}.example`],
  });
  await provider.end();
});

/** Each sign-in screen is loaded once with the first theme and width, then switched to the second. */
const VARIANTS = [
  { theme: "dark", width: 360 },
  { theme: "light", width: 1440 },
] as const;

test("each sign-in screen is accessible and fits the window, in the dark theme at 360 px and in the light theme at 1440 px", async ({
  openContext,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const [initialVariant] = VARIANTS;
  const context = await openContext({
    reducedMotion: "reduce",
    viewport: { width: initialVariant.width, height: 800 },
  });
  const page = await context.newPage();
  const issues: string[] = [];
  const check = async (name: string) => {
    for (const { theme, width } of VARIANTS) {
      await showVariant(page, { theme, width });
      // Otherwise, a control that is scrolled halfway under the header would be reported as too small.
      await page.evaluate(() => scrollTo(0, 0));
      issues.push(
        ...(await findViolations(page)).map((violation) => `${name}, ${theme}, ${width}: ${violation}`),
      );
      const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      if (pageWidth > width) issues.push(`${name}: ${pageWidth} pixels wide at ${width}`);
      // With SHOTS set to a folder, a screenshot of each state is saved there.
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png` });
    }
    await showVariant(page, initialVariant);
  };
  const openPage = async (path: string) => {
    await page.goto(path);
    await waitUntilInteractive(page);
  };

  await openPage("/auth");
  await check("login");
  await showScreen(page, "/auth?tab=register");
  await page.getByLabel("Username").fill("ab");
  await page.getByLabel("Email", { exact: true }).fill("someone@example.org");
  await page.getByLabel("Password").fill("letmein");
  await check("register, a weak password");
  await page.getByRole("button", { name: "Create account" }).click();
  const toast = getToast(page, "Registration failed");
  // It remains until the pointer leaves it.
  await toast.hover();
  const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {};
  await expect(page.getByLabel("Username")).toBeFocused();
  for (const control of [page.getByLabel("Username"), page.getByRole("button", { name: "Create account" })]) {
    await control.scrollIntoViewIfNeeded();
    expect((await control.boundingBox())?.y).toBeGreaterThan(y + height);
  }
  await page.getByRole("button", { name: "Dismiss" }).click();
  await check("register, refused");
  await page.getByLabel("Password").fill("seven green lamps");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Usernames must have 3 to 30 characters.").first()).toBeVisible();
  await check("register, a refused username");
  await showScreen(page, "/auth?tab=sso");
  await check("single sign-on");
  await showScreen(page, "/auth?tab=recover");
  await page.getByLabel("Email", { exact: true }).fill("someone@example.org");
  await check("forgotten password");
  await page.getByRole("button", { name: "Send email" }).click();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Incorrect or expired code")).toBeVisible();
  await check("check your inbox, a wrong code");
  await openPage("/auth/landing?for=recovery&error_code=otp_expired");
  await check("an expired link");
  await openPage("/auth/landing?for=sso&error_code=saml_assertion_rejected");
  await check("single sign-on refused");
  await page.evaluate(() => localStorage.clear());
  await openPage("/auth/landing?for=magic-link&code=unknown");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Open this link in the browser where you requested it",
  );
  await check("another browser");
  await page.goto("/terms");
  await openPage("/auth/landing#access_token=a.b.c&refresh_token=d");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link can't sign you in");
  await check("a forged link");
  await openPage("/auth/landing?message=half");
  await check("one of two confirmations");

  const invitedEmail = `${generateName()}@example.org`;
  await site.call("POST", "/invite", { email: invitedEmail });
  await openPage((await site.waitForEmail(invitedEmail)).link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're invited");
  await check("an invitation");

  const user = await createUser(site);
  await site.call("POST", "/otp", { email: user.email });
  await openPage((await site.waitForEmail(user.email)).link);
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
  await check("a link that works in any browser");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/$/);
  const otherUser = await createUser(site);
  await site.call("POST", "/otp", { email: otherUser.email });
  await openPage((await site.waitForEmail(otherUser.email)).link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Switch accounts?");
  await check("another account's link");
  await page.getByRole("button", { name: /^Stay/ }).click();
  await expect(page).toHaveURL(/\/$/);
  await openPage("/auth/new-password");
  await check("a new password");
  await context.clearCookies({ name: /^lattice-session/ });
  await addAuthenticatorApp(site, user);
  await openPage("/terms");
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByRole("dialog").getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("dialog").getByLabel("Password").fill(user.password);
  await check("the dialog");
  await page.getByRole("dialog").getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Incorrect code")).toBeVisible();
  await check("the second factor");
  expect(issues).toEqual([]);
});

async function showVariant(page: Page, { theme, width }: { theme: string; width: number }): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await showTheme(page, theme);
}
