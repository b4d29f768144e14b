import type { Page } from "@playwright/test";
import { findIssuesAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, findPost, getToast, waitUntilInteractive } from "./forum.ts";
import {
  chooseFiles,
  createNoisePng,
  createPng,
  dropOrPaste,
  getContentField,
  getImageRow,
  slowUploads,
} from "./images.ts";
import { readLayoutShifts, recordLayoutShifts } from "./layout-shifts.ts";
import { expireSession, generateName, storeSession } from "./members.ts";

const IMAGE_URL = String.raw`\/storage\/v1\/object\/public\/post-images\/[\w-]{36}\/\w+\.webp#`;

async function openEditor(page: Page): Promise<void> {
  await page.goto("/create");
  await waitUntilInteractive(page);
}

test("several images are uploaded, described, previewed, published and shared", async ({
  page,
  member: _,
  openContext,
}) => {
  await openEditor(page);
  const title = `With pictures ${generateName()}`;
  const requestMethods: string[] = [];
  page.on("request", (request) => {
    const isShown = request.resourceType() === "image";
    if (request.url().includes("/storage/v1/") && !isShown) requestMethods.push(request.method());
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
      `^Before\\. \\n\\n!\\[\\]\\(${IMAGE_URL}1200x600\\)\\n\\n!\\[\\]\\(${IMAGE_URL}300x200\\)\\n\\nAfter\\.$`,
    ),
  );
  // One request per image, because the response includes the size.
  expect(requestMethods).toEqual(["POST", "POST"]);
  await page.getByLabel("Alt text for Image 1").fill('The "first" [one]');
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

  const image = await reader.locator('meta[property="og:image"]').getAttribute("content");
  expect(image).toMatch(/^http:\/\/.+\/storage\/v1\/object\/public\/post-images\/.+\.webp$/);
  await expect(reader.locator('meta[property="og:image:width"]')).toHaveAttribute("content", "1200");
  await expect(reader.locator('meta[property="og:image:alt"]')).toHaveAttribute(
    "content",
    'The "first" [one]',
  );
  expect((await page.request.get(new URL(image ?? "").pathname)).headers()["content-type"]).toBe(
    "image/webp",
  );
});

