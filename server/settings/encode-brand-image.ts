import { createHash } from "node:crypto";
import type { Metadata } from "sharp";
import { AppError } from "#core/errors.ts";
import {
  BRAND_IMAGE_MAX_BYTES,
  BRAND_IMAGE_MAX_PIXELS,
  FAVICON_MIN_SIZE,
  FAVICON_SIZES,
  type ImageSection,
} from "#core/settings/constants.ts";
import { getMaxPixels } from "#server/platform/image-limits.ts";
import { queueImageTask, sharp } from "#server/platform/image-reader.ts";
import { resizeUpright } from "#server/platform/upright-image.ts";

export interface BrandImage {
  readonly digest: string;
  /** The width of the largest file in pixels. */
  readonly width: number;
  readonly height: number;
  /** PNG files by name: "logo", or the favicon's size. */
  readonly files: Readonly<Record<string, Buffer>>;
}

/** The maximum size of a stored logo. On pages, its height is at most 40 pixels. */
const LOGO_BOX = { width: 480, height: 120 };
/** The size for the home screen of Apple devices, which shows transparency as black. */
const OPAQUE_SIZE = 180;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Encodes a logo or favicon. SVG, which can contain scripts, isn't read at all. Throws invalid_input with a message for
 * `picture`.
 */
export function encodeBrandImage(section: ImageSection, bytes: Buffer, ownerId: string): Promise<BrandImage> {
  if (bytes.length === 0) throw createError("Choose an image.");
  if (bytes.length > BRAND_IMAGE_MAX_BYTES) throw createError("This image is larger than 2 MB.");
  if (!isSupported(bytes)) throw createError("This file isn't a PNG, JPEG or WebP image.");
  return queueImageTask(async () => {
    const metadata = await readHeader(bytes);
    try {
      return section === "logo" ? await encodeLogo(bytes, metadata) : await encodeFavicon(bytes, metadata);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw createError(DAMAGED, cause);
    }
  }, ownerId);
}

async function encodeLogo(bytes: Buffer, metadata: Metadata): Promise<BrandImage> {
  const { width, height } = metadata.autoOrient;
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  const box = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit: "fill",
  } as const;
  const resizedImage = await resizeUpright(openImage(bytes), metadata, box);
  const { data, info } = await resizedImage.png().toBuffer({ resolveWithObject: true });
  return buildBrandImage({ logo: data }, info.width, info.height);
}

async function encodeFavicon(bytes: Buffer, metadata: Metadata): Promise<BrandImage> {
  const { width, height } = metadata.autoOrient;
  if (Math.min(width, height) < FAVICON_MIN_SIZE)
    throw createError(`Choose an image of at least ${FAVICON_MIN_SIZE} × ${FAVICON_MIN_SIZE} pixels.`);
  const largestSize = Math.max(...FAVICON_SIZES);
  const box = { width: largestSize, height: largestSize, fit: "contain", background: TRANSPARENT } as const;
  const squareImage = await (await resizeUpright(openImage(bytes), metadata, box)).png().toBuffer();
  const files: Record<string, Buffer> = {};
  for (const size of FAVICON_SIZES) {
    const icon = sharp(squareImage).resize(size, size);
    if (size === OPAQUE_SIZE) icon.flatten({ background: "white" });
    files[size] = await icon.png().toBuffer();
  }
  return buildBrandImage(files, largestSize, largestSize);
}

function buildBrandImage(files: Record<string, Buffer>, width: number, height: number): BrandImage {
  const hash = createHash("sha256");
  for (const file of Object.values(files)) hash.update(file);
  return { digest: hash.digest("hex").slice(0, 16), width, height, files };
}

const openImage = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: BRAND_IMAGE_MAX_PIXELS, failOn: "error", pages: 1 }).timeout({
    seconds: 10,
  });

/** Reads only the header, so that an image with too many pixels is rejected before it is decoded. */
async function readHeader(bytes: Buffer): Promise<Metadata> {
  const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((cause: unknown) => {
      throw createError(DAMAGED, cause);
    });
  const { width, height } = metadata.autoOrient;
  const maxPixels = getMaxPixels(bytes, metadata, BRAND_IMAGE_MAX_PIXELS);
  if (width * height > maxPixels)
    throw createError(`Choose an image of at most ${Math.floor(maxPixels / 1_000_000)} megapixels.`);
  return metadata;
}

const DAMAGED = "This image is damaged, or its content doesn't match its file type.";

const createError = (message: string, cause?: unknown) =>
  new AppError("invalid_input", { fieldErrors: { picture: message }, cause });

/** Checks the format by the first bytes, whatever the file name and the headers say. */
function isSupported(bytes: Buffer): boolean {
  const readText = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (readText(0, 3) === "\xff\xd8\xff" || readText(0, 8) === "\x89PNG\r\n\x1a\n") return true;
  return readText(0, 4) === "RIFF" && readText(8, 12) === "WEBP";
}
