import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { readTestEnvironment } from "./global-setup.ts";
import { DEMO_ADMIN, signInAsAdmin } from "./members.ts";

test("an administrator previews the next issue and sends it only to themselves", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/admin?tab=content");
  await waitUntilInteractive(page);
  await page.getByRole("main").getByRole("link", { name: "Newsletter" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Newsletter");
  expect(await findIssuesAtWidths(page), "accessibility and widths").toEqual([]);
  const text = page.getByRole("region", { name: "Issue as plain text" });
  await expect(text).toContainText("From the forum");
  await expect(text).toContainText("/newsletter/unsubscribe?token=");

  const popup = page.waitForEvent("popup");
  await page.getByRole("link", { name: "View as email" }).click();
  const preview = await popup;
  await expect(preview.getByRole("heading", { level: 1 })).toContainText("This week on Lattice");
  // A sample's unsubscribe link says that the email is a sample.
  await preview.getByRole("link", { name: "Unsubscribe" }).click();
  await expect(preview.getByRole("main")).toContainText("This link is from a test email");
  await expect(preview.getByRole("main").getByRole("button")).toHaveCount(0);
  await preview.close();

  await page.getByRole("button", { name: "Send a test email" }).press("Enter");
  await expect(getToast(page, "Test email sent")).toBeVisible();
  await page.goto("/admin/outbox");
  const row = page.getByRole("listitem").filter({ hasText: "This week on Lattice" }).first();
  await expect(row).toContainText(DEMO_ADMIN.email);
  await page.goto("/admin?tab=log&kind=newsletter");
  await expect(page.getByRole("listitem").filter({ hasText: "sent a test email of" }).first()).toBeVisible();
});

test("posts, members and other pages have their own link preview", async ({ page, member }) => {
  const response = await page.request.post("/create", {
    form: { intent: "post", title: "A link to share 🚀 <b>&amp;</b>", category: "ai", content: "Some text." },
    headers: { Origin: readTestEnvironment().url },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(302);
  await page.goto("/forum?sort=new");
  const path = await page.getByRole("link", { name: "A link to share" }).first().getAttribute("href");
  const seen = new Set<string>();
  for (const url of [path ?? "", `/u/${member.username}`, "/wallet"]) {
    await page.goto(url);
    const readMeta = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute("content");
    const image = (await readMeta("og:image")) ?? "";
    expect(image.startsWith(`${readTestEnvironment().url}/og/`), url).toBe(true);
    expect(await readMeta("twitter:card")).toBe("summary_large_image");
    expect([await readMeta("og:image:width"), await readMeta("og:image:height")]).toEqual(["1200", "630"]);
    expect(await readMeta("og:image:alt")).toBeTruthy();
    const picture = await fetch(image);
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(picture.headers.get("cache-control")).toBe("public, no-cache");
    seen.add(image);
  }
  expect(seen.size).toBe(3);
});
