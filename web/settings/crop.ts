/** Which part of a picture the avatar shows. */
export interface Placement {
  /** Center of the square, in pixels of the picture. */
  readonly centreX: number;
  readonly centreY: number;
  /** 1 shows the largest possible square, 4 one with a quarter of its side. */
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
/** Smaller squares would be enlarged on screen. */
const MIN_SIDE = 32;

export function centerPlacement({ width, height }: PictureSize): Placement {
  return { centreX: width / 2, centreY: height / 2, zoom: 1 };
}

/** The side of the visible square, in pixels of the picture. */
export function getSide({ width, height }: PictureSize, zoom: number): number {
  const widest = Math.min(width, height);
  return Math.min(widest, Math.max(widest / zoom, MIN_SIDE));
}

/** The nearest placement with the square inside the picture. */
export function clampPlacement(picture: PictureSize, { centreX, centreY, zoom }: Placement): Placement {
  const close = Math.min(ZOOM_MAX, Math.max(1, zoom));
  const radius = getSide(picture, close) / 2;
  return {
    centreX: Math.min(picture.width - radius, Math.max(radius, centreX)),
    centreY: Math.min(picture.height - radius, Math.max(radius, centreY)),
    zoom: close,
  };
}

export function getSquare(picture: PictureSize, placement: Placement): Square {
  const { centreX, centreY, zoom } = clampPlacement(picture, placement);
  const size = Math.max(1, Math.floor(getSide(picture, zoom)));
  const start = (centre: number, length: number) =>
    Math.min(length - size, Math.max(0, Math.round(centre - size / 2)));
  return { left: start(centreX, picture.width), top: start(centreY, picture.height), size };
}

/** Reads the crop from a form. Without one the server crops to the center. */
export function readCrop(form: FormData): Square | undefined {
  const [left, top, size] = ["left", "top", "size"].map((name) => Number(form.get(name) || Number.NaN));
  if (left === undefined || top === undefined || size === undefined) return undefined;
  return [left, top, size].every(Number.isFinite) ? { left, top, size } : undefined;
}
