import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { DEMO_ADMIN, signInAsAdmin } from "./members.ts";

test("an administrator previews the next issue and creates a test email to themselves", async ({
  page,
  plain,
}) => {
  await signInAsAdmin(page.context());
  await plain.goto("/admin?tab=content");
  const link = plain.find("main").find("link", "Newsletter").attribute("href") ?? "";
  await page.goto(link);
  await waitUntilInteractive(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Newsletter");
  expect(await findIssuesAtWidths(page), "accessibility and widths").toEqual([]);
  const text = page.getByRole("region", { name: "Issue as plain text" });
  await expect(text).toContainText("From the forum");
  await expect(text).toContainText("/newsletter/unsubscribe?token=");

  const popupPromise = page.waitForEvent("popup");
  await page.getByRole("link", { name: "View as email" }).click();
  const preview = await popupPromise;
  await expect(preview.getByRole("heading", { level: 1 })).toContainText("This week on Lattice");
  // The unsubscribe link of a test email unsubscribes no one. Its page explains why.
  await preview.getByRole("link", { name: "Unsubscribe" }).click();
  await expect(preview.getByRole("main")).toContainText("This link is from a test email");
  await expect(preview.getByRole("main").getByRole("button")).toHaveCount(0);
  await preview.close();

  await page.getByRole("button", { name: "Create a test email" }).press("Enter");
  await expect(getToast(page, "Test email created")).toBeVisible();
  await plain.goto("/admin/outbox");
  expect(plain.find("listitem", { text: "This week on Lattice" }).text).toContain(DEMO_ADMIN.email);
  await plain.goto("/admin?tab=log&kind=newsletter");
  plain.find("listitem", { text: "requested a test email of" });
});
