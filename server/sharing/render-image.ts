import { join } from "node:path";
import type { OverlayOptions } from "sharp";
import { AppError } from "#core/errors.ts";
import { sharp } from "#server/platform/image-reader.ts";
import { ROOT } from "#server/platform/root.ts";
import { createWorkPool } from "#server/platform/work-pool.ts";
import { AVATAR_BOXES, CARD_HEIGHT, CARD_WIDTH, type Card, placeLogo } from "./card.ts";

/** The time limit for drawing an image. A title designed to be slow takes half a second. */
const TIMEOUT_MS = 8_000;
const MEMORY_MB = 256;
/** Opening the fonts takes a moment, so a recently used thread is reused. */
const IDLE_MS = 120_000;
/** The number of images that can be drawn within a request's timeout. */
const QUEUE_MAX = 16;
const AVATAR_PIXELS_MAX = 40_000_000;

interface CardImages {
  readonly uploadedAvatar: Buffer | null;
  readonly logo: Uint8Array | null;
}

/** Draws images one at a time on a separate thread, so that pages don't have to wait. */
export function createImageRenderer() {
  const pool = createWorkPool<Card, Uint8ClampedArray, string>({
    script: join(ROOT, "server/sharing/draw-card.worker.ts"),
    threads: 1,
    timeoutMs: TIMEOUT_MS,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    errors: {
      rejected: (problem) => new Error(problem),
      crashed: (error) => new Error("the drawing thread exited", { cause: error }),
      timedOut: () => new AppError("timeout"),
      closed: () => new AppError("timeout"),
    },
    queue: { max: QUEUE_MAX, error: () => new AppError("too_many_requests") },
  });
  return {
    /** Throws AppError: timeout, or too_many_requests if the queue is full. */
    async render(card: Card, { uploadedAvatar, logo }: CardImages) {
      const pixels = await pool.run(card);
      const image = sharp(Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength), {
        raw: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 4 },
      });
      const box = card.kind === "site" || uploadedAvatar === null ? null : AVATAR_BOXES[card.kind];
      const overlays: OverlayOptions[] = [];
      if (box && uploadedAvatar)
        overlays.push({ input: await roundAvatar(uploadedAvatar, box.size), left: box.x, top: box.y });
      if (card.logo && logo) {
        const { left, top, ...size } = placeLogo(card.kind === "site" ? "site" : "header", card.logo);
        const input = await sharp(logo)
          .resize({ ...size, fit: "fill" })
          .png()
          .toBuffer();
        overlays.push({ input, left, top });
      }
      if (overlays.length > 0) image.composite(overlays);
      return image.png({ palette: true, colours: 192, effort: 4 }).toBuffer();
    },
    close: () => pool.close(),
  };
}

/** Crops a member's avatar to a circle. Returns a PNG. */
async function roundAvatar(avatar: Buffer, size: number): Promise<Buffer> {
  const mask = new Uint8Array(size * size * 4);
  const center = (size - 1) / 2;
  for (let index = 0; index < size * size; index += 1) {
    const distance = Math.hypot((index % size) - center, Math.floor(index / size) - center);
    mask[index * 4 + 3] = Math.round(255 * Math.min(1, Math.max(0, size / 2 - distance)));
  }
  return sharp(avatar, { limitInputPixels: AVATAR_PIXELS_MAX, pages: 1 })
    .resize(size, size, { fit: "cover" })
    .ensureAlpha()
    .composite([
      { input: Buffer.from(mask), raw: { width: size, height: size, channels: 4 }, blend: "dest-in" },
    ])
    .png()
    .toBuffer();
}
