import { expect, test } from "vitest";
import { buildImagePath, buildImageSources, POST_IMAGES_PATH, parseImageSize } from "./image-path.ts";

test("an image's size is read back from its URL", () => {
  const size = { width: 1600, height: 900 };
  expect(parseImageSize(buildImagePath("me/a.webp", size))).toEqual(size);
});

test.each(["", "#", "#0x5", "#5x0", "#1601x5", "#5x8001", "#-5x5", "#5x5x5", "#05x5", "#5.5x5", "#5x5?"])(
  "%j isn't a valid image size",
  (suffix) => {
    expect(parseImageSize(`${POST_IMAGES_PATH}me/a.webp${suffix}`)).toBeNull();
  },
);

test("only wide images have two sizes to choose from", () => {
  const path = `${POST_IMAGES_PATH}me/a.webp`;
  expect(buildImageSources(path, 801)?.srcset).toBe(`${path}?width=800 800w, ${path} 801w`);
  expect(buildImageSources(path, 800)).toBeNull();
  expect(buildImageSources(`${path}?width=800`, 1600)).toBeNull();
  expect(buildImageSources("/storage/v1/object/public/avatars/me/a.webp", 1600)).toBeNull();
});
