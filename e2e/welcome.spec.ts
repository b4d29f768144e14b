import type { Page } from "@playwright/test";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { createMember, generateName, storeSession } from "./members.ts";

const getWelcome = (page: Page) => page.getByRole("region", { name: /^Welcome, / });

test("a new member is welcomed where they land, until they dismiss it on any device", async ({
  openContext,
}) => {
  const page = await (await openContext()).newPage();
  const { username, session } = await createMember(page.context(), generateName(), { isNew: true });
  await page.goto("/forum");
  await waitUntilInteractive(page);
  await expect(getWelcome(page)).toContainText(`Welcome, ${username}`);
  await expect(getWelcome(page).getByRole("link")).toHaveText([/^Choose your topics/, /^Introduce yourself/]);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await getWelcome(page)
    .getByRole("link", { name: /^Introduce yourself/ })
    .click();
  await expect(page).toHaveURL("/create");
  await expect(getWelcome(page)).toHaveCount(0);
  await page.goto("/");
  await waitUntilInteractive(page);
  const dismissed = page.waitForResponse((response) => response.url().includes("/welcome"));
  await getWelcome(page).getByRole("button", { name: "Just look around" }).click();
  await expect(getWelcome(page)).toHaveCount(0);
  await dismissed;
  for (const path of ["/", "/forum", "/news"]) {
    await page.goto(path);
    await expect(getWelcome(page)).toHaveCount(0);
  }
  const otherPage = await (await openContext()).newPage();
  await storeSession(otherPage.context(), session);
  await otherPage.goto("/forum");
  await expect(otherPage.getByRole("heading", { name: "Community Forum" })).toBeVisible();
  await expect(getWelcome(otherPage)).toHaveCount(0);
});

test("the welcome works without JavaScript", async ({ openContext, allowProblem }) => {
  allowProblem(/request failed: .*\.js csp$/);
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await createMember(page.context(), generateName(), { isNew: true });
  await page.goto("/forum?sort=new");
  await getWelcome(page).getByRole("button", { name: "Just look around" }).click();
  await expect(page).toHaveURL("/forum?sort=new");
  await expect(getWelcome(page)).toHaveCount(0);
});
