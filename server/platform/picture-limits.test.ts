import sharp from "sharp";
import { expect, test } from "vitest";
import { getMaxPixels } from "./picture-limits.ts";

const picture = () => sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } });
const MOST = 40_000_000;
const allowed = async (bytes: Buffer) => getMaxPixels(bytes, await sharp(bytes).metadata(), MOST);

test("a single-scan JPEG and a non-interlaced PNG may use the full limit, other formats only what fits in memory", async () => {
  expect(await allowed(await picture().jpeg().toBuffer())).toBe(MOST);
  expect(await allowed(await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer())).toBe(MOST);
  expect(await allowed(await picture().png().toBuffer())).toBe(MOST);
  for (const bytes of [
    await picture().jpeg({ progressive: true }).toBuffer(),
    await picture().png({ progressive: true }).toBuffer(),
    await picture().webp().toBuffer(),
    await picture().gif().toBuffer(),
    await picture().avif().toBuffer(),
  ])
    expect(await allowed(bytes)).toBeLessThan(MOST);
});

test("a JPEG with one scan per component is as expensive as a progressive one", async () => {
  const bytes = await picture().jpeg().toBuffer();
  const at = bytes.indexOf(Buffer.from([0xff, 0xda]));
  const apart = Buffer.concat([
    bytes.subarray(0, at),
    // A first scan with only one component.
    Buffer.from([0xff, 0xda, 0, 8, 1, bytes[at + 5] ?? 0, bytes[at + 6] ?? 0, 0, 63, 0]),
    bytes.subarray(at + 14),
  ]);
  expect(getMaxPixels(apart, await sharp(bytes).metadata(), MOST)).toBeLessThan(MOST);
});
