/** How an image is transformed before it is sent (`/storage/v1/render/image`). */
export interface ImageTransform {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly resize?: ResizeMode | undefined;
  readonly quality?: number | undefined;
  /** By default, the format that suits the browser. "origin" is the image's own. */
  readonly format?: TransformFormat | undefined;
}

export const RESIZE_MODES = ["cover", "contain", "fill"] as const;
export type ResizeMode = (typeof RESIZE_MODES)[number];

export const TRANSFORM_FORMATS = ["origin", "avif"] as const;
export type TransformFormat = (typeof TRANSFORM_FORMATS)[number];

export const QUALITY_MIN = 20;
export const QUALITY_MAX = 100;
export const DEFAULT_QUALITY = 80;
/** Larger widths and heights are reduced to this. */
const SIDE_MAX = 2000;

/** Limits the sides to SIDE_MAX. A side of zero counts as omitted. */
export const normalizeTransform = (transform: ImageTransform): ImageTransform => ({
  ...transform,
  width: transform.width ? Math.min(transform.width, SIDE_MAX) : undefined,
  height: transform.height ? Math.min(transform.height, SIDE_MAX) : undefined,
});

/** The protocol's names for the modes, in the header `X-Transformations`. */
const RESIZING_TYPES: Readonly<Record<ResizeMode, string>> = { cover: "fill", contain: "fit", fill: "force" };

export function describeTransform({ width, height, resize, quality, format }: ImageTransform): string {
  return [
    height ? `height:${height}` : "",
    width ? `width:${width}` : "",
    width || height ? `resizing_type:${RESIZING_TYPES[resize ?? "cover"]}` : "",
    quality ? `quality:${quality}` : "",
    format && format !== "origin" ? `format:${format}` : "",
  ]
    .filter(Boolean)
    .join(",");
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A size in pixels. With "cover", the image is cropped to this size; with "fill", it is stretched to it. */
export interface TargetSize extends Size {
  readonly fit: "cover" | "fill";
}

/** Images are never enlarged. The result has at most `maxPixels` pixels, apart from rounding. */
export function computeTargetSize(
  source: Size,
  { width, height, resize = "cover" }: ImageTransform,
  maxPixels: number,
): TargetSize {
  if (width && height && resize !== "contain") {
    const coverScale = Math.min(1, Math.max(width / source.width, height / source.height));
    const largestSize = resize === "fill" ? source : scaleSize(source, coverScale);
    const size = { width: Math.min(width, largestSize.width), height: Math.min(height, largestSize.height) };
    const scale = Math.min(1, Math.sqrt(maxPixels / (size.width * size.height)));
    return { ...scaleSize(size, scale), fit: resize };
  }
  const scale = Math.min(
    1,
    (width ?? Number.POSITIVE_INFINITY) / source.width,
    (height ?? Number.POSITIVE_INFINITY) / source.height,
    Math.sqrt(maxPixels / (source.width * source.height)),
    LONG_SIDE_MAX / Math.max(source.width, source.height),
  );
  return { ...scaleSize(source, scale), fit: "fill" };
}

/** Within the limit of every format. WebP allows at most 16,383 pixels. */
const LONG_SIDE_MAX = 8000;

const scaleSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

export const OUTPUT_FORMATS = ["jpeg", "png", "webp", "gif", "avif"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/**
 * Returns the requested format, else a modern one that the browser accepts, else the image's own, except that PNG or
 * JPEG replaces AVIF. Of the modern formats, WebP is preferred, because encoding AVIF takes ten times as long.
 */
export function chooseFormat(
  requested: TransformFormat | undefined,
  accept: string,
  source: { readonly format: OutputFormat; readonly hasAlpha: boolean },
): OutputFormat {
  if (requested === "avif") return "avif";
  if (requested === "origin") return source.format;
  const format = chooseAcceptedFormat(accept);
  if (format) return format;
  if (source.format !== "avif") return source.format;
  return source.hasAlpha ? "png" : "jpeg";
}

/**
 * Returns the modern format that an Accept header lists, or the preferred one of several. Wildcards don't count,
 * because every browser sends them.
 */
export const chooseAcceptedFormat = (accept: string): "webp" | "avif" | null =>
  (["webp", "avif"] as const).find((format) => acceptsType(accept, `image/${format}`)) ?? null;

const acceptsType = (accept: string, type: string) =>
  accept
    .toLowerCase()
    .split(",")
    .some((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
      return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
