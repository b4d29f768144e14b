import type { Page } from "@playwright/test";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { findPost, getToast, waitUntilInteractive } from "./forum.ts";
import {
  chooseFiles,
  createNoisePng,
  createPng,
  dropOrPaste,
  getContentField,
  getImageRow,
  IMAGE_URL_PATTERN,
  limitUploadSpeed,
} from "./images.ts";
import { readLayoutShifts, recordLayoutShifts } from "./layout-shifts.ts";
import { expireSession, generateName, readStoredSession, storeSession } from "./members.ts";
import { showScreen } from "./screens.ts";

async function openEditor(page: Page): Promise<void> {
  await page.goto("/create");
  await waitUntilInteractive(page);
}

test("several images are uploaded, described, previewed, published and shared, on slow connections and with expired sessions too", async ({
  page,
  context,
  member,
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  await openEditor(page);
  const title = `With pictures ${generateName()}`;
  const requestMethods: string[] = [];
  page.on("request", (request) => {
    const isForDisplay = request.resourceType() === "image";
    if (request.url().includes("/storage/v1/") && !isForDisplay) requestMethods.push(request.method());
  });
  await expect(page.getByText("Max 10MB")).toBeVisible();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("tech");
  await getContentField(page).fill("Before. After.");
  await getContentField(page).evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(8, 8));
  await chooseFiles(page, [
    await createPng("first.png", 1200, 600),
    await createPng("second [2].png", 300, 200, "tomato"),
  ]);
  await expect(getContentField(page)).toHaveValue(
    new RegExp(
      `^Before\\. \\n\\n!\\[\\]\\(${IMAGE_URL_PATTERN}1200x600\\)\\n\\n!\\[\\]\\(${IMAGE_URL_PATTERN}300x200\\)\\n\\nAfter\\.$`,
    ),
  );
  // One request per image, because the response includes the size.
  expect(requestMethods).toEqual(["POST", "POST"]);
  await page.getByPlaceholder("Describe the image", { exact: true }).first().fill('The "first" [one]');
  await page.getByLabel("Alt text for Image 2").fill("The second");

  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" }).locator(".prose");
  await expect(preview.getByRole("img", { name: 'The "first" [one]' })).toBeVisible();
  await expect(preview.getByRole("img", { name: "The second" })).toBeVisible();
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(getToast(page, "Post Created!")).toBeVisible();

  const path = await findPost(page, title);
  const reader = await (await openContext()).newPage();
  await recordLayoutShifts(reader);
  await reader.goto(path);
  const images = reader.getByRole("article").locator(".prose img");
  await expect.poll(() => images.first().evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const attributes = await images.evaluateAll((elements) =>
    (elements as HTMLImageElement[]).map((image) => [
      image.alt,
      image.getAttribute("width"),
      image.getAttribute("height"),
      image.loading,
      image.srcset.split(",").filter(Boolean).length,
    ]),
  );
  expect(attributes).toEqual([
    ['The "first" [one]', "1200", "600", "auto", 2],
    ["The second", "300", "200", "lazy", 0],
  ]);
  await images.nth(1).scrollIntoViewIfNeeded();
  await expect.poll(() => images.nth(1).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
  expect(await readLayoutShifts(reader)).toEqual([]);

  const imageUrl = await reader.locator('meta[property="og:image"]').getAttribute("content");
  expect(imageUrl).toMatch(/^http:\/\/.+\/storage\/v1\/object\/public\/post-images\/.+\.webp$/);
  await expect(reader.locator('meta[property="og:image:width"]')).toHaveAttribute("content", "1200");
  await expect(reader.locator('meta[property="og:image:alt"]')).toHaveAttribute(
    "content",
    'The "first" [one]',
  );
  expect((await page.request.get(new URL(imageUrl ?? "").pathname)).headers()["content-type"]).toBe(
    "image/webp",
  );

  await test.step("images in a published post can be described and added while editing", async () => {
    await showScreen(page, `${path}/edit`);
    await page.getByLabel("Alt text for Image 2").fill("Described later");
    await getContentField(page).press("Control+End");
    await chooseFiles(page, [await createPng("two.png", 90, 90)]);
    await expect(getContentField(page)).toHaveValue(/90x90\)$/);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator(".prose").first().getByRole("img", { name: "Described later" })).toBeVisible();
    await expect(page.getByRole("article").locator(".prose img")).toHaveCount(3);
  });

  await test.step("during two uploads, the user can continue typing and cancel one of them, and the post is refused while the other is incomplete", async () => {
    await showScreen(page, "/create");
    const content = getContentField(page);
    await page.getByLabel("Title").fill("Slow connection");
    await page.getByLabel("Category").selectOption("ai");
    await content.fill("One.");
    await limitUploadSpeed(page, 150_000);
    await chooseFiles(page, [
      await createNoisePng("large.png", 400, 400),
      await createNoisePng("other.png", 400, 400),
    ]);
    await expect(content).toHaveValue(
      /!\[Uploading large\.png…\]\(upload:\w+\)\n\n!\[Uploading other\.png…\]/,
    );
    await content.press("Control+End");
    await content.pressSequentially(" Two.");
    const bar = page.getByRole("progressbar", { name: "Uploading other.png" });
    await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
    await getImageRow(page, "large.png").getByRole("button", { name: "Cancel: large.png" }).click();
    await expect(content).toHaveValue(/^One\.\n\n!\[Uploading other\.png…\]\(upload:\w+\) Two\.$/);
    await page.getByLabel("Alt text for other.png").fill("Noise");

    await page.getByRole("button", { name: "Post to Community" }).click();
    await expect(getToast(page, "Error")).toContainText("An image hasn't been uploaded yet");
    await expect(content).toHaveAccessibleDescription(/An image hasn't been uploaded yet/);
    await content.press("Control+Home");
    await content.pressSequentially("Zero. ");
    await limitUploadSpeed(page, -1);
    await expect(content).toHaveValue(
      new RegExp(`^Zero\\. One\\.\\n\\n!\\[Noise\\]\\(${IMAGE_URL_PATTERN}400x400\\) Two\\.$`),
      {
        timeout: 20_000,
      },
    );
    expect(await content.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(6);
  });

  await test.step("an access token that expires during the upload is refreshed; after the end of the session, no input is lost, and the upload can be retried", async () => {
    await showScreen(page, "/create");
    let refusedCount = 0;
    await page.route("**/storage/v1/object/post-images/**", (route) => {
      if (route.request().method() !== "POST" || refusedCount > 0) return route.continue();
      refusedCount += 1;
      const authorization = `Bearer ${expireSession(member.session).access_token}`;
      return route.continue({ headers: { ...route.request().headers(), authorization } });
    });
    const expectText = () =>
      expect(getContentField(page)).toHaveValue(
        new RegExp(`^Some text\\.\\n\\n!\\[\\]\\(${IMAGE_URL_PATTERN}60x40\\)$`),
      );
    await getContentField(page).fill("Some text.");
    await chooseFiles(page, [await createPng("late.png")]);
    await expectText();
    expect(refusedCount).toBe(1);

    await getContentField(page).fill("Some text.");
    const { access_token } = await readStoredSession(context);
    const headers = { Authorization: `Bearer ${access_token}` };
    expect((await page.request.post("/auth/v1/logout?scope=global", { headers })).status()).toBe(204);
    await chooseFiles(page, [await createPng("later.png")]);
    const row = getImageRow(page, "later.png");
    await expect(row).toContainText("You're signed out.");
    await expect(getContentField(page)).toHaveValue(/^Some text\.\n\n!\[Uploading later\.png…\]/);
    const { email, password } = member;
    const response = await page.request.post("/auth/v1/token?grant_type=password", {
      data: { email, password },
    });
    await storeSession(context, await response.json());
    await row.getByRole("button", { name: "Try again: later.png" }).click();
    await expectText();
  });
});

test("a draft preserves its images and marks an interrupted upload; the editor with images is accessible", async ({
  page,
  member: _,
  allowProblem,
}) => {
  allowProblem(/status of 400 /);
  await openEditor(page);
  const title = `Draft with pictures ${generateName()}`;
  await page.getByLabel("Title").fill(title);
  await chooseFiles(page, [await createPng("done.png")]);
  await expect(getContentField(page)).toHaveValue(new RegExp(`${IMAGE_URL_PATTERN}60x40`));
  await dropOrPaste(getContentField(page), "drop", [
    { name: `${"a long name ".repeat(9)}.svg`, mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
  ]);
  const refusedRow = getImageRow(page, "a long name");
  await expect(refusedRow).toContainText("This file isn't");
  await limitUploadSpeed(page, 2000);
  await chooseFiles(page, [await createNoisePng("unfinished.png", 300, 300)]);
  await expect(page.getByRole("progressbar", { name: "Uploading unfinished.png" })).toBeVisible();
  expect(await findIssuesAtWidths(page)).toEqual([]);
  await refusedRow.getByRole("button", { name: /^Remove: / }).click();
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(getToast(page, "Draft saved")).toBeVisible();
  await page.reload();
  await limitUploadSpeed(page, -1);
  await waitUntilInteractive(page);
  await expect(page.getByLabel("Alt text for Image 1")).toBeVisible();
  const row = getImageRow(page, "unfinished.png");
  await expect(row).toContainText("Choose the file again or remove it.");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    row.getByRole("button", { name: "Choose file: unfinished.png" }).click(),
  ]);
  await chooser.setFiles([await createPng("unfinished.png", 80, 50)]);
  await expect(getContentField(page)).toHaveValue(
    new RegExp(`60x40\\)\\n\\n!\\[\\]\\(${IMAGE_URL_PATTERN}80x50\\)$`),
  );
  await getImageRow(page, "Image 1").getByRole("button", { name: "Remove: Image 1" }).click();
  await expect(getContentField(page)).toHaveValue(new RegExp(`^!\\[\\]\\(${IMAGE_URL_PATTERN}80x50\\)$`));
});
