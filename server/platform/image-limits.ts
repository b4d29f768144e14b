import type { Metadata } from "sharp";

/** Memory that decoding one image may use. */
const DECODE_MAX_BYTES = 50_000_000;

/** Returns the pixel limit for this kind of image. Unless it is decoded line by line, it must fit into memory. */
export function getMaxPixels(bytes: Buffer, metadata: Metadata, maxPixels: number): number {
  const bytesPerPixel = getBytesPerPixel(bytes, metadata);
  return bytesPerPixel === 0 ? maxPixels : Math.min(maxPixels, Math.floor(DECODE_MAX_BYTES / bytesPerPixel));
}

/**
 * Wider PNGs don't count as decoded line by line, because about 600 lines are in memory at once. An 8K screenshot fits.
 */
const LINE_MAX_PIXELS = 8192;

/** Bytes of memory per pixel, measured with sharp 0.35 and rounded up; 0 for an image decoded line by line. */
function getBytesPerPixel(bytes: Buffer, { format, depth, channels = 4, width, ...rest }: Metadata): number {
  const sampleBytes = depth === "uchar" ? 1 : 2;
  switch (format) {
    case "jpeg":
      if (hasOneSequentialScan(bytes)) return 0;
      return rest.chromaSubsampling === "4:2:0" ? 4 : 2.4 * channels;
    case "png":
      if (rest.isProgressive) return 1.4 * channels * sampleBytes;
      return sampleBytes === 1 && width <= LINE_MAX_PIXELS ? 0 : 4;
    case "webp":
      return (rest.pages ?? 1) > 1 ? 10 : 5;
    case "gif":
      return 6;
    default:
      return 18 * sampleBytes;
  }
}

const START_OF_SCAN = 0xda;
/** Sequential frames with Huffman coding. */
const SEQUENTIAL_FRAMES = [0xc0, 0xc1];
const OTHER_FRAMES = [0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

/** Whether a JPEG has one sequential scan. With several scans, all coefficients must be in memory. */
function hasOneSequentialScan(bytes: Buffer): boolean {
  let componentCount = 0;
  for (let offset = 2; offset + 9 < bytes.length; ) {
    if (bytes[offset] !== 0xff) return false;
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (OTHER_FRAMES.includes(marker)) return false;
    if (SEQUENTIAL_FRAMES.includes(marker)) componentCount = bytes[offset + 9] ?? 0;
    if (marker === START_OF_SCAN) return componentCount > 0 && bytes[offset + 4] === componentCount;
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return false;
}
