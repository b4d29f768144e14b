import sharp from "sharp";
import { expect, test } from "vitest";
import { getMaxPixels } from "./image-limits.ts";

const createImage = () => sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } });
const PIXELS_MAX = 40_000_000;
const getAllowedPixels = async (bytes: Buffer) =>
  getMaxPixels(bytes, await sharp(bytes).metadata(), PIXELS_MAX);

test("a single-scan JPEG and a non-interlaced PNG may use the full limit, other images only what fits in memory", async () => {
  expect(await getAllowedPixels(await createImage().jpeg().toBuffer())).toBe(PIXELS_MAX);
  expect(await getAllowedPixels(await createImage().withMetadata({ orientation: 6 }).jpeg().toBuffer())).toBe(
    PIXELS_MAX,
  );
  expect(await getAllowedPixels(await createImage().png().toBuffer())).toBe(PIXELS_MAX);
  for (const bytes of [
    await createImage().jpeg({ progressive: true }).toBuffer(),
    await createImage().png({ progressive: true }).toBuffer(),
    await createImage().webp().toBuffer(),
    await createImage().gif().toBuffer(),
    await createImage().avif().toBuffer(),
  ])
    expect(await getAllowedPixels(bytes)).toBeLessThan(PIXELS_MAX);
});

test("a JPEG with one scan per component may not use the full limit", async () => {
  const bytes = await createImage().jpeg().toBuffer();
  const scanOffset = bytes.indexOf(Buffer.from([0xff, 0xda]));
  const separateScans = Buffer.concat([
    bytes.subarray(0, scanOffset),
    // The first scan has only one component.
    Buffer.from([0xff, 0xda, 0, 8, 1, bytes[scanOffset + 5] ?? 0, bytes[scanOffset + 6] ?? 0, 0, 63, 0]),
    bytes.subarray(scanOffset + 14),
  ]);
  expect(getMaxPixels(separateScans, await sharp(bytes).metadata(), PIXELS_MAX)).toBeLessThan(PIXELS_MAX);
});
