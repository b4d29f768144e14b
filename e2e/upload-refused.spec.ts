import { expect, test } from "./fixtures.ts";
import { waitUntilInteractive } from "./forum.ts";
import {
  chooseFiles,
  createNoisePng,
  createPng,
  dropOrPaste,
  getContentField,
  getImageRow,
  IMAGE_URL_PATTERN,
} from "./images.ts";

test("images can be chosen, dropped and pasted, and the reason is shown for each refused one", async ({
  page,
  member: _,
  allowProblem,
}) => {
  await test.step("images can be dropped and pasted, and text is pasted as text", async () => {
    await page.goto("/create");
    await waitUntilInteractive(page);
    const content = getContentField(page);
    await content.fill("Some text.");
    await dropOrPaste(content, "drop", [await createPng("dropped.png")]);
    await expect(content).toHaveValue(
      new RegExp(`^Some text\\.\\n\\n!\\[\\]\\(${IMAGE_URL_PATTERN}60x40\\)$`),
    );
    await dropOrPaste(content, "paste", [await createPng("image.png", 30, 30)]);
    await expect(content).toHaveValue(new RegExp(`60x40\\)\\n\\n!\\[\\]\\(${IMAGE_URL_PATTERN}30x30\\)$`));
    const textBefore = await content.inputValue();
    await dropOrPaste(content, "paste", [await createPng("table.png")], "text of a table");
    expect(await content.inputValue()).toBe(textBefore);
    await dropOrPaste(page.getByLabel("Title"), "drop", [await createPng("on-title.png")]);
    await expect(page).toHaveURL(/\/create/);
    await expect(page.getByRole("list", { name: "Images" }).getByRole("listitem")).toHaveCount(2);
  });

  await test.step("for a refused file, the reason is shown, and nothing is added to the text", async () => {
    allowProblem(/status of 4\d\d /);
    const content = getContentField(page);
    await content.fill("Some text.");
    const createFile = (name: string, mimeType: string, body: string | Buffer) => ({
      name,
      mimeType,
      buffer: Buffer.from(body),
    });
    const unsupportedTypeMessage = "This file isn't a JPEG, PNG, WebP, GIF or AVIF image.";
    for (const [file, reason] of [
      [
        createFile("drawing.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        unsupportedTypeMessage,
      ],
      [
        createFile("page.png", "image/png", "<!doctype html><script>alert(1)</script>"),
        unsupportedTypeMessage,
      ],
      [createFile("notes.txt", "text/plain", "notes"), unsupportedTypeMessage],
      [
        createFile("huge.png", "image/png", Buffer.alloc(10 * 1024 * 1024 + 1)),
        "This image is 10.1 MB. The limit is 10 MB.",
      ],
      [await createPng("wide.png", 9000, 5000), "An image of this kind can have at most 12 megapixels."],
      [
        createFile(
          "truncated.png",
          "image/png",
          (await createNoisePng("", 200, 200)).buffer.subarray(0, 5000),
        ),
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

  await test.step("after a rate limit or a connection failure, the upload can be retried", async () => {
    allowProblem(/status of 429|ERR_FAILED/);
    await getContentField(page).fill("");
    const message = "You're uploading too often. Please try again in 5 minutes.";
    let attemptCount = 0;
    await page.route("**/storage/v1/object/post-images/**", async (route) => {
      attemptCount += 1;
      if (attemptCount === 1) {
        const body = { statusCode: "429", error: "too_many_requests", code: "SlowDown", message };
        return route.fulfill({ status: 429, json: body });
      }
      return attemptCount === 2 ? route.abort() : route.continue();
    });
    await chooseFiles(page, [await createPng("often.png")]);
    const row = getImageRow(page, "often.png");
    await expect(row).toContainText(message);
    await page.getByLabel("Alt text for often.png").fill("Kept");
    await row.getByRole("button", { name: "Try again: often.png" }).click();
    await expect(row).toContainText("We can't reach the server.");
    await row.getByRole("button", { name: "Try again: often.png" }).click();
    await expect(getContentField(page)).toHaveValue(
      new RegExp(`^!\\[Kept\\]\\(${IMAGE_URL_PATTERN}60x40\\)$`),
    );
  });
});
