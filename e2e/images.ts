import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The start of an image's URL in a post's text, as a regular expression. */
export const IMAGE_URL_PATTERN = String.raw`\/storage\/v1\/object\/public\/post-images\/[\w-]{36}\/\w+\.webp#`;

/** A solid-color PNG image. */
export async function createPng(
  name: string,
  width = 60,
  height = 40,
  background = "teal",
): Promise<TestFile> {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

/** A PNG image that doesn't compress well. */
export async function createNoisePng(name: string, width: number, height: number): Promise<TestFile> {
  const options = { width, height, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 60 } } as const;
  const buffer = await sharp({ create: { ...options, background: "black" } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

export const getContentField = (page: Page): Locator => page.getByRole("textbox", { name: "Content" });

/** The row of an uploaded image below a text field, found by the image's name. */
export const getImageRow = (page: Page, name: string): Locator =>
  page.getByRole("list", { name: "Images" }).getByRole("listitem").filter({ hasText: name });

/** Chooses files with the upload button and the browser's file dialog. */
export async function chooseFiles(page: Page, files: readonly TestFile[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Upload Image" }).click(),
  ]);
  await chooser.setFiles([...files]);
}

/** Dispatches the events that a browser dispatches when files are dropped or pasted. */
export async function dropOrPaste(
  target: Locator,
  event: "drop" | "paste",
  files: readonly TestFile[],
  text = "",
): Promise<void> {
  const encodedFiles = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString("base64"),
  }));
  await target.evaluate(
    (element, { event, encodedFiles, text }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, base64 } of encodedFiles) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      if (text) transfer.setData("text/plain", text);
      const options = { bubbles: true, cancelable: true };
      if (event === "paste") {
        element.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: transfer }));
        return;
      }
      for (const type of ["dragenter", "dragover", "drop"]) {
        element.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: transfer }));
      }
    },
    { event, encodedFiles, text },
  );
}

/** Limits the page's upload speed; -1 removes the limit. */
export async function limitUploadSpeed(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}
