/**
 * Pictures for members who have not chosen one: a honeycomb in two hues, drawn from the name alone, so that a
 * member is recognised in a list. Owns nothing and keeps nothing.
 */
import { createHash } from "node:crypto";

const SIZE = 96;
/** Centre to corner of a cell; nineteen of them stay within a circle that the page may cut out. */
const RADIUS = 10.6;
const GAP = 1.6;

/**
 * An SVG of 96 by 96, the same for the same seed. It holds no script, no style sheet and no reference, and nothing
 * of the seed's text.
 */
export function renderAvatar(seed: string): string {
  const bytes = createHash("sha256").update(seed.toLowerCase()).digest();
  const byte = (at: number) => bytes[at % bytes.length] ?? 0;

  const hue = Math.round((byte(0) / 256) * 360);
  const turn = 32 + Math.round((byte(1) / 255) * 40);
  const second = (hue + (byte(2) % 2 === 0 ? turn : 360 - turn)) % 360;
  const ground = `hsl(${hue} 42% 20%)`;
  const fills = [
    `hsl(${hue} 38% 29%)`,
    `hsl(${hue} 50% 46%)`,
    `hsl(${second} 62% 58%)`,
    `hsl(${second} 80% 78%)`,
  ];

  const cells: string[] = [];
  for (let row = -2; row <= 2; row += 1) {
    const width = 5 - Math.abs(row);
    for (let at = 0; at < width; at += 1) {
      // The same on both sides: what the eye takes for a face or a crest.
      const mirrored = Math.min(at, width - 1 - at);
      const level = byte(3 + (row + 2) * 3 + mirrored) % 5;
      const x = SIZE / 2 + (at - (width - 1) / 2) * (RADIUS + GAP / 2) * Math.sqrt(3);
      const y = SIZE / 2 + row * (RADIUS + GAP / 2) * 1.5;
      cells.push(`<path d="${hexagon(x, y)}" fill="${fills[Math.max(0, level - 1)]}"/>`);
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">`,
    `<rect width="${SIZE}" height="${SIZE}" fill="${ground}"/>`,
    cells.join(""),
    "</svg>",
  ].join("");
}

/** The outline of a cell that stands on a corner. */
function hexagon(x: number, y: number): string {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return `${shown(x + RADIUS * Math.cos(angle))} ${shown(y + RADIUS * Math.sin(angle))}`;
  });
  return `M${corners.join("L")}Z`;
}

function shown(value: number): string {
  return String(Math.round(value * 100) / 100);
}
