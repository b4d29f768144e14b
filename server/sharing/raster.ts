/** A small rasterizer: sharp's SVG support is disabled for security (server/platform/image-reader.ts). */

/** A closed polygon: x and y alternating, in pixels from the top left. */
export type Outline = readonly number[];

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** RGBA, one byte each. */
  readonly pixels: Uint8ClampedArray;
}

export type Color = `#${string}`;

export function createCanvas(width: number, height: number, background: Color): Canvas {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const [red, green, blue] = toChannels(background);
  for (let index = 0; index < pixels.length; index += 4) pixels.set([red, green, blue, 255], index);
  return { width, height, pixels };
}

/** Fills one shape; an outline in the opposite direction is a hole. `alpha` is from 0 to 1. */
export function fill(canvas: Canvas, outlines: readonly Outline[], color: Color, alpha = 1): void {
  const box = getBounds(outlines, canvas);
  if (!box) return;
  const { left, top, width, height } = box;
  // Has two extra columns, because an edge on the right side of the box adds to them.
  const stride = width + 2;
  const areas = new Float32Array(stride * height);
  for (const outline of outlines) {
    const count = outline.length;
    for (let index = 0; index < count; index += 2) {
      const next = (index + 2) % count;
      addEdge(
        areas,
        { stride, width, height },
        (outline[index] ?? 0) - left,
        (outline[index + 1] ?? 0) - top,
        (outline[next] ?? 0) - left,
        (outline[next + 1] ?? 0) - top,
      );
    }
  }
  paint(canvas, areas, { left, top, width, height, stride }, toChannels(color), alpha);
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the part of the shape's bounding box that is on the canvas, in whole pixels, or null if there is none. */
function getBounds(outlines: readonly Outline[], canvas: Canvas): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const outline of outlines)
    for (let index = 0; index < outline.length; index += 2) {
      const x = outline[index] ?? 0;
      const y = outline[index + 1] ?? 0;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  left = Math.max(0, Math.floor(left));
  top = Math.max(0, Math.floor(top));
  right = Math.min(canvas.width, Math.ceil(right));
  bottom = Math.min(canvas.height, Math.ceil(bottom));
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/**
 * Adds how much of each pixel in the edge's rows is to the right of the edge, signed by the edge's direction. `areas`
 * contains each pixel's difference from the pixel to its left.
 */
function addEdge(
  areas: Float32Array,
  { stride, width, height }: { stride: number; width: number; height: number },
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  if (fromY === toY) return;
  const direction = fromY < toY ? 1 : -1;
  const [x0, y0, x1, y1] = fromY < toY ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
  const slope = (x1 - x0) / (y1 - y0);
  const endRow = Math.min(height, Math.ceil(y1));
  for (let row = Math.max(0, Math.floor(y0)); row < endRow; row += 1) {
    const upperY = Math.max(row, y0);
    const lowerY = Math.min(row + 1, y1);
    if (lowerY <= upperY) continue;
    // Parts beyond the left or right side are moved to that side.
    const upperX = Math.min(width, Math.max(0, x0 + (upperY - y0) * slope));
    const lowerX = Math.min(width, Math.max(0, x0 + (lowerY - y0) * slope));
    addSpan(
      areas,
      row * stride,
      Math.min(upperX, lowerX),
      Math.max(upperX, lowerX),
      (lowerY - upperY) * direction,
    );
  }
}

/** Adds one row of an edge, from `left` to `right`, with the signed height `rise`. */
function addSpan(areas: Float32Array, start: number, left: number, right: number, rise: number): void {
  const first = Math.floor(left);
  const end = Math.ceil(right);
  const add = (column: number, area: number) => {
    areas[start + column] = (areas[start + column] ?? 0) + area;
  };
  if (end <= first + 1) {
    const middle = (left + right) / 2 - first;
    add(first, rise * (1 - middle));
    add(first + 1, rise * middle);
    return;
  }
  const risePerPixel = rise / (right - left);
  let coveredArea = 0;
  for (let column = first; column < end; column += 1) {
    const from = Math.max(left, column);
    const to = Math.min(right, column + 1);
    // The part of the edge in this column covers everything to its right in the column, and all later columns.
    const part = risePerPixel * (to - from);
    const insideArea = part * (column + 1 - (from + to) / 2);
    add(column, insideArea + coveredArea);
    coveredArea = part - insideArea;
  }
  add(end, coveredArea);
}

function paint(
  { pixels, width: canvasWidth }: Canvas,
  areas: Float32Array,
  { left, top, width, height, stride }: Box & { readonly stride: number },
  [red, green, blue]: readonly [number, number, number],
  alpha: number,
): void {
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += areas[row * stride + column] ?? 0;
      const coverage = Math.min(1, Math.abs(sum)) * alpha;
      if (coverage < 0.002) continue;
      const offset = ((top + row) * canvasWidth + left + column) * 4;
      pixels[offset] = mix(pixels[offset], red, coverage);
      pixels[offset + 1] = mix(pixels[offset + 1], green, coverage);
      pixels[offset + 2] = mix(pixels[offset + 2], blue, coverage);
    }
  }
}

const mix = (background = 0, foreground: number, coverage: number) =>
  background + (foreground - background) * coverage;

function toChannels(color: Color): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