test("images are chosen, dropped and pasted, and a refused one shows the reason", async ({
  page,
  member: _,
  allowProblem,
}) => {
  await test.step("images can be dropped and pasted, and text is pasted as text", async () => {
    await openEditor(page);
    const content = getContentField(page);
    await content.fill("Some text.");
    await dropOrPaste(content, "drop", [await createPng("dropped.png")]);
    await expect(content).toHaveValue(new RegExp(`^Some text\\.\\n\\n!\\[\\]\\(${IMAGE_URL}60x40\\)$`));
    await dropOrPaste(content, "paste", [await createPng("image.png", 30, 30)]);
    await expect(content).toHaveValue(new RegExp(`60x40\\)\\n\\n!\\[\\]\\(${IMAGE_URL}30x30\\)$`));
    const before = await content.inputValue();
    await dropOrPaste(content, "paste", [await createPng("of a table.png")], "words of a table");
    expect(await content.inputValue()).toBe(before);
    await dropOrPaste(page.getByLabel("Title"), "drop", [await createPng("beside.png")]);
    await expect(page).toHaveURL(/\/create/);
    await expect(page.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(2);
  });

  await test.step("a refused file shows the reason and leaves nothing in the text", async () => {
    await openEditor(page);
    allowProblem(/status of 4\d\d /);
    const content = getContentField(page);
    await content.fill("Some text.");
    const createFile = (name: string, mimeType: string, text: string | Buffer) => ({
      name,
      mimeType,
      buffer: Buffer.from(text),
    });
    const unsupportedType = "This file isn't a JPEG, PNG, WebP, GIF or AVIF image.";
    for (const [file, reason] of [
      [
        createFile("drawing.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        unsupportedType,
      ],
      [createFile("page.png", "image/png", "<!doctype html><script>alert(1)</script>"), unsupportedType],
      [createFile("notes.txt", "text/plain", "notes"), unsupportedType],
      [
        createFile("huge.png", "image/png", Buffer.alloc(10 * 1024 * 1024 + 1)),
        "This image is 10.1 MB. The limit is 10 MB.",
      ],
      [await createPng("wide.png", 9000, 5000), "An image of this kind can have at most 12 megapixels."],
      [
        createFile("half.png", "image/png", (await createNoisePng("", 200, 200)).buffer.subarray(0, 5000)),
        "This image is damaged, or its content doesn't match its file type.",
      ],
    ] as const) {
      await dropOrPaste(content, "drop", [file]);
      const row = getImageRow(page, file.name);
      await expect(row).toContainText(reason);
      await expect(content).toHaveValue("Some text.");
      await expect(row.getByRole("button", { name: `Try again: ${file.name}` })).toHaveCount(0);
      await row.getByRole("button", { name: `Remove: ${file.name}` }).click();
      await expect(row).toHaveCount(0);
    }
  });

  await test.step("a rate limit or an unreachable server allows a retry", async () => {
    await openEditor(page);
    allowProblem(/status of 429|ERR_FAILED/);
    const message = "You're uploading too often. Please try again in 5 minutes.";
    let attempts = 0;
    await page.route("**/storage/v1/object/post-images/**", async (route) => {
      attempts += 1;
      if (attempts === 1) {
        const body = { statusCode: "429", error: "too_many_requests", code: "SlowDown", message };
        return route.fulfill({ status: 429, json: body });
      }
      return attempts === 2 ? route.abort() : route.continue();
    });
    await chooseFiles(page, [await createPng("often.png")]);
    const row = getImageRow(page, "often.png");
    await expect(row).toContainText(message);
    await page.getByLabel("Alt text for often.png").fill("Kept");
    await row.getByRole("button", { name: "Try again: often.png" }).click();
    await expect(row).toContainText("We can't reach the server.");
    await row.getByRole("button", { name: "Try again: often.png" }).click();
    await expect(getContentField(page)).toHaveValue(new RegExp(`^!\\[Kept\\]\\(${IMAGE_URL}60x40\\)$`));
  });
});

test("the user can continue typing and cancel an upload, and the post waits for the other one", async ({
  page,
  member: _,
}) => {
  await openEditor(page);
  const content = getContentField(page);
  await page.getByLabel("Title").fill("Slow connection");
  await page.getByLabel("Category").selectOption("ai");
  await content.fill("One.");
  await slowUploads(page, 150_000);
  await chooseFiles(page, [
    await createNoisePng("large.png", 400, 400),
    await createNoisePng("other.png", 400, 400),
  ]);
  await expect(content).toHaveValue(/!\[Uploading large\.png…\]\(upload:\w+\)\n\n!\[Uploading other\.png…\]/);
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
  await slowUploads(page, -1);
  await expect(content).toHaveValue(
    new RegExp(`^Zero\\. One\\.\\n\\n!\\[Noise\\]\\(${IMAGE_URL}400x400\\) Two\\.$`),
    {
      timeout: 20_000,
    },
  );
  expect(await content.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(6);
});

test("an access token that expires during the upload is refreshed", async ({
  page,
  member,
  allowProblem,
}) => {
  await openEditor(page);
  allowProblem(/status of 400 /);
  let refused = 0;
  await page.route("**/storage/v1/object/post-images/**", (route) => {
    if (route.request().method() !== "POST" || refused > 0) return route.continue();
    refused += 1;
    const authorization = `Bearer ${expireSession(member.session).access_token}`;
    return route.continue({ headers: { ...route.request().headers(), authorization } });
  });
  await getContentField(page).fill("Some text.");
  await chooseFiles(page, [await createPng("late.png")]);
  await expect(getContentField(page)).toHaveValue(
    new RegExp(`^Some text\\.\\n\\n!\\[\\]\\(${IMAGE_URL}60x40\\)$`),
  );
  expect(refused).toBe(1);
});

test("an ended session loses nothing: after signing in elsewhere, the upload can be retried", async ({
  page,
  context,
  member,
  allowProblem,
}) => {
  await openEditor(page);
  allowProblem(/status of 4\d\d /);
  await getContentField(page).fill("Some text.");
  const bearer = { Authorization: `Bearer ${member.session.access_token}` };
  expect((await page.request.post("/auth/v1/logout?scope=global", { headers: bearer })).status()).toBe(204);
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
  await expect(getContentField(page)).toHaveValue(
    new RegExp(`^Some text\\.\\n\\n!\\[\\]\\(${IMAGE_URL}60x40\\)$`),
  );
});

test("a draft preserves its images and marks an interrupted upload", async ({ page, member: _ }) => {
  await openEditor(page);
  const title = `Draft with pictures ${generateName()}`;
  await page.getByLabel("Title").fill(title);
  await chooseFiles(page, [await createPng("done.png")]);
  await expect(getContentField(page)).toHaveValue(new RegExp(`${IMAGE_URL}60x40`));
  await slowUploads(page, 2000);
  await chooseFiles(page, [await createNoisePng("unfinished.png", 300, 300)]);
  await expect(page.getByRole("progressbar", { name: "Uploading unfinished.png" })).toBeVisible();
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(getToast(page, "Draft saved")).toBeVisible();
  await page.reload();
  await slowUploads(page, -1);
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
    new RegExp(`60x40\\)\\n\\n!\\[\\]\\(${IMAGE_URL}80x50\\)$`),
  );
  await getImageRow(page, "Image 1").getByRole("button", { name: "Remove: Image 1" }).click();
  await expect(getContentField(page)).toHaveValue(new RegExp(`^!\\[\\]\\(${IMAGE_URL}80x50\\)$`));
});

test("images in a published post can be described and added while editing", async ({ page, member: _ }) => {
  await openEditor(page);
  await chooseFiles(page, [await createPng("one.png")]);
  await expect(getContentField(page)).toHaveValue(new RegExp(IMAGE_URL));
  const path = await createPost(page, {
    title: `Edited ${generateName()}`,
    content: await getContentField(page).inputValue(),
  });
  await page.goto(`${path}/edit`);
  await waitUntilInteractive(page);
  await page.getByLabel("Alt text for Image 1").fill("Described later");
  await getContentField(page).press("Control+End");
  await chooseFiles(page, [await createPng("two.png", 90, 90)]);
  await expect(getContentField(page)).toHaveValue(/90x90\)$/);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.locator(".prose").first().getByRole("img", { name: "Described later" })).toBeVisible();
  await expect(page.getByRole("article").locator(".prose img")).toHaveCount(2);
});

test("the editor with images is accessible and doesn't scroll sideways", async ({
  page,
  member: _,
  allowProblem,
}) => {
  await openEditor(page);
  allowProblem(/status of 400 /);
  await chooseFiles(page, [await createPng("done.png")]);
  await expect(page.getByLabel("Alt text for Image 1")).toBeVisible();
  await dropOrPaste(getContentField(page), "drop", [
    { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
  ]);
  await expect(getImageRow(page, "drawing.svg")).toContainText("This file isn't");
  await slowUploads(page, 5000);
  await chooseFiles(page, [await createNoisePng(`${"a long name ".repeat(9)}.png`, 300, 300)]);
  await expect(page.getByRole("progressbar")).toBeVisible();
  expect(await findIssuesAtWidths(page)).toEqual([]);
});
