export interface Placement {
  /** Center of the square, in pixels of the picture. */
  readonly centerX: number;
  readonly centerY: number;
  /** 1 shows the largest possible square, 4 a square with sides a quarter as long. */
  readonly zoom: number;
}

export interface ImageSize {
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
/** The minimum side length of a crop, in pixels of the picture. Smaller squares would be enlarged on screen. */
const MIN_SIDE = 32;

export function centerPlacement({ width, height }: ImageSize): Placement {
  return { centerX: width / 2, centerY: height / 2, zoom: 1 };
}

/** The side length of the visible square, in pixels of the picture. */
export function getSide({ width, height }: ImageSize, zoom: number): number {
  const maxSide = Math.min(width, height);
  return Math.min(maxSide, Math.max(maxSide / zoom, MIN_SIDE));
}

/** The nearest placement with the square inside the picture. */
export function clampPlacement(picture: ImageSize, { centerX, centerY, zoom }: Placement): Placement {
  const clampedZoom = Math.min(ZOOM_MAX, Math.max(1, zoom));
  const halfSide = getSide(picture, clampedZoom) / 2;
  return {
    centerX: Math.min(picture.width - halfSide, Math.max(halfSide, centerX)),
    centerY: Math.min(picture.height - halfSide, Math.max(halfSide, centerY)),
    zoom: clampedZoom,
  };
}

export function getSquare(picture: ImageSize, placement: Placement): Square {
  const { centerX, centerY, zoom } = clampPlacement(picture, placement);
  const size = Math.max(1, Math.floor(getSide(picture, zoom)));
  const getStart = (center: number, length: number) =>
    Math.min(length - size, Math.max(0, Math.round(center - size / 2)));
  return { left: getStart(centerX, picture.width), top: getStart(centerY, picture.height), size };
}

/** Reads the crop from a form. Without one the server crops to the center. */
export function parseCrop(form: FormData): Square | undefined {
  const [left, top, size] = ["left", "top", "size"].map((name) => Number(form.get(name) || Number.NaN));
  if (left === undefined || top === undefined || size === undefined) return undefined;
  return [left, top, size].every(Number.isFinite) ? { left, top, size } : undefined;
}
