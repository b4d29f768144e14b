import { AXE_CONTEXT, faultsAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { alive } from "./forum.ts";
import { place } from "./global-setup.ts";
import { newName, signInAsAdmin } from "./members.ts";

/** A mail that this site, without a mail server, keeps. */
async function writeMail(): Promise<string> {
  const email = `${newName("reader")}@example.org`;
  const call = (path: string, body: object) =>
    fetch(`${place().url}/auth/v1${path}`, { method: "POST", body: JSON.stringify(body) });
  await call("/signup", { email, password: "a good secret" });
  const answer = await call("/recover", { email });
  expect(answer.status).toBe(200);
  return email;
}

test("an administrator finds the outbox in the menu, and a mail in it, with the keyboard alone", async ({
  page,
}) => {
  const email = await writeMail();
  await signInAsAdmin(page.context());
  await page.goto("/forum");
  await alive(page);
  await page.getByRole("button", { name: "Account menu of admin" }).press("Enter");
  await page.getByRole("link", { name: "Outbox" }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/outbox$/);
  await expect(page.getByRole("heading", { level: 1, name: "Outbox" })).toBeVisible();
  await expect(page.getByText("whoever follows one acts as the member it is for")).toBeVisible();
  await expect(page.getByText("There is no mail server (SMTP_URL)")).toBeVisible();

  const row = page.getByRole("listitem").filter({ hasText: email });
  await expect(row).toContainText("Kept");
  await row.getByRole("link", { name: "Reset your Lattice password" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reset your Lattice password");
  const text = page.getByRole("region", { name: "Text" });
  await expect(text).toContainText("/auth/v1/verify?token=");
  await expect(text).toContainText(/code: \d{6}/);
  // What is in a mail cannot be followed by mistake.
  await expect(text.getByRole("link")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Outbox" }).click();
  await expect(page).toHaveURL(/\/admin\/outbox$/);
});

test("a mail that is gone is said to be gone", async ({ page, allowProblem }) => {
  allowProblem(/status of 404 /);
  await signInAsAdmin(page.context());
  await page.goto("/admin/outbox/999999999");
  await expect(page.getByText("This email is no longer in the outbox.")).toBeVisible();
});

test("others are told so, and visitors are asked to sign in", async ({
  page,
  openContext,
  member,
  allowProblem,
}) => {
  allowProblem(/status of 403 /);
  for (const path of ["/admin/outbox", "/admin/outbox/1"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(403);
    await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
    await expect(page.getByText("You need administrator privileges to access this page.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Go Back" })).toHaveAttribute("href", "/");
  }
  await page.goto("/forum");
  await alive(page);
  await page.getByRole("button", { name: `Account menu of ${member.username}` }).click();
  await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Outbox" })).toHaveCount(0);

  const visitor = await (await openContext()).newPage();
  await visitor.goto("/admin/outbox");
  await expect(visitor).toHaveURL(/\/auth\?next=%2Fadmin%2Foutbox$/);
});

test("the outbox has no accessibility fault and fits its screen", async ({ openContext }) => {
  const email = await writeMail();
  const context = await openContext(AXE_CONTEXT);
  await signInAsAdmin(context);
  const page = await context.newPage();
  await page.goto("/admin/outbox");
  const path = await page
    .getByRole("listitem")
    .filter({ hasText: email })
    .getByRole("link")
    .getAttribute("href");
  for (const address of ["/admin/outbox", path ?? ""]) {
    await page.goto(address);
    await alive(page);
    expect(await faultsAtWidths(page), address).toEqual([]);
  }
});
