export interface Placement {
  /** Center of the square, in pixels of the picture. */
  readonly centerX: number;
  readonly centerY: number;
  /** 1 shows the largest possible square, 4 a square with sides a quarter as long. */
  readonly zoom: number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A square inside the picture, in whole pixels. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

export const ZOOM_MAX = 4;
/**
 * The minimum side length of a crop, in pixels of the picture, unless the picture itself is smaller. A smaller
 * square would have to be enlarged even for the 32-pixel picture in the page header.
 */
const SIDE_LENGTH_MIN = 32;

export function centerPlacement({ width, height }: PictureSize): Placement {
  return { centerX: width / 2, centerY: height / 2, zoom: 1 };
}

/** The side length of the visible square, in pixels of the picture. */
export function getSideLength({ width, height }: PictureSize, zoom: number): number {
  const maxSideLength = Math.min(width, height);
  return Math.min(maxSideLength, Math.max(maxSideLength / zoom, SIDE_LENGTH_MIN));
}

/** The nearest placement with the square inside the picture. */
export function clampPlacement(picture: PictureSize, { centerX, centerY, zoom }: Placement): Placement {
  const clampedZoom = Math.min(ZOOM_MAX, Math.max(1, zoom));
  const halfSideLength = getSideLength(picture, clampedZoom) / 2;
  return {
    centerX: Math.min(picture.width - halfSideLength, Math.max(halfSideLength, centerX)),
    centerY: Math.min(picture.height - halfSideLength, Math.max(halfSideLength, centerY)),
    zoom: clampedZoom,
  };
}

export function getSquare(picture: PictureSize, placement: Placement): Square {
  const { centerX, centerY, zoom } = clampPlacement(picture, placement);
  const size = Math.max(1, Math.floor(getSideLength(picture, zoom)));
  const getStart = (center: number, length: number) =>
    Math.min(length - size, Math.max(0, Math.round(center - size / 2)));
  return { left: getStart(centerX, picture.width), top: getStart(centerY, picture.height), size };
}

/** Returns the crop from a form. Undefined if it is missing or invalid; the server then crops to the center. */
export function parseCrop(form: FormData): Square | undefined {
  const [left, top, size] = ["left", "top", "size"].map((name) => Number(form.get(name) || Number.NaN));
  if (left === undefined || top === undefined || size === undefined) return undefined;
  return [left, top, size].every(Number.isFinite) ? { left, top, size } : undefined;
}
