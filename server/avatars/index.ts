/**
 * Pictures for members who have not chosen one: a lattice in two hues, drawn from the name alone, so that a member
 * is recognised in a list. Owns nothing and keeps nothing.
 */
import { createHash } from "node:crypto";

const SIZE = 96;
/** Distance between neighbouring points of the lattice, and between its rows. */
const STEP = 22;
const ROW = (STEP * Math.sqrt(3)) / 2;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * An SVG of 96 by 96, the same for the same seed. It holds no script, no style sheet and no reference, and nothing
 * of the seed's text.
 */
export function renderAvatar(seed: string): string {
  const bytes = createHash("sha256").update(seed.toLowerCase()).digest();
  const byte = (at: number) => bytes[at % bytes.length] ?? 0;

  const hue = Math.round((byte(0) / 256) * 360);
  const second = (hue + 50 + Math.round((byte(1) / 255) * 130)) % 360;
  const ground = `hsl(${hue} 46% 24%)`;
  const line = `hsl(${hue} 52% 46%)`;
  const bright = `hsl(${second} 82% 72%)`;
  const soft = `hsl(${hue} 62% 62%)`;

  // A hexagon of nineteen points, mirrored left to right: what the eye takes for a face or a crest.
  const points: Point[] = [];
  for (let row = -2; row <= 2; row += 1) {
    const width = 5 - Math.abs(row);
    for (let at = 0; at < width; at += 1) {
      points.push({ x: SIZE / 2 + (at - (width - 1) / 2) * STEP, y: SIZE / 2 + row * ROW });
    }
  }
  const mirrored = (point: Point) =>
    points.findIndex((other) => near(other.x, SIZE - point.x) && near(other.y, point.y));
  const chosen = points.map((point, at) => byte(2 + Math.min(at, mirrored(point))) % 16);

  const edges: string[] = [];
  for (const [at, from] of points.entries()) {
    for (const [other, to] of points.entries()) {
      if (other <= at || Math.hypot(to.x - from.x, to.y - from.y) > STEP * 1.1) continue;
      const left = Math.min(at, mirrored(from)) + Math.min(other, mirrored(to));
      const lit = byte(21 + left) % 3 === 0 || ((chosen[at] ?? 0) > 8 && (chosen[other] ?? 0) > 8);
      edges.push(
        `<path d="M${shown(from.x)} ${shown(from.y)}L${shown(to.x)} ${shown(to.y)}" stroke="${lit ? bright : line}" stroke-width="${lit ? 3.5 : 1.5}"/>`,
      );
    }
  }
  const dots = points.map(({ x, y }, at) => {
    const level = chosen[at] ?? 0;
    const [radius, fill] = level > 11 ? [7.5, bright] : level > 6 ? [5, soft] : [2.6, line];
    return `<circle cx="${shown(x)}" cy="${shown(y)}" r="${radius}" fill="${fill}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">`,
    `<rect width="${SIZE}" height="${SIZE}" fill="${ground}"/>`,
    `<g stroke-linecap="round">${edges.join("")}</g>`,
    dots.join(""),
    "</svg>",
  ].join("");
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.01;
}

function shown(value: number): string {
  return String(Math.round(value * 100) / 100);
}
