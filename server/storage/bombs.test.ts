import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createBomb } from "./testing.ts";

/** A flat color compresses to a small file, no matter how large the image is. */
const createFlatImage = (width: number, channels: 3 | 4 = 3, height = width) =>
  sharp({ create: { width, height, channels, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } });

/** Creates an image that is costly to encode: each pixel's color and opacity differ a little from its neighbors'. */
const createNoisyImage = (width: number, height: number, channels: 3 | 4) =>
  sharp(randomBytes(200 * 200 * channels), { raw: { width: 200, height: 200, channels } }).resize(
    width,
    height,
    { fit: "fill" },
  );

/** Runs in a separate process so that only the images are measured. Only Linux reports a process's peak memory. */
test.skipIf(process.platform !== "linux")("many concurrent bombs need less than 300 MB", async () => {
  const side = 6_300;
  const animatedImage = await sharp(
    await Promise.all(
      ["red", "blue"].map((background) => createFlatImage(2_400).flatten({ background }).png().toBuffer()),
    ),
    { join: { animated: true } },
  )
    .webp()
    .toBuffer();
  // Except for the first, images that are rejected because of their header aren't far over the limit, because creating
  // larger ones takes seconds.
  const bombs: [Promise<Buffer> | Buffer, string][] = [
    [createBomb(60_000, 60_000), "of this kind can have at most 12 megapixels"],
    [createBomb(side, side), "encoded"],
    [createFlatImage(side, 4).png().toBuffer(), "encoded"],
    [
      createFlatImage(3_500, 4).png({ progressive: true }).toBuffer(),
      "of this kind can have at most 8 megapixels",
    ],
    [createFlatImage(3_500).gif({ effort: 1 }).toBuffer(), "of this kind can have at most 8 megapixels"],
    [createFlatImage(3_700).webp({ effort: 0 }).toBuffer(), "of this kind can have at most 10 megapixels"],
    [animatedImage, "encoded"],
    [createFlatImage(2_000).avif({ effort: 0 }).toBuffer(), "of this kind can have at most 2 megapixels"],
    [createFlatImage(1_600).avif({ effort: 0 }).toBuffer(), "encoded"],
    [
      createFlatImage(3_000).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
      "of this kind can have at most 6 megapixels",
    ],
    [createFlatImage(side).jpeg().withMetadata({ orientation: 6 }).toBuffer(), "encoded"],
    [createFlatImage(side, 4).png().withMetadata({ orientation: 6 }).toBuffer(), "encoded"],
    [
      createFlatImage(4_200, 4).toColourspace("rgb16").png().toBuffer(),
      "of this kind can have at most 12 megapixels",
    ],
    [createNoisyImage(1_600, 4_000, 4).png({ compressionLevel: 1 }).toBuffer(), "encoded"],
    [createNoisyImage(2_200, 11_000, 3).jpeg().toBuffer(), "encoded"],
    [createFlatImage(20_000, 3, 700).png().toBuffer(), "of this kind can have at most 12 megapixels"],
    [
      createFlatImage(3_400, 4).toColourspace("rgb16").png().withMetadata({ orientation: 8 }).toBuffer(),
      "encoded",
    ],
  ];
  const folder = await mkdtemp(join(tmpdir(), "lattice-bombs-"));
  try {
    const files = await Promise.all(
      bombs.map(async ([bytes], n) => {
        const file = join(folder, String(n));
        await writeFile(file, await bytes);
        return file;
      }),
    );
    const script = join(import.meta.dirname, "bombs.fixture.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...files], {
      // The same setting as in scripts/program-node.mjs.
      env: { ...process.env, MALLOC_ARENA_MAX: "2" },
    });
    const { megabytes, outcomes } = JSON.parse(stdout) as { megabytes: number; outcomes: string[] };
    for (const [n, [, outcome]] of bombs.entries()) expect(outcomes[n], String(n)).toContain(outcome);
    expect(megabytes).toBeLessThan(300);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
