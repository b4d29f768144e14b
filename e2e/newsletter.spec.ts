import type { Page } from "@playwright/test";
import { expect, test } from "./accounts.ts";
import { signIn } from "./administration.ts";
import { waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import type { PlainPage } from "./plain-page.ts";

const getFooter = (page: Page) => page.getByRole("contentinfo");
const getEmailField = (page: Page) => getFooter(page).getByRole("textbox", { name: "Your email address" });
const findConfirmationLink = (text: string) =>
  /http\S+\/newsletter\/confirm\?token=\S+/.exec(text)?.[0] ?? "";

async function confirmSubscription(plain: PlainPage, emailText: string): Promise<void> {
  await plain.goto(findConfirmationLink(emailText));
  await plain.submit("Confirm subscription");
  expect(plain.find("h1").text).toBe("You're subscribed");
}

test("the footer form validates the email address and sends a link to a page that confirms the subscription", async ({
  page,
  plain,
  site,
  allowProblem,
}) => {
  allowProblem(/status of 422 .*newsletter/);
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
  const sentMessage = "Almost there: follow the link in the email we sent you.";
  await expect(getFooter(page).getByRole("status")).toHaveText(sentMessage);
  await expect(page).toHaveURL(/\/forum$/);

  const link = findConfirmationLink((await site.waitForEmail(email)).text);
  // Email scanners open the link, so opening it must not confirm the subscription.
  expect((await page.request.get(link)).ok()).toBe(true);
  await page.goto(link);
  await waitUntilInteractive(page);
  const main = page.getByRole("main");
  await expect(main).toContainText(`We'll send the newsletter to ${email}.`);
  await main.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're subscribed");

  // The response to a second request doesn't reveal that the address is subscribed.
  await getEmailField(page).fill(email);
  await getEmailField(page).press("Enter");
  await expect(getFooter(page).getByRole("status")).toHaveText(sentMessage);

  await plain.goto(link.slice(0, -2));
  expect(plain.find("main").text).toContain("This link doesn't work");
  await plain.follow("Subscribe again");
  expect(plain.find("h1").text).toBe("Newsletter");
});

test("the footer form works without JavaScript and preserves the input", async ({ plain, site }) => {
  const email = `${generateName()}@example.org`;
  const subscribe = (address: string) =>
    plain.submit(plain.find("contentinfo").find("button", "Subscribe"), { "Your email address": address });
  await plain.goto("/news");
  await subscribe("ann@");
  const main = plain.find("main");
  expect(main.text).toContain("Enter a complete email address.");
  expect(main.find("field").value).toBe("ann@");

  await plain.goto("/news");
  await subscribe(email);
  expect(plain.path).toBe("/news");
  expect(plain.notice).toContain("Check your inbox");
  await confirmSubscription(plain, (await site.waitForEmail(email)).text);
});

test("one-click unsubscribe works without a session or an Origin header; a visit alone does nothing", async ({
  plain,
  site,
}) => {
  const email = `${generateName()}@example.org`;
  await plain.request.post("/newsletter", { form: { email }, headers: { Origin: site.url } });
  const { text, unsubscribeUrl } = await site.waitForEmail(email);
  await confirmSubscription(plain, text);

  await plain.goto(unsubscribeUrl);
  expect(plain.find("main").text).toContain(`We'll stop sending the newsletter to ${email}`);
  const unsubscribeWithOneClick = () =>
    fetch(unsubscribeUrl, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  expect((await unsubscribeWithOneClick()).status).toBe(200);
  expect((await unsubscribeWithOneClick()).status).toBe(200);
  await plain.goto(unsubscribeUrl);
  expect(plain.find("main").text).toContain("There's no subscription for this link");
  const forgedUrl = unsubscribeUrl.replace(/.$/, (lastCharacter) => (lastCharacter === "A" ? "B" : "A"));
  const response = await fetch(forgedUrl, { method: "POST", body: new URLSearchParams({ a: "b" }) });
  expect(response.status).toBe(404);
});

test("a member subscribes and unsubscribes in the settings", async ({ plain, site, user }) => {
  await signIn(site, plain.context(), user);
  const findSection = () => plain.find("main").find("region", "Newsletter");
  await plain.goto("/settings/notifications");
  await plain.submit(findSection().find("button", "Subscribe"));
  expect(findSection().text).toContain(`We sent an email to ${user.email}`);
  await confirmSubscription(plain, (await site.waitForEmail(user.email)).text);
  await plain.goto("/settings/notifications");
  expect(findSection().text).toContain(`The newsletter goes to ${user.email}.`);
  await plain.submit(findSection().find("button", "Unsubscribe"));
  expect(findSection().text).toContain("You're not subscribed.");
});
