import type { Page } from "@playwright/test";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import { createMember, generateName, storeSession } from "./members.ts";
import { PlainPage } from "./plain-page.ts";
import { showScreen } from "./screens.ts";

const getWelcomeCard = (page: Page) => page.getByRole("region", { name: /^Welcome, / });

test("a new member sees the welcome card on the page they land on, until they dismiss it on one of their devices", async ({
  page,
  plain,
  openContext,
}) => {
  const { username, session } = await createMember(page.context(), generateName(), { isNew: true });
  await page.goto(`/forum?q=${username}`);
  await waitUntilInteractive(page);
  await expect(getWelcomeCard(page)).toContainText(`Welcome, ${username}`);
  await expect(getWelcomeCard(page).getByRole("link")).toHaveText([
    /^Choose your topics/,
    /^Introduce yourself/,
  ]);
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await getWelcomeCard(page)
    .getByRole("link", { name: /^Introduce yourself/ })
    .click();
  await expect(page).toHaveURL("/create");
  await expect(getWelcomeCard(page)).toHaveCount(0);
  await showScreen(page, "/");
  const responsePromise = page.waitForResponse((response) => response.url().includes("/welcome"));
  await getWelcomeCard(page).getByRole("button", { name: "Just look around" }).click();
  await expect(getWelcomeCard(page)).toHaveCount(0);
  await responsePromise;
  for (const path of ["/", "/forum", "/news"]) {
    await plain.goto(path);
    expect(plain.findAll("region", /^Welcome, /), path).toEqual([]);
  }
  const otherDevice = new PlainPage(await openContext());
  await storeSession(otherDevice.context(), session);
  await otherDevice.goto("/forum");
  expect(otherDevice.find("heading", "Community Forum")).toBeTruthy();
  expect(otherDevice.findAll("region", /^Welcome, /)).toEqual([]);
});

test("the welcome card can be dismissed without JavaScript", async ({ plain }) => {
  await createMember(plain.context(), generateName(), { isNew: true });
  await plain.goto("/forum?sort=new");
  await plain.submit(plain.find("region", /^Welcome, /).find("button", "Just look around"));
  expect(plain.path).toBe("/forum?sort=new");
  expect(plain.findAll("region", /^Welcome, /)).toEqual([]);
});
