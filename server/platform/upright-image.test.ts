import { expect, test } from "vitest";
import { sharp } from "./image-reader.ts";
import { resizeUpright, toStoredSquare } from "./upright-image.ts";

const WIDTH = 60;
const HEIGHT = 40;
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Creates an image whose pixels all differ, so that every rotation and mirroring can be distinguished. */
async function createImage(orientation: number): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1)
    pixels.set([(index % WIDTH) * 4, Math.floor(index / WIDTH) * 6, 90], index * 3);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withMetadata({ orientation })
    .png()
    .toBuffer();
}

const readPixels = async (image: ReturnType<typeof sharp>) => {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
};

function expectSimilar(first: Awaited<ReturnType<typeof readPixels>>, second: typeof first): void {
  expect([first.width, first.height]).toEqual([second.width, second.height]);
  // Resizing before or after a rotation may round differently.
  const maxDifference = first.data.reduce(
    (max, value, index) => Math.max(max, Math.abs(value - (second.data[index] ?? 0))),
    0,
  );
  expect(maxDifference).toBeLessThanOrEqual(4);
}

test.each(ORIENTATIONS)(
  "resizing an image with orientation %i gives the same result as rotating it first",
  async (orientation) => {
    const bytes = await createImage(orientation);
    const targetSize = { width: 30, height: 25, fit: "inside" } as const;
    const metadata = await sharp(bytes).metadata();
    const uprightImage = await resizeUpright(sharp(bytes), metadata, targetSize);
    expectSimilar(
      await readPixels(uprightImage),
      await readPixels(sharp(bytes).autoOrient().resize(targetSize)),
    );
  },
);

test.each(ORIENTATIONS)(
  "a square of the upright image is mapped to the stored image with orientation %i",
  async (orientation) => {
    const bytes = await createImage(orientation);
    const crop = { left: 7, top: 3, size: 20 };
    const targetSize = { width: 20, height: 20 };
    const metadata = await sharp(bytes).metadata();
    const { left, top, size } = toStoredSquare(crop, metadata);
    const part = sharp(bytes).extract({ left, top, width: size, height: size });
    const expectedImage = sharp(bytes).autoOrient().extract({ left: 7, top: 3, width: 20, height: 20 });
    expectSimilar(
      await readPixels(await resizeUpright(part, metadata, targetSize)),
      await readPixels(expectedImage),
    );
  },
);

test("a small transparent image stays transparent, and a large one gets a white background", async () => {
  const readFirstPixel = async (side: number) => {
    const create = {
      width: side,
      height: side,
      channels: 4,
      background: { r: 255, g: 0, b: 0, alpha: 0 },
    } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const uprightImage = await resizeUpright(sharp(bytes), await sharp(bytes).metadata(), {
      width: 2,
      height: 2,
    });
    return [...(await uprightImage.ensureAlpha().raw().toBuffer()).subarray(0, 4)];
  };
  expect((await readFirstPixel(700))[3]).toBe(0);
  expect(await readFirstPixel(800)).toEqual([255, 255, 255, 255]);
});
