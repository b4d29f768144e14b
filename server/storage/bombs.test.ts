import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, test } from "vitest";
import { bomb } from "./testing.ts";

/** The largest picture that is allowed at all; a small file, as all its pixels are the same. */
const flat = (side: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width: side, height: side, channels, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } });

/** Costly to encode: each pixel differs a little from its neighbors, the transparency too. */
const uneven = (width: number, height: number, channels: 3 | 4) =>
  sharp(randomBytes(200 * 200 * channels), { raw: { width: 200, height: 200, channels } }).resize(
    width,
    height,
    { fit: "fill" },
  );

/** In its own process, so that the figure is of the pictures alone; Linux says what a process had at most. */
test.skipIf(process.platform !== "linux")("ten bombs at once need less than 300 MB", async () => {
  const side = 6_300;
  const moving = await sharp(
    await Promise.all(
      ["red", "blue"].map((background) => flat(2_400).flatten({ background }).png().toBuffer()),
    ),
    { join: { animated: true } },
  )
    .webp()
    .toBuffer();
  const bombs: [Promise<Buffer> | Buffer, string][] = [
    [bomb(60_000, 60_000), "12 megapixels of this kind"],
    [bomb(side, side), "made"],
    [flat(side, 4).png().toBuffer(), "made"],
    [flat(side, 4).png({ progressive: true }).toBuffer(), "8 megapixels of this kind"],
    [flat(side).gif().toBuffer(), "8 megapixels of this kind"],
    [flat(side).webp().toBuffer(), "10 megapixels of this kind"],
    [moving, "made"],
    [flat(side).avif({ effort: 0 }).toBuffer(), "2 megapixels of this kind"],
    [flat(1_600).avif({ effort: 0 }).toBuffer(), "made"],
    [
      flat(side).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
      "6 megapixels of this kind",
    ],
    [flat(side).jpeg().withMetadata({ orientation: 6 }).toBuffer(), "made"],
    [flat(side, 4).png().withMetadata({ orientation: 6 }).toBuffer(), "made"],
    [flat(side, 4).toColourspace("rgb16").png().toBuffer(), "12 megapixels of this kind"],
    [uneven(1_600, 4_000, 4).png().toBuffer(), "made"],
    [uneven(2_200, 11_000, 3).jpeg().toBuffer(), "made"],
    [uneven(20_000, 1_000, 3).png().toBuffer(), "12 megapixels of this kind"],
    [flat(3_400, 4).toColourspace("rgb16").png().withMetadata({ orientation: 8 }).toBuffer(), "made"],
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
    const program = join(import.meta.dirname, "bombs.fixture.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...files], {
      // As scripts/start.mjs starts the program.
      env: { ...process.env, MALLOC_ARENA_MAX: "2" },
    });
    const { megabytes, outcomes } = JSON.parse(stdout) as { megabytes: number; outcomes: string[] };
    for (const [n, [, outcome]] of bombs.entries()) expect(outcomes[n], String(n)).toContain(outcome);
    expect(megabytes).toBeLessThan(300);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
