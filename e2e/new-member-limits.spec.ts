import type { Page } from "@playwright/test";
import { configureSite } from "./accounts.ts";
import { expect, sendSiteForm, signIn, test } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { showScreen } from "./screens.ts";

configureSite({ AUTH_RATE_LIMITS: "on" });

const buildLinks = (count: number) =>
  Array.from({ length: count }, (_, index) => `[one](https://e${index}.example)`).join(" ");
const LIMITS_LIFTED = "These limits are lifted after 3 days and 5 more posts or comments.";
const TOO_MANY_LINKS = "New members can add up to 2 links to a post. This one has 3.";

async function fillPost(page: Page, title: string, content: string): Promise<void> {
  await showScreen(page, "/create");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("tech");
  await page.getByRole("textbox", { name: "Content" }).fill(content);
}

const publishPost = (page: Page) => page.getByRole("button", { name: "Post to Community" }).click();

test("a new member sees a limit in advance, is refused without losing text, and sees when the limits are lifted; the notices are accessible", async ({
  page,
  plain,
  site,
  user,
  runStatement,
  allowProblem,
}) => {
  allowProblem(/status of 4(22|29) /);
  await signIn(site, page.context(), user);
  const content = page.getByRole("textbox", { name: "Content" });
  await page.goto("/terms");
  await waitUntilInteractive(page);
  await fillPost(page, "With links", "Some text.");
  await expect(page.getByText("New members")).toHaveCount(0);
  await content.fill(buildLinks(1));
  await expect(page.getByText(`New members can add up to 2 links per post. ${LIMITS_LIFTED}`)).toBeVisible();
  expect(await findIssuesAtWidths(page), "the notice").toEqual([]);
  await content.fill(buildLinks(3));
  await expect(
    page.getByText("New members can add up to 2 links per post. This one has 3 links."),
  ).toBeVisible();
  await publishPost(page);
  await expect(getToast(page, "Error")).toContainText(`Failed to create post: ${TOO_MANY_LINKS}`);
  await expect(content).toHaveAccessibleDescription(new RegExp(`^${TOO_MANY_LINKS.replaceAll(".", "\\.")}`));
  await expect(content).toHaveValue(buildLinks(3));
  await expect(content).toBeFocused();
  // Links to this site don't count.
  await content.fill(`${buildLinks(2)} [here](/forum) ${site.url}/news`);
  await publishPost(page);
  await expect(page).toHaveURL(/\/forum$/);

  // Without JavaScript, the page also shows the error and the typed text.
  const fields = { title: "Plain", category: "tech", intent: "post" };
  const postResponse = await sendSiteForm(page, site, "/create", { ...fields, content: buildLinks(3) });
  expect(postResponse.status()).toBe(422);
  const html = await postResponse.text();
  for (const text of [TOO_MANY_LINKS, buildLinks(3)]) expect(html).toContain(text);
  for (const content of ["The second", "The third"])
    expect((await sendSiteForm(page, site, "/create", { ...fields, content })).status()).toBe(302);

  // The daily limit is reached.
  const limitReachedNotice =
    /New members can publish up to 3 posts in 24 hours\. You can publish your next one in 24 hours\. Until then, we save what you write as a draft\./;
  await fillPost(page, "The fourth", "Too much for a day.");
  await expect(page.getByText(limitReachedNotice)).toBeVisible();
  await publishPost(page);
  await expect(content).toHaveAccessibleDescription(
    /You can publish your next one in 24 hours\. These limits are lifted after/,
  );
  await expect(content).toHaveValue("Too much for a day.");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page).toHaveURL(/\/create\?draft=/);

  // The link limit also applies to comments.
  const path = /href="(\/forum\/[0-9a-f-]{36})"/.exec(
    await (await page.request.get("/forum?sort=new")).text(),
  )?.[1];
  await showScreen(page, path ?? "");
  const box = page.getByRole("textbox", { name: "Write a comment" });
  await box.fill(buildLinks(3));
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(box).toHaveAccessibleDescription(
    /^New members can add up to 2 links to a comment\. This one has 3\./,
  );
  await expect(box).toHaveValue(buildLinks(3));

  // It also applies without JavaScript, to a comment, a reply and an edit.
  const commentResponse = await sendSiteForm(page, site, path ?? "", {
    intent: "comment",
    parentId: "",
    content: "Mine.",
  });
  const commentId = /#comment-([\w-]+)/.exec(commentResponse.headers().location ?? "")?.[1] ?? "";
  for (const [formPath, fields] of [
    [path, { intent: "comment", parentId: "" }],
    [`${path}/comments/${commentId}`, { intent: "comment", parentId: commentId }],
    [`${path}/comments/${commentId}`, { intent: "edit", commentId }],
  ] as const) {
    const refusedResponse = await sendSiteForm(page, site, formPath ?? "", {
      ...fields,
      content: buildLinks(3),
    });
    expect(refusedResponse.status()).toBe(422);
    const html = await refusedResponse.text();
    for (const text of [TOO_MANY_LINKS.replace("a post", "a comment"), `>${buildLinks(3)}</textarea>`])
      expect(html, fields.intent).toContain(text);
  }

  const limitsSection = page.getByRole("region", { name: "New-member limits" });
  await showScreen(page, "/settings");
  expect(await findIssuesAtWidths(page), "settings").toEqual([]);
  await expect(limitsSection).toContainText("New member");
  await expect(limitsSection).toContainText("Links to other sites per post or comment2");
  await expect(limitsSection).toContainText(
    "These limits are lifted after 3 days and 1 more post or comment.",
  );

  // Verified members have no limits.
  await runStatement("update public.profiles set is_verified = true where id = $1", user.id);
  await plain.goto("/settings");
  expect(plain.find("region", "New-member limits").text).toContain("Trusted member");
  await fillPost(page, "The fifth", buildLinks(9));
  await expect(page.getByRole("main").getByText(/members can (add|publish) up to/)).toHaveCount(0);
  await publishPost(page);
  await expect(page).toHaveURL(/\/forum$/);
});
