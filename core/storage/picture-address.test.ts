import { expect, test } from "vitest";
import { POST_IMAGES_PATH, pictureAddress, pictureSources, readPictureSize } from "./picture-address.ts";

test("a picture's size is read back from its address", () => {
  const size = { width: 1600, height: 900 };
  expect(readPictureSize(pictureAddress("me/a.webp", size))).toEqual(size);
});

test.each(["", "#", "#0x5", "#5x0", "#1601x5", "#5x8001", "#-5x5", "#5x5x5", "#05x5", "#5.5x5", "#5x5?"])(
  "%j isn't a valid picture size",
  (end) => {
    expect(readPictureSize(`${POST_IMAGES_PATH}me/a.webp${end}`)).toBeNull();
  },
);

test("only wide pictures have two sizes to choose from", () => {
  const path = `${POST_IMAGES_PATH}me/a.webp`;
  expect(pictureSources(path, 801)?.srcset).toBe(`${path}?width=800 800w, ${path} 801w`);
  expect(pictureSources(path, 800)).toBeNull();
  expect(pictureSources(`${path}?width=800`, 1600)).toBeNull();
  expect(pictureSources("/storage/v1/object/public/avatars/me/a.webp", 1600)).toBeNull();
});
