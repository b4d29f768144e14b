import { AXE_CONTEXT, faultsAtWidths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPost, findPost, toastWith, waitUntilInteractive } from "./forum.ts";
import { createMember, expireSession, newName, storeSession } from "./members.ts";
import { bring, choose, noise, pictureRow, png, slowUploads, textbox } from "./pictures.ts";

const ADDRESS = String.raw`\/storage\/v1\/object\/public\/post-images\/[\w-]{36}\/\w+\.webp#`;

test.beforeEach(async ({ page, member }) => {
  expect(member.username).not.toBe("");
  await page.goto("/create");
  await waitUntilInteractive(page);
});

test("several pictures are uploaded, described, previewed, published and shared", async ({
  page,
  openContext,
}) => {
  const title = `With pictures ${newName()}`;
  const asked: string[] = [];
  page.on("request", (request) => {
    const isShown = request.resourceType() === "image";
    if (request.url().includes("/storage/v1/") && !isShown) asked.push(request.method());
  });
  await expect(page.getByText("Max 10MB")).toBeVisible();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("tech");
  await textbox(page).fill("Before. After.");
  await textbox(page).evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(8, 8));
  await choose(page, [await png("first.png", 1200, 600), await png("second [2].png", 300, 200, "tomato")]);
  await expect(textbox(page)).toHaveValue(
    new RegExp(
      `^Before\\. \\n\\n!\\[\\]\\(${ADDRESS}1200x600\\)\\n\\n!\\[\\]\\(${ADDRESS}300x200\\)\\n\\nAfter\\.$`,
    ),
  );
  // One request each: the response includes the size.
  expect(asked).toEqual(["POST", "POST"]);
  await page.getByLabel("Alt text of Picture 1").fill('The "first" [one]');
  await page.getByLabel("Alt text of Picture 2").fill("The second");

  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" }).locator(".prose");
  await expect(preview.getByRole("img", { name: 'The "first" [one]' })).toBeVisible();
  await expect(preview.getByRole("img", { name: "The second" })).toBeVisible();
  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(toastWith(page, "Post Created!")).toBeVisible();

  const path = await findPost(page, title);
  const reader = await (await openContext()).newPage();
  await reader.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.total += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await reader.goto(path);
  const shown = reader.getByRole("article").locator(".prose img");
  await expect.poll(() => shown.first().evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const said = await shown.evaluateAll((all) =>
    (all as HTMLImageElement[]).map((image) => [
      image.alt,
      image.getAttribute("width"),
      image.getAttribute("height"),
      image.loading,
      image.srcset.split(",").filter(Boolean).length,
    ]),
  );
  expect(said).toEqual([
    ['The "first" [one]', "1200", "600", "auto", 2],
    ["The second", "300", "200", "lazy", 0],
  ]);
  await shown.nth(1).scrollIntoViewIfNeeded();
  await expect.poll(() => shown.nth(1).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
  expect(await reader.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total)).toBe(
    0,
  );

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

test("pictures can be dropped and pasted, and text is pasted as text", async ({ page }) => {
  const content = textbox(page);
  await content.fill("Words.");
  await bring(content, "drop", [await png("dropped.png")]);
  await expect(content).toHaveValue(new RegExp(`^Words\\.\\n\\n!\\[\\]\\(${ADDRESS}60x40\\)$`));
  await bring(content, "paste", [await png("image.png", 30, 30)]);
  await expect(content).toHaveValue(new RegExp(`60x40\\)\\n\\n!\\[\\]\\(${ADDRESS}30x30\\)$`));
  const before = await content.inputValue();
  await bring(content, "paste", [await png("of a table.png")], "words of a table");
  expect(await content.inputValue()).toBe(before);
  await bring(page.getByLabel("Title"), "drop", [await png("beside.png")]);
  await expect(page).toHaveURL(/\/create/);
  await expect(page.getByRole("list", { name: "Pictures" }).getByRole("listitem")).toHaveCount(2);
});

test("the user can keep typing and cancel an upload, and the post waits for the other one", async ({
  page,
}) => {
  const content = textbox(page);
  await page.getByLabel("Title").fill("Slow line");
  await page.getByLabel("Category").selectOption("ai");
  await content.fill("One.");
  await slowUploads(page, 150_000);
  await choose(page, [await noise("large.png", 400, 400), await noise("other.png", 400, 400)]);
  await expect(content).toHaveValue(/!\[Uploading large\.png…\]\(upload:\w+\)\n\n!\[Uploading other\.png…\]/);
  await content.press("Control+End");
  await content.pressSequentially(" Two.");
  const bar = page.getByRole("progressbar", { name: "Upload of other.png" });
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  await pictureRow(page, "large.png").getByRole("button", { name: "Cancel: large.png" }).click();
  await expect(content).toHaveValue(/^One\.\n\n!\[Uploading other\.png…\]\(upload:\w+\) Two\.$/);
  await page.getByLabel("Alt text of other.png").fill("Noise");

  await page.getByRole("button", { name: "Post to Community" }).click();
  await expect(toastWith(page, "Error")).toContainText("A picture hasn't been uploaded yet");
  await expect(content).toHaveAccessibleDescription(/A picture hasn't been uploaded yet/);
  await content.press("Control+Home");
  await content.pressSequentially("Zero. ");
  await slowUploads(page, -1);
  await expect(content).toHaveValue(
    new RegExp(`^Zero\\. One\\.\\n\\n!\\[Noise\\]\\(${ADDRESS}400x400\\) Two\\.$`),
    {
      timeout: 20_000,
    },
  );
  expect(await content.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(6);
});

test("a refused file shows the reason and leaves nothing in the text", async ({ page, allowProblem }) => {
  allowProblem(/status of 4\d\d /);
  const content = textbox(page);
  await content.fill("Words.");
  const no = (name: string, mimeType: string, text: string | Buffer) => ({
    name,
    mimeType,
    buffer: Buffer.from(text),
  });
  const kinds = "This file isn't a JPEG, PNG, WebP, GIF or AVIF picture.";
  for (const [file, reason] of [
    [no("drawing.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"), kinds],
    [no("page.png", "image/png", "<!doctype html><script>alert(1)</script>"), kinds],
    [no("notes.txt", "text/plain", "notes"), kinds],
    [no("huge.png", "image/png", Buffer.alloc(10 * 1024 * 1024 + 1)), "This file is larger than 10MB."],
    [
      await png("wide.png", 9000, 5000),
      "This picture is too large: at most 12 megapixels of this kind are accepted.",
    ],
    [
      no("half.png", "image/png", (await noise("", 200, 200)).buffer.subarray(0, 5000)),
      "This picture is damaged or not what it says it is.",
    ],
  ] as const) {
    await bring(content, "drop", [file]);
    const row = pictureRow(page, file.name);
    await expect(row).toContainText(reason);
    await expect(content).toHaveValue("Words.");
    await expect(row.getByRole("button", { name: `Try again: ${file.name}` })).toHaveCount(0);
    await row.getByRole("button", { name: `Remove: ${file.name}` }).click();
    await expect(row).toHaveCount(0);
  }
});

test("a rate limit or an unreachable server allows a retry", async ({ page, allowProblem }) => {
  allowProblem(/status of 429|ERR_FAILED/);
  const sentence = "You are uploading too often. Please try again in 5 minutes.";
  let answers = 0;
  await page.route("**/storage/v1/object/post-images/**", async (route) => {
    answers += 1;
    if (answers === 1) {
      const body = { statusCode: "429", error: "too_many_requests", code: "SlowDown", message: sentence };
      return route.fulfill({ status: 429, json: body });
    }
    return answers === 2 ? route.abort() : route.continue();
  });
  await choose(page, [await png("often.png")]);
  const row = pictureRow(page, "often.png");
  await expect(row).toContainText(sentence);
  await page.getByLabel("Alt text of often.png").fill("Kept");
  await row.getByRole("button", { name: "Try again: often.png" }).click();
  await expect(row).toContainText("We can't reach the server.");
  await row.getByRole("button", { name: "Try again: often.png" }).click();
  await expect(textbox(page)).toHaveValue(new RegExp(`^!\\[Kept\\]\\(${ADDRESS}60x40\\)$`));
});

test("an access token that expires during the upload is refreshed", async ({
  page,
  member,
  allowProblem,
}) => {
  allowProblem(/status of 400 /);
  let refused = 0;
  await page.route("**/storage/v1/object/post-images/**", (route) => {
    if (route.request().method() !== "POST" || refused > 0) return route.continue();
    refused += 1;
    const authorization = `Bearer ${expireSession(member.session).access_token}`;
    return route.continue({ headers: { ...route.request().headers(), authorization } });
  });
  await textbox(page).fill("Words.");
  await choose(page, [await png("late.png")]);
  await expect(textbox(page)).toHaveValue(new RegExp(`^Words\\.\\n\\n!\\[\\]\\(${ADDRESS}60x40\\)$`));
  expect(refused).toBe(1);
});

test("an ended session loses nothing: after signing in elsewhere, the upload can be retried", async ({
  page,
  context,
  member,
  allowProblem,
}) => {
  allowProblem(/status of 4\d\d /);
  await textbox(page).fill("Words.");
  const bearer = { Authorization: `Bearer ${member.session.access_token}` };
  expect((await page.request.post("/auth/v1/logout?scope=global", { headers: bearer })).status()).toBe(204);
  await choose(page, [await png("kept.png")]);
  const row = pictureRow(page, "kept.png");
  await expect(row).toContainText("You're signed out.");
  await expect(textbox(page)).toHaveValue(/^Words\.\n\n!\[Uploading kept\.png…\]/);
  const { email, password } = member;
  const answer = await page.request.post("/auth/v1/token?grant_type=password", { data: { email, password } });
  await storeSession(context, await answer.json());
  await row.getByRole("button", { name: "Try again: kept.png" }).click();
  await expect(textbox(page)).toHaveValue(new RegExp(`^Words\\.\\n\\n!\\[\\]\\(${ADDRESS}60x40\\)$`));
});

test("a draft preserves its pictures and marks an interrupted upload", async ({ page }) => {
  const title = `Draft with pictures ${newName()}`;
  await page.getByLabel("Title").fill(title);
  await choose(page, [await png("done.png")]);
  await expect(textbox(page)).toHaveValue(new RegExp(`${ADDRESS}60x40`));
  await slowUploads(page, 2000);
  await choose(page, [await noise("unfinished.png", 300, 300)]);
  await expect(page.getByRole("progressbar", { name: "Upload of unfinished.png" })).toBeVisible();
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(toastWith(page, "Draft saved")).toBeVisible();
  await page.reload();
  await slowUploads(page, -1);
  await waitUntilInteractive(page);
  await expect(page.getByLabel("Alt text of Picture 1")).toBeVisible();
  const row = pictureRow(page, "unfinished.png");
  await expect(row).toContainText("Choose the file again or remove it.");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    row.getByRole("button", { name: "Choose the file: unfinished.png" }).click(),
  ]);
  await chooser.setFiles([await png("unfinished.png", 80, 50)]);
  await expect(textbox(page)).toHaveValue(new RegExp(`60x40\\)\\n\\n!\\[\\]\\(${ADDRESS}80x50\\)$`));
  await pictureRow(page, "Picture 1").getByRole("button", { name: "Remove: Picture 1" }).click();
  await expect(textbox(page)).toHaveValue(new RegExp(`^!\\[\\]\\(${ADDRESS}80x50\\)$`));
});

test("pictures of a published post can be described and added while editing", async ({ page }) => {
  await choose(page, [await png("one.png")]);
  await expect(textbox(page)).toHaveValue(new RegExp(ADDRESS));
  const path = await createPost(page, {
    title: `Edited ${newName()}`,
    content: await textbox(page).inputValue(),
  });
  await page.goto(`${path}/edit`);
  await waitUntilInteractive(page);
  await page.getByLabel("Alt text of Picture 1").fill("Described later");
  await textbox(page).press("Control+End");
  await choose(page, [await png("two.png", 90, 90)]);
  await expect(textbox(page)).toHaveValue(/90x90\)$/);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.locator(".prose").first().getByRole("img", { name: "Described later" })).toBeVisible();
  await expect(page.getByRole("article").locator(".prose img")).toHaveCount(2);
});

test("the editor with pictures is accessible and doesn't scroll sideways", async ({
  openContext,
  allowProblem,
}) => {
  allowProblem(/status of 400 /);
  const context = await openContext(AXE_CONTEXT);
  await createMember(context);
  const page = await context.newPage();
  await page.goto("/create");
  await waitUntilInteractive(page);
  await choose(page, [await png("done.png")]);
  await expect(page.getByLabel("Alt text of Picture 1")).toBeVisible();
  await bring(textbox(page), "drop", [
    { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
  ]);
  await expect(pictureRow(page, "drawing.svg")).toContainText("This file isn't");
  await slowUploads(page, 5000);
  await choose(page, [await noise(`${"a long name ".repeat(9)}.png`, 300, 300)]);
  await expect(page.getByRole("progressbar")).toBeVisible();
  expect(await faultsAtWidths(page)).toEqual([]);
});
