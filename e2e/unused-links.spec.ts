import { expect, getAccountMenu, test } from "./accounts.ts";
import { waitUntilInteractive } from "./forum.ts";

/** Finds the emailed link to the landing page. The `link` from `waitForEmail` is what that page's button opens. */
const findLink = (text: string) => /^http\S+\/auth\/landing\?\S+$/m.exec(text)?.[0] ?? "";

test("a link that a scanner has opened still signs the user in: immediately in the browser that requested it, with a button in others", async ({
  page,
  openContext,
  site,
  user,
}) => {
  await page.goto("/auth?tab=magic-link");
  await waitUntilInteractive(page);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
  const link = findLink((await site.waitForEmail(user.email)).text);
  expect((await fetch(link)).status).toBe(200);
  const tab = await page.context().newPage();
  await tab.goto(link);
  await expect(getAccountMenu(tab, user.username)).toBeVisible();

  const landingUrl = encodeURIComponent(`${site.url}/auth/landing?for=recovery`);
  await site.call("POST", `/recover?redirect_to=${landingUrl}`, { email: user.email });
  const recoveryLink = findLink((await site.waitForEmail(user.email, 1)).text);
  const otherPage = await (await openContext()).newPage();
  for (const _ of [1, 2]) {
    await otherPage.goto(recoveryLink);
    await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
  }
  await otherPage.getByRole("button", { name: "Continue" }).click();
  await expect(otherPage.getByText(user.email)).toBeVisible();
});

test("a link's landing page shows its button even if the browser forbids storage", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("forbidden", "SecurityError");
      },
    }),
  );
  await page.goto("/auth/landing?token=pkce_0&type=magiclink");
  await waitUntilInteractive(page);
  await expect(page.getByRole("button", { name: "Continue", exact: true })).toBeVisible();
});
