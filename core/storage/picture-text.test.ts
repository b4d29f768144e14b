import { expect, test } from "vitest";
import { POST_IMAGES_PATH } from "./picture-address.ts";
import { findPictures, findPlaceholders, writePicture, writePlaceholder } from "./picture-text.ts";

const ADDRESS = `${POST_IMAGES_PATH}me/a.webp#1600x900`;
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
  const text = `before ${writePlaceholder("t-1", name)} after`;
  expect(findPlaceholders(text)).toMatchObject([{ token: "t-1", name: name.replace(/\s+/g, " "), from: 7 }]);
});

test.each(NAMES)("a picture called %j is found as it was written", (alt) => {
  const text = `before ${writePicture(alt, ADDRESS)} after`;
  expect(findPictures(text)).toEqual([
    { alt: alt.replace(/\s+/g, " "), address: ADDRESS, from: 7, to: text.length - 6 },
  ]);
});

test("other images are not listed as pictures of the post", () => {
  expect(
    findPictures("![a](https://x.test/a.png) ![b](/storage/v1/object/public/avatars/a.webp) [c](x)"),
  ).toEqual([]);
});
