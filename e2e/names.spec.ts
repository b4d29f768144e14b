import { createUser } from "./accounts.ts";
import { expect, signIn, test } from "./administration.ts";
import { getComment, getToast, waitUntilInteractive } from "./forum.ts";
import { generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";

test("a verified member is warned that changing the username removes the badge, and the old profile URL redirects", async ({
  page,
  plain,
  site,
  runStatement,
  openContext,
}) => {
  const user = await createUser(site);
  await signIn(site, page.context(), user);
  await runStatement("update public.profiles set is_verified = true where id = $1", user.id);
  await plain.goto(`/u/${user.username}`);
  expect(plain.find("main").text).toContain("Verified");

  await page.goto("/settings");
  await waitUntilInteractive(page);
  await expect(
    page.getByText(
      "Changing your username removes your Verified badge. Ask an administrator to verify you again.",
    ),
  ).toBeVisible();
  await expect(page.getByText("Your old username stays reserved for you for 90 days")).toBeVisible();
  const newUsername = generateName("renamed");
  await page.getByRole("textbox", { name: "Username" }).fill(newUsername);
  await page.getByRole("button", { name: "Save username" }).click();
  await expect(getToast(page, "Username changed").locator("..")).toContainText(
    "Your Verified badge was removed.",
  );
  await expect(page.getByText("Changing your username removes your Verified badge")).toHaveCount(0);

  const visitor = new PlainPage(await openContext({ baseURL: site.url }));
  const response = await visitor.request.get(`/u/${user.username}?tab=comments&from=mail`, {
    maxRedirects: 0,
  });
  expect([response.status(), response.headers().location]).toEqual([
    302,
    `/u/${newUsername}?tab=comments&from=mail`,
  ]);
  await visitor.goto(`/u/${user.username}`);
  expect(visitor.path).toBe(`/u/${newUsername}`);
  expect(visitor.find("h1").text).toBe(newUsername);
  expect(visitor.find("main").text).not.toContain("Verified");
});

test("invisible titles and comments count as empty, and no input is lost", async ({ page, site, admin }) => {
  expect(admin.username).not.toBe("");
  await page.goto("/create");
  await waitUntilInteractive(page);
  const title = page.getByLabel("Title");
  const content = page.getByRole("textbox", { name: "Content" });
  await title.fill("\u2800\u3164");
  await content.fill("Text that took a while.");
  await page.getByLabel("Category").selectOption("tech");
  const submitButton = page.getByRole("button", { name: "Post to Community" });
  await submitButton.click();
  await expect(getToast(page, "Missing Information")).toContainText("Please fill in all required fields");
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("\u2800\u3164");
  await expect(content).toHaveValue("Text that took a while.");
  await expect(page.getByLabel("Category")).toHaveValue("tech");
  await expect(page.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  await page.getByRole("textbox", { name: /^Tags/ }).fill("\u2063\u2800");
  await expect(page.getByRole("button", { name: "Add", exact: true })).toBeDisabled();

  await title.fill(`Seen ${generateName()}`);
  await submitButton.click();
  await expect(page).toHaveURL(/\/forum$/);
  await page.goto(`${new URL(site.url).origin}/forum?sort=new`);
  await page.locator("h3 a").first().click();
  await waitUntilInteractive(page);
  const box = page.getByRole("textbox", { name: "Write a comment" });
  for (const blank of ["\u2800\u115f", "[](https://example.org/)"]) {
    await box.fill(blank);
    await page.getByRole("button", { name: "Post Comment" }).click();
    await expect(page.getByRole("button", { name: "Post Comment" })).toBeEnabled();
    await expect(box).toHaveValue(blank);
  }
  await box.fill("A comment that shows.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(getComment(page, "A comment that shows.")).toBeVisible();
  await expect(page.locator("li[id^=comment-]")).toHaveCount(1);
  await expect(getToast(page, "Comment Posted")).toHaveCount(1);
  await expect(getToast(page, "Missing Information")).toHaveCount(0);
});
