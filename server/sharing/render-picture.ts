import { AppError } from "#core/errors.ts";
import { sharp } from "#server/platform/picture-reader.ts";
import { createWorkThread } from "#server/platform/work-thread.ts";
import { CARD_HEIGHT, CARD_WIDTH, type Card, PHOTO_PLACES } from "./card.ts";

/** A title designed to be slow takes half a second. */
const TIMEOUT_MS = 8_000;
const MEMORY_MB = 256;
/** Opening the fonts takes a moment, so a recently used thread is reused. */
const IDLE_MS = 120_000;
/** As many as can be drawn within a request's timeout. */
const QUEUE_MAX = 16;
const PHOTO_PIXELS_MAX = 40_000_000;

export interface PictureRenderer {
  /**
   * Returns a PNG with `photo` in the card's place for one. Throws AppError too_many_requests when the queue is full,
   * or timeout.
   */
  render(card: Card, photo: Buffer | null): Promise<Buffer>;
  close(): Promise<void>;
}

/** Draws cards one at a time on a separate thread, so that no page waits for it. */
export function createPictureRenderer(): PictureRenderer {
  const thread = createWorkThread<Card, Uint8ClampedArray, string>({
    script: new URL("./draw-card.worker.ts", import.meta.url),
    milliseconds: TIMEOUT_MS,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    errors: {
      refused: (problem) => new Error(problem),
      ended: (error) => new Error("the drawing thread exited", { cause: error }),
      late: () => new AppError("timeout"),
      stopped: () => new AppError("timeout"),
    },
    queue: { most: QUEUE_MAX, error: () => new AppError("too_many_requests") },
  });
  return {
    async render(card, photo) {
      const pixels = await thread.run(card);
      const picture = sharp(Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength), {
        raw: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 4 },
      });
      const place = card.kind === "site" || photo === null ? null : PHOTO_PLACES[card.kind];
      if (place && photo)
        picture.composite([{ input: await roundPhoto(photo, place.size), left: place.x, top: place.y }]);
      return picture.png({ palette: true, colours: 192, effort: 4 }).toBuffer();
    },
    close: () => thread.close(),
  };
}

/** A member's photo as a circle, in PNG. */
async function roundPhoto(photo: Buffer, size: number): Promise<Buffer> {
  const mask = new Uint8Array(size * size * 4);
  const centre = (size - 1) / 2;
  for (let at = 0; at < size * size; at += 1) {
    const distance = Math.hypot((at % size) - centre, Math.floor(at / size) - centre);
    mask[at * 4 + 3] = Math.round(255 * Math.min(1, Math.max(0, size / 2 - distance)));
  }
  return sharp(photo, { limitInputPixels: PHOTO_PIXELS_MAX, pages: 1 })
    .resize(size, size, { fit: "cover" })
    .ensureAlpha()
    .composite([
      { input: Buffer.from(mask), raw: { width: size, height: size, channels: 4 }, blend: "dest-in" },
    ])
    .png()
    .toBuffer();
}
