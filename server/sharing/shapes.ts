import type { Outline } from "./raster.ts";

export const rectangle = (x: number, y: number, width: number, height: number): Outline => [
  x,
  y,
  x + width,
  y,
  x + width,
  y + height,
  x,
  y + height,
];

export function circle(x: number, y: number, radius: number): Outline {
  const cornerCount = Math.max(16, Math.ceil(radius * 2));
  return Array.from({ length: cornerCount }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / cornerCount;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}

/** Returns the outline of a line. */
export function stroke(x0: number, y0: number, x1: number, y1: number, width: number): Outline {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const offX = ((y1 - y0) / length) * (width / 2);
  const offY = ((x0 - x1) / length) * (width / 2);
  return [x0 + offX, y0 + offY, x1 + offX, y1 + offY, x1 - offX, y1 - offY, x0 - offX, y0 - offY];
}
