import type { Page } from "@playwright/test";
import { withOwnSite } from "./accounts.ts";
import { expect, send, signIn, test } from "./administration.ts";
import { AXE_CONTEXT, faultsAtWidths } from "./axe.ts";
import { toastWith, waitUntilInteractive } from "./forum.ts";

withOwnSite({ AUTH_RATE_LIMITS: "on" });

const links = (amount: number) =>
  Array.from({ length: amount }, (_, at) => `[one](https://e${at}.example)`).join(" ");
const LOOSENS = "These limits are lifted after 3 days and 5 more posts or comments.";
const TOO_MANY = "New members can add up to 2 links to a post. This one has 3.";

async function write(page: Page, title: string, content: string): Promise<void> {
  await page.goto("/create");
  await waitUntilInteractive(page);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("tech");
  await page.getByRole("textbox", { name: "Content" }).fill(content);
}
const publish = (page: Page) => page.getByRole("button", { name: "Post to Community" }).click();

test("a new member sees a limit in advance, is refused without losing text, and sees when the limits are lifted", async ({
  page,
  site,
  person,
  ask,
  allowProblem,
}) => {
  allowProblem(/status of 4(22|29) /);
  await signIn(site, page.context(), person);
  const content = page.getByRole("textbox", { name: "Content" });
  await write(page, "With links", "Words.");
  await expect(page.getByText("New members")).toHaveCount(0);
  await content.fill(links(1));
  await expect(page.getByText(`New members: up to 2 links per post. ${LOOSENS}`)).toBeVisible();
  await content.fill(links(3));
  await expect(page.getByText("New members: up to 2 links per post. This one has 3 links.")).toBeVisible();
  await publish(page);
  await expect(toastWith(page, "Error")).toContainText(`Failed to create post: ${TOO_MANY}`);
  await expect(content).toHaveAccessibleDescription(new RegExp(`^${TOO_MANY.replaceAll(".", "\\.")}`));
  await expect(content).toHaveValue(links(3));
  await expect(content).toBeFocused();
  // Links to this site don't count.
  await content.fill(`${links(2)} [here](/forum) ${site.url}/news`);
  await publish(page);
  await expect(page).toHaveURL(/\/forum$/);

  // Without JavaScript the page shows the error too, with what was typed.
  const words = { title: "Plain", category: "tech", intent: "post" };
  const refused = await send(page, site, "/create", { ...words, content: links(3) });
  expect(refused.status()).toBe(422);
  const html = await refused.text();
  for (const said of [TOO_MANY, links(3)]) expect(html).toContain(said);
  for (const content of ["The second", "The third"])
    expect((await send(page, site, "/create", { ...words, content })).status()).toBe(302);

  // The daily limit is reached.
  const full =
    /New members can publish up to 3 posts in 24 hours\. You can publish your next one in 24 hours\. Until then, we save what you write as a draft\./;
  await write(page, "The fourth", "Too much for a day.");
  await expect(page.getByText(full)).toBeVisible();
  await publish(page);
  await expect(content).toHaveAccessibleDescription(
    /You can publish your next one in 24 hours\. These limits are lifted after/,
  );
  await expect(content).toHaveValue("Too much for a day.");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page).toHaveURL(/\/create\?draft=/);

  // The same in a comment form.
  const path = /href="(\/forum\/[0-9a-f-]{36})"/.exec(
    await (await page.request.get("/forum?sort=new")).text(),
  )?.[1];
  await page.goto(path ?? "");
  await waitUntilInteractive(page);
  const box = page.getByRole("textbox", { name: "Write a comment" });
  await box.fill(links(3));
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(box).toHaveAccessibleDescription(
    /^New members can add up to 2 links to a comment\. This one has 3\./,
  );
  await expect(box).toHaveValue(links(3));

  // And without JavaScript: a comment, a reply and an edit.
  const made = await send(page, site, path ?? "", { intent: "comment", parentId: "", content: "Mine." });
  const id = /#comment-([\w-]+)/.exec(made.headers().location ?? "")?.[1] ?? "";
  for (const [to, fields] of [
    [path, { intent: "comment", parentId: "" }],
    [`${path}/comments/${id}`, { intent: "comment", parentId: id }],
    [`${path}/comments/${id}`, { intent: "edit", commentId: id }],
  ] as const) {
    const again = await send(page, site, to ?? "", { ...fields, content: links(3) });
    expect(again.status()).toBe(422);
    const html = await again.text();
    for (const said of [TOO_MANY.replace("a post", "a comment"), `>${links(3)}</textarea>`])
      expect(html, fields.intent).toContain(said);
  }

  const standing = page.getByRole("region", { name: "New-member limits" });
  await page.goto("/settings");
  await expect(standing).toContainText("New member");
  await expect(standing).toContainText("Links to other sites per post or comment2");
  await expect(standing).toContainText("These limits are lifted after 3 days and 1 more post or comment.");

  // Verified members have no limits.
  await ask("update public.profiles set is_verified = true where id = $1", person.id);
  await page.goto("/settings");
  await expect(standing).toContainText("Trusted member");
  await write(page, "The fifth", links(9));
  await expect(page.getByText("members:")).toHaveCount(0);
  await publish(page);
  await expect(page).toHaveURL(/\/forum$/);
});

test("the new-member notices are accessible and fit the screen", async ({ openContext, site, person }) => {
  const context = await openContext({ ...AXE_CONTEXT, baseURL: site.url });
  await signIn(site, context, person);
  const page = await context.newPage();
  for (const content of ["One", "Two", "Three"])
    await send(page, site, "/create", { title: content, category: "tech", intent: "post", content });
  await write(page, "The fourth", links(2));
  await expect(page.getByText("New members: up to 2 links per post.")).toBeVisible();
  expect(await faultsAtWidths(page)).toEqual([]);
  await page.goto("/settings");
  await waitUntilInteractive(page);
  expect(await faultsAtWidths(page)).toEqual([]);
});
