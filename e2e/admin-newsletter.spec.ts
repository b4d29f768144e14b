import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, getToast, waitUntilInteractive } from "./forum.ts";
import { readTestEnvironment } from "./global-setup.ts";
import { DEMO_ADMIN, signInAsAdmin } from "./members.ts";

test("an administrator previews the next issue and sends it only to themselves", async ({ page, plain }) => {
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
  // The unsubscribe link of a test email leads to a page that says so.
  await preview.getByRole("link", { name: "Unsubscribe" }).click();
  await expect(preview.getByRole("main")).toContainText("This link is from a test email");
  await expect(preview.getByRole("main").getByRole("button")).toHaveCount(0);
  await preview.close();

  await page.getByRole("button", { name: "Send a test email" }).press("Enter");
  await expect(getToast(page, "Test email sent")).toBeVisible();
  await plain.goto("/admin/outbox");
  expect(plain.find("listitem", { text: "This week on Lattice" }).text).toContain(DEMO_ADMIN.email);
  await plain.goto("/admin?tab=log&kind=newsletter");
  plain.find("listitem", { text: "sent a test email of" });
});

test("posts, members and other pages have their own link preview", async ({ plain, member }) => {
  const path = await createPost(plain, { title: "A link to share 🚀 <b>&amp;</b>", content: "Some text." });
  const imageUrls = new Set<string>();
  for (const url of [path, `/u/${member.username}`, "/wallet"]) {
    await plain.goto(url);
    const readMeta = (name: string) =>
      plain
        .findAll("meta")
        .find((meta) => [meta.attribute("property"), meta.attribute("name")].includes(name))
        ?.attribute("content");
    const imageUrl = readMeta("og:image") ?? "";
    expect(imageUrl.startsWith(`${readTestEnvironment().url}/og/`), url).toBe(true);
    expect(readMeta("twitter:card")).toBe("summary_large_image");
    expect([readMeta("og:image:width"), readMeta("og:image:height")]).toEqual(["1200", "630"]);
    expect(readMeta("og:image:alt")).toBeTruthy();
    const imageResponse = await fetch(imageUrl);
    expect(imageResponse.headers.get("content-type")).toBe("image/png");
    expect(imageResponse.headers.get("cache-control")).toBe("public, no-cache");
    imageUrls.add(imageUrl);
  }
  expect(imageUrls.size).toBe(3);
});
