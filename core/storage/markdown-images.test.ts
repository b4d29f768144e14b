import { expect, test } from "vitest";
import { POST_IMAGES_PATH } from "./image-path.ts";
import { findImages, findPlaceholders, formatImage, formatPlaceholder } from "./markdown-images.ts";

const IMAGE_URL = `${POST_IMAGES_PATH}me/a.webp#1600x900`;
const NAMES = [
  "cat.png",
  "a [b] (c)\\.png",
  "…](upload:x)",
  "two  blanks\nand lines",
  "![x](y)",
  "ünï.jpg",
  "",
];

test.each(NAMES)("a placeholder for %j is found with its name and token", (name) => {
  const text = `before ${formatPlaceholder("t-1", name)} after`;
  expect(findPlaceholders(text)).toMatchObject([{ token: "t-1", name: name.replace(/\s+/g, " "), from: 7 }]);
});

test.each(NAMES)("an image with the alt text %j is found with its URL and position", (alt) => {
  const text = `before ${formatImage(alt, IMAGE_URL)} after`;
  expect(findImages(text)).toEqual([
    { alt: alt.replace(/\s+/g, " "), url: IMAGE_URL, from: 7, to: text.length - 6 },
  ]);
});

test("images outside the bucket for post images are not found", () => {
  expect(
    findImages("![a](https://x.test/a.png) ![b](/storage/v1/object/public/avatars/a.webp) [c](x)"),
  ).toEqual([]);
});
