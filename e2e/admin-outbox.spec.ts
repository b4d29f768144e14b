import { AXE_CONTEXT, findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { readTestEnvironment } from "./global-setup.ts";
import { generateName, signInAsAdmin } from "./members.ts";

/** Creates an email, which stays in the outbox because this site has no email server. */
async function createEmail(): Promise<string> {
  const email = `${generateName("reader")}@example.org`;
  const callAuth = (path: string, body: object) =>
    fetch(`${readTestEnvironment().url}/auth/v1${path}`, { method: "POST", body: JSON.stringify(body) });
  await callAuth("/signup", { email, password: "a good secret" });
  const response = await callAuth("/recover", { email });
  expect(response.status).toBe(200);
  return email;
}

test("an administrator opens the outbox and an email with the keyboard", async ({ page }) => {
  const email = await createEmail();
  await signInAsAdmin(page.context());
  await page.goto("/forum");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Account menu: admin" }).press("Enter");
  await page.getByRole("link", { name: "Outbox" }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/outbox$/);
  await expect(page.getByRole("heading", { level: 1, name: "Outbox" })).toBeVisible();
  await expect(page.getByText("anyone who has one can sign in as the recipient")).toBeVisible();
  await expect(page.getByText("No email server is configured (SMTP_URL)")).toBeVisible();

  const row = page.getByRole("listitem").filter({ hasText: email });
  await expect(row).toContainText("Not sent");
  await row.getByRole("link", { name: "Reset your Lattice password" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reset your Lattice password");
  const text = page.getByRole("region", { name: "Text" });
  await expect(text).toContainText("/auth/v1/verify?token=");
  await expect(text).toContainText(/code: \d{6}/);
  // Nothing in an email can be clicked by mistake.
  await expect(text.getByRole("link")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Outbox" }).click();
  await expect(page).toHaveURL(/\/admin\/outbox$/);
});

test("a deleted email shows a message", async ({ page, allowProblem }) => {
  allowProblem(/status of 404 /);
  await signInAsAdmin(page.context());
  await page.goto("/admin/outbox/999999999");
  await expect(page.getByText("This email is no longer in the outbox.")).toBeVisible();
});

test("members are denied, and visitors are asked to sign in", async ({
  page,
  openContext,
  member,
  allowProblem,
}) => {
  allowProblem(/status of 403 /);
  for (const path of ["/admin/outbox", "/admin/outbox/1"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(403);
    await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
    await expect(page.getByText("You need administrator privileges to access this page.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Go Back" })).toHaveAttribute("href", "/");
  }
  await page.goto("/forum");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: `Account menu: ${member.username}` }).click();
  await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Outbox" })).toHaveCount(0);

  const visitor = await (await openContext()).newPage();
  await visitor.goto("/admin/outbox");
  await expect(visitor).toHaveURL(/\/auth\?next=%2Fadmin%2Foutbox$/);
});

test("the outbox is accessible and fits its screen", async ({ openContext }) => {
  const email = await createEmail();
  const context = await openContext(AXE_CONTEXT);
  await signInAsAdmin(context);
  const page = await context.newPage();
  await page.goto("/admin/outbox");
  const path = await page
    .getByRole("listitem")
    .filter({ hasText: email })
    .getByRole("link")
    .getAttribute("href");
  for (const url of ["/admin/outbox", path ?? ""]) {
    await page.goto(url);
    await waitUntilInteractive(page);
    expect(await findIssuesAtWidths(page), url).toEqual([]);
  }
});
