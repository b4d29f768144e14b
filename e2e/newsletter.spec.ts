import type { Page } from "@playwright/test";
import { expect, test } from "./accounts.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { generateName, storeSession } from "./members.ts";

const getFooter = (page: Page) => page.getByRole("contentinfo");
const getEmailField = (page: Page) => getFooter(page).getByRole("textbox", { name: "Your email address" });
const findConfirmLink = (text: string) => /http\S+\/newsletter\/confirm\?token=\S+/.exec(text)?.[0] ?? "";

test("the footer form validates the address and emails a link to a page that confirms the subscription", async ({
  page,
  site,
  allowProblem,
}) => {
  allowProblem(/status of 4(?:22|04) .*newsletter/);
  const email = `${generateName()}@example.org`;
  await page.goto("/forum");
  await waitUntilInteractive(page);
  await getEmailField(page).fill("not an address");
  await getEmailField(page).press("Enter");
  await expect(getFooter(page).getByRole("status")).toHaveText("Enter a complete email address.");
  await expect(getEmailField(page)).toHaveValue("not an address");
  await expect(getEmailField(page)).toHaveAttribute("aria-invalid", "true");

  await getEmailField(page).fill(email);
  await getFooter(page).getByRole("button", { name: "Subscribe" }).click();
  const done = "Almost there: follow the link in the email we sent you.";
  await expect(getFooter(page).getByRole("status")).toHaveText(done);
  await expect(page).toHaveURL(/\/forum$/);

  const link = findConfirmLink((await site.waitForEmail(email)).text);
  // Email scanners follow the link, which must not subscribe.
  expect((await page.request.get(link)).ok()).toBe(true);
  await page.goto(link);
  await waitUntilInteractive(page);
  const main = page.getByRole("main");
  await expect(main).toContainText(`We'll send the newsletter to ${email}.`);
  await main.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're subscribed");

  // A second request reveals nothing.
  await page.goto("/news");
  await waitUntilInteractive(page);
  await getEmailField(page).fill(email);
  await getEmailField(page).press("Enter");
  await expect(getFooter(page).getByRole("status")).toHaveText(done);

  await page.goto(link.slice(0, -2));
  await expect(main).toContainText("This link no longer works");
  await main.getByRole("link", { name: "Subscribe again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Newsletter");
});

test("the form works without JavaScript and preserves the input", async ({
  openContext,
  site,
  allowProblem,
}) => {
  // With JavaScript disabled, the browser logs each blocked script.
  allowProblem(/assets\/.* csp$/);
  allowProblem(/status of 422 .*newsletter/);
  const email = `${generateName()}@example.org`;
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/news");
  await getEmailField(page).fill("ann@");
  await getFooter(page).getByRole("button", { name: "Subscribe" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("status")).toHaveText("Enter a complete email address.");
  await expect(main.getByRole("textbox")).toHaveValue("ann@");

  await page.goto("/news");
  await getEmailField(page).fill(email);
  await getFooter(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(page).toHaveURL(/\/news$/);
  await expect(getToast(page, "Check your inbox")).toBeVisible();
  await page.goto(findConfirmLink((await site.waitForEmail(email)).text));
  await main.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're subscribed");
});

test("one-click unsubscribe works without a session or an origin; a visit alone does nothing", async ({
  page,
  site,
  allowProblem,
}) => {
  allowProblem(/status of 404 .*newsletter/);
  const email = `${generateName()}@example.org`;
  await page.request.post("/newsletter", { form: { email }, headers: { Origin: site.url } });
  const { text, unsubscribe } = await site.waitForEmail(email);
  await page.goto(findConfirmLink(text));
  await page.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're subscribed");

  await page.goto(unsubscribe);
  await expect(page.getByRole("main")).toContainText(`We'll stop sending the newsletter to ${email}`);
  const click = () =>
    fetch(unsubscribe, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  expect((await click()).status).toBe(200);
  expect((await click()).status).toBe(200);
  await page.goto(unsubscribe);
  await expect(page.getByRole("main")).toContainText("There's no subscription for this link");
  const forged = unsubscribe.replace(/.$/, (end) => (end === "A" ? "B" : "A"));
  const response = await fetch(forged, { method: "POST", body: new URLSearchParams({ a: "b" }) });
  expect(response.status).toBe(404);
});

test("a member subscribes and unsubscribes in the settings", async ({ page, site, user }) => {
  const session = await site.call<object>("POST", "/token?grant_type=password", {
    email: user.email,
    password: user.password,
  });
  await storeSession(page.context(), session, site.url);
  await page.goto("/settings/notifications");
  await waitUntilInteractive(page);
  const section = page.getByRole("region", { name: "Newsletter" });
  await section.getByRole("button", { name: "Subscribe" }).click();
  await expect(section).toContainText(`We sent an email to ${user.email}`);
  await page.goto(findConfirmLink((await site.waitForEmail(user.email)).text));
  await page.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're subscribed");
  await page.goto("/settings/notifications");
  await waitUntilInteractive(page);
  await expect(section).toContainText(`The newsletter goes to ${user.email}.`);
  await section.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(section).toContainText("You're not subscribed.");
});
