/**
 * Pictures for members who have not chosen one: a honeycomb in two hues, drawn from the name alone, so that a
 * member is recognised in a list. Owns nothing and keeps nothing.
 */
import { createHash } from "node:crypto";

const SIZE = 96;
/** Centre to corner of a cell; nineteen of them stay within a circle that the page may cut out. */
const RADIUS = 10.6;
const GAP = 1.6;

/** Degrees, and percent twice. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number];

/** What is in a member's picture; x and y in its own measures, from the top left. */
export interface AvatarShapes {
  readonly size: number;
  readonly ground: Hsl;
  readonly cells: readonly {
    readonly corners: readonly (readonly [number, number])[];
    readonly color: Hsl;
  }[];
}

/**
 * An SVG of 96 by 96, the same for the same seed. It holds no script, no style sheet and no reference, and nothing
 * of the seed's text.
 */
export function renderAvatar(seed: string): string {
  const { size, ground, cells } = shapeAvatar(seed);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">`,
    `<rect width="${size}" height="${size}" fill="${shownColor(ground)}"/>`,
    ...cells.map(
      ({ corners, color }) =>
        `<path d="M${corners.map(([x, y]) => `${shown(x)} ${shown(y)}`).join("L")}Z" fill="${shownColor(color)}"/>`,
    ),
    "</svg>",
  ].join("");
}

/** The same picture as its shapes, for who paints it. */
export function shapeAvatar(seed: string): AvatarShapes {
  const bytes = createHash("sha256").update(seed.toLowerCase()).digest();
  const byte = (at: number) => bytes[at % bytes.length] ?? 0;

  const hue = Math.round((byte(0) / 256) * 360);
  const turn = 32 + Math.round((byte(1) / 255) * 40);
  const second = (hue + (byte(2) % 2 === 0 ? turn : 360 - turn)) % 360;
  const colors: readonly Hsl[] = [
    [hue, 38, 29],
    [hue, 50, 46],
    [second, 62, 58],
    [second, 80, 78],
  ];

  const cells: { corners: [number, number][]; color: Hsl }[] = [];
  for (let row = -2; row <= 2; row += 1) {
    const width = 5 - Math.abs(row);
    for (let at = 0; at < width; at += 1) {
      // The same on both sides: what the eye takes for a face or a crest.
      const mirrored = Math.min(at, width - 1 - at);
      const level = byte(3 + (row + 2) * 3 + mirrored) % 5;
      const x = SIZE / 2 + (at - (width - 1) / 2) * (RADIUS + GAP / 2) * Math.sqrt(3);
      const y = SIZE / 2 + row * (RADIUS + GAP / 2) * 1.5;
      cells.push({ corners: hexagon(x, y), color: colors[Math.max(0, level - 1)] ?? [hue, 38, 29] });
    }
  }
  return { size: SIZE, ground: [hue, 42, 20], cells };
}

/** The outline of a cell that stands on a corner. */
function hexagon(x: number, y: number): [number, number][] {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return [x + RADIUS * Math.cos(angle), y + RADIUS * Math.sin(angle)];
  });
}

const shownColor = ([hue, saturation, lightness]: Hsl) => `hsl(${hue} ${saturation}% ${lightness}%)`;

function shown(value: number): string {
  return String(Math.round(value * 100) / 100);
}
