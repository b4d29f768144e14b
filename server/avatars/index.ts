/** Generated avatars for members without a profile picture: a honeycomb in two hues, derived from the username. */
import { createHash } from "node:crypto";

const SIZE = 96;
/** The distance from a cell's center to its corners. A circular crop cuts off only the tips of the outermost cells. */
const RADIUS = 10.6;
const GAP = 1.6;

/** Hue in degrees, saturation and lightness in percent. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number];

/** An avatar as shapes. Coordinates start at the top left. */
export interface AvatarShapes {
  readonly size: number;
  readonly background: Hsl;
  readonly cells: readonly {
    readonly corners: readonly (readonly [number, number])[];
    readonly color: Hsl;
  }[];
}

/** Renders a 96 by 96 SVG without scripts, styles, references or the seed's text. */
export function renderAvatar(seed: string): string {
  const { size, background, cells } = buildAvatarShapes(seed);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">`,
    `<rect width="${size}" height="${size}" fill="${formatColor(background)}"/>`,
    ...cells.map(
      ({ corners, color }) =>
        `<path d="M${corners.map(([x, y]) => `${formatNumber(x)} ${formatNumber(y)}`).join("L")}Z" fill="${formatColor(color)}"/>`,
    ),
    "</svg>",
  ].join("");
}

/** Builds the avatar as shapes, for renderers other than SVG. */
export function buildAvatarShapes(seed: string): AvatarShapes {
  const bytes = createHash("sha256").update(seed.toLowerCase()).digest();
  const getByte = (index: number) => bytes[index % bytes.length] ?? 0;

  const hue = Math.round((getByte(0) / 256) * 360);
  const hueShift = 32 + Math.round((getByte(1) / 255) * 40);
  const secondHue = (hue + (getByte(2) % 2 === 0 ? hueShift : 360 - hueShift)) % 360;
  const colors: readonly Hsl[] = [
    [hue, 38, 29],
    [hue, 50, 46],
    [secondHue, 62, 58],
    [secondHue, 80, 78],
  ];

  const cells: { corners: [number, number][]; color: Hsl }[] = [];
  for (let row = -2; row <= 2; row += 1) {
    const columnCount = 5 - Math.abs(row);
    for (let column = 0; column < columnCount; column += 1) {
      // Symmetry makes the avatar look like a face or a crest.
      const mirroredColumn = Math.min(column, columnCount - 1 - column);
      const level = getByte(3 + (row + 2) * 3 + mirroredColumn) % 5;
      const x = SIZE / 2 + (column - (columnCount - 1) / 2) * (RADIUS + GAP / 2) * Math.sqrt(3);
      const y = SIZE / 2 + row * (RADIUS + GAP / 2) * 1.5;
      cells.push({ corners: buildHexagon(x, y), color: colors[Math.max(0, level - 1)] ?? [hue, 38, 29] });
    }
  }
  return { size: SIZE, background: [hue, 42, 20], cells };
}

/** Builds a hexagon with a corner at the top. */
function buildHexagon(x: number, y: number): [number, number][] {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return [x + RADIUS * Math.cos(angle), y + RADIUS * Math.sin(angle)];
  });
}

const formatColor = ([hue, saturation, lightness]: Hsl) => `hsl(${hue} ${saturation}% ${lightness}%)`;

function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
