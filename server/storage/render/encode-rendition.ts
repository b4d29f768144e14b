import type { Metadata, Sharp } from "sharp";
import {
  chooseFormat,
  computeTargetSize,
  DEFAULT_QUALITY,
  type ImageTransform,
  OUTPUT_FORMATS,
  type OutputFormat,
} from "#core/storage/image-transform.ts";
import { IMAGE_MAX_PIXELS, POST_IMAGE_MAX_PIXELS } from "#core/storage/limits.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { getMaxPixels } from "#server/platform/image-limits.ts";
import { sharp } from "#server/platform/image-reader.ts";
import { resizeUpright } from "#server/platform/upright-image.ts";

export interface Rendition {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** The maximum size of an AVIF, which takes about ten times as long to encode as the other formats. */
const AVIF_MAX_PIXELS = 1_000_000;
const TIMEOUT_SECONDS = 20;

/** Throws ImageProcessingError if the bytes aren't an image, are damaged, have too many pixels or take too long. */
export async function encodeRendition(bytes: Buffer, transform: ImageTransform, accept: string) {
  const metadata = await readHeader(bytes);
  const source = { format: toFormat(metadata), hasAlpha: metadata.hasAlpha };
  const format = chooseFormat(transform.format, accept, source);
  const maxPixels = format === "avif" ? AVIF_MAX_PIXELS : POST_IMAGE_MAX_PIXELS;
  const size = computeTargetSize(metadata.autoOrient, transform, maxPixels);
  const image = sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: "error", pages: 1 });
  try {
    const resizedImage = await resizeUpright(image.timeout({ seconds: TIMEOUT_SECONDS }), metadata, size);
    const encodedImage = ENCODERS[format](resizedImage.timeout({ seconds: TIMEOUT_SECONDS }), transform);
    return { bytes: await encodedImage.toBuffer(), contentType: `image/${format}` };
  } catch (cause) {
    throw new StorageError("ImageProcessingError", { cause });
  }
}

const ENCODERS: Readonly<Record<OutputFormat, (image: Sharp, transform: ImageTransform) => Sharp>> = {
  // JPEG has no transparency.
  jpeg: (image, { quality = DEFAULT_QUALITY }) => image.flatten({ background: "white" }).jpeg({ quality }),
  png: (image) => image.png(),
  webp: (image, { quality = DEFAULT_QUALITY }) => image.webp({ quality, effort: 3 }),
  gif: (image) => image.gif({ effort: 3 }),
  avif: (image, { quality = DEFAULT_QUALITY }) => image.avif({ quality, effort: 2 }),
};

/** Reads an image's header without decoding any pixels. */
async function readHeader(bytes: Buffer): Promise<Metadata> {
  if (bytes.length === 0) throw new StorageError("ImageProcessingError");
  const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((cause: unknown) => {
      throw new StorageError("ImageProcessingError", { cause });
    });
  const { width, height } = metadata.autoOrient;
  if (width * height > getMaxPixels(bytes, metadata, IMAGE_MAX_PIXELS))
    throw new StorageError("ImageProcessingError", { message: "Source image resolution is too big" });
  return metadata;
}

/** sharp reports AVIF as "heif", and can't decode other kinds of HEIF. */
function toFormat({ format }: Metadata): OutputFormat {
  const knownFormat = OUTPUT_FORMATS.find((candidate) => candidate === format);
  if (knownFormat) return knownFormat;
  if (format === "heif") return "avif";
  throw new StorageError("ImageProcessingError");
}
