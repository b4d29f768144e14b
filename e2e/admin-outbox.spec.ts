import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { readTestEnvironment } from "./global-setup.ts";
import { generateName, signInAsAdmin } from "./members.ts";

/** Creates an email and returns its recipient. The email stays in the outbox, because this site has no email server. */
async function createUnsentEmail(): Promise<string> {
  const email = `${generateName("reader")}@example.org`;
  const callAuth = (path: string, body: object) =>
    fetch(`${readTestEnvironment().url}/auth/v1${path}`, { method: "POST", body: JSON.stringify(body) });
  await callAuth("/signup", { email, password: "a good secret" });
  const response = await callAuth("/recover", { email });
  expect(response.status).toBe(200);
  return email;
}

test("an administrator opens the outbox and an email with the keyboard, on accessible pages that fit the screen", async ({
  page,
}) => {
  const email = await createUnsentEmail();
  await signInAsAdmin(page.context());
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Account menu: admin" }).press("Enter");
  await page.getByRole("link", { name: "Outbox" }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/outbox$/);
  await expect(page.getByRole("heading", { level: 1, name: "Outbox" })).toBeVisible();
  await expect(page.getByText("anyone who has one can sign in as the recipient")).toBeVisible();
  await expect(page.getByText("No email server is configured (SMTP_URL)")).toBeVisible();

  expect(await findIssuesAtWidths(page)).toEqual([]);

  const row = page.getByRole("listitem").filter({ hasText: email });
  await expect(row).toContainText("Not sent");
  await row.getByRole("link", { name: "Reset your Lattice password" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reset your Lattice password");
  const text = page.getByRole("region", { name: "Text" });
  await expect(text).toContainText("/auth/v1/verify?token=");
  await expect(text).toContainText(/code: \d{6}/);
  // An email's links are shown as plain text, so that no one follows them by mistake.
  await expect(text.getByRole("link")).toHaveCount(0);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Outbox" }).click();
  await expect(page).toHaveURL(/\/admin\/outbox$/);

  const missingEmailResponse = await page.request.get("/admin/outbox/999999999");
  expect(missingEmailResponse.status()).toBe(404);
  expect(await missingEmailResponse.text()).toContain("This message is no longer in the outbox.");
});
