import { join } from "node:path";
import sharp from "sharp";

/** Draws the images for articles that have none, as WebP, because link previews don't support SVG. Commit the result. */

const OUTPUT_FOLDER = join(import.meta.dirname, "..", "server", "news", "images", "built-in");
const WIDTH = 1200;
const HEIGHT = 675;
const THUMBNAIL_SIZE = 480;

interface Drawing {
  readonly from: string;
  readonly to: string;
  readonly ink: string;
  readonly motif: string;
}

const round = (value: number) => Math.round(value * 10) / 10;
const getPoint = (angle: number, radius: number) =>
  [round(600 + radius * Math.cos(angle)), round(337.5 + radius * Math.sin(angle))] as const;
const repeat = <T>(count: number, create: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => create(index));

const candles = repeat(27, (index) => {
  const middle = 360 - 90 * Math.sin(index / 3.4) - index * 3 + 26 * Math.sin(index * 1.9);
  const halfHeight = 16 + 26 * Math.abs(Math.sin(index * 2.3));
  const x = 58 + index * 41;
  const isUp = Math.sin(index * 1.9 + 0.8) > -0.2;
  return `<path d="M${x + 10} ${round(middle - halfHeight - 26)}V${round(middle + halfHeight + 22)}" stroke-width="3"/>
    <rect x="${x}" y="${round(middle - halfHeight)}" width="20" height="${round(halfHeight * 2)}" rx="3" ${isUp ? 'fill="INK"' : 'fill="none"'} stroke-width="3"/>`;
}).join("");

const network = (() => {
  const columns = [4, 6, 6, 3].map((count, column) =>
    repeat(count, (index) => [240 + column * 240, round(337.5 + (index - (count - 1) / 2) * 92)] as const),
  );
  const lines = columns
    .slice(1)
    .flatMap((column, index) =>
      column.flatMap(([x, y]) =>
        (columns[index] ?? []).map(([fromX, fromY]) => `M${fromX} ${fromY}L${x} ${y}`),
      ),
    );
  const nodes = columns
    .flat()
    .map(
      ([x, y], index) =>
        `<circle cx="${x}" cy="${y}" r="15" fill="${index % 3 ? "GROUND" : "INK"}" stroke-width="4"/>`,
    );
  return `<path d="${lines.join("")}" stroke-width="1.6" opacity=".55"/>${nodes.join("")}`;
})();

const orbits = `${repeat(3, (index) => `<ellipse cx="600" cy="337.5" rx="330" ry="112" stroke-width="4" transform="rotate(${index * 60} 600 337.5)"/>`).join("")}
  <circle cx="600" cy="337.5" r="34" fill="INK"/>${repeat(6, (index) => {
    const [x, y] = getPoint((index * Math.PI) / 3 + 0.02, 330);
    return `<circle cx="${x}" cy="${y}" r="12" fill="INK"/>`;
  }).join(
    "",
  )}${repeat(5, (index) => `<circle cx="600" cy="337.5" r="${70 + index * 56}" stroke-width="1.4" opacity=".3"/>`).join("")}`;

const pool = `${repeat(13, (index) => {
  const shift = index * 17;
  return `<path d="M120 ${round(210 + shift)}C360 ${round(120 + shift * 1.6)} 520 ${round(520 - shift * 0.9)} 760 ${round(350 + shift * 0.2)}S1010 ${round(190 + shift)} 1090 ${round(250 + shift * 0.8)}" stroke-width="${index % 4 === 0 ? 5 : 1.8}" opacity="${index % 4 === 0 ? 1 : 0.5}"/>`;
}).join("")}<circle cx="760" cy="386" r="20" fill="INK"/><circle cx="330" cy="300" r="14" fill="INK"/>`;

const chain = repeat(5, (index) => {
  const x = 96 + index * 216;
  const y = index % 2 ? 300 : 240;
  const cube = `<path d="M${x} ${y + 40}l72 -40l72 40v84l-72 40l-72 -40zM${x} ${y + 40}l72 40l72 -40M${x + 72} ${y + 80}v84" stroke-width="5" stroke-linejoin="round" ${index === 2 ? 'fill="INK" fill-opacity=".22"' : ""}/>`;
  const link =
    index === 4
      ? ""
      : `<path d="M${x + 150} ${y + 82}L${x + 210} ${(index % 2 ? 240 : 300) + 82}" stroke-width="5" stroke-dasharray="4 13" stroke-linecap="round"/>`;
  return cube + link;
}).join("");

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  crypto: { from: "#1d1526", to: "#3b2414", ink: "#f0a94b", motif: candles },
  ai: { from: "#101c2b", to: "#123a3f", ink: "#63d3c8", motif: network },
  quantum: { from: "#171331", to: "#311b54", ink: "#b39bff", motif: orbits },
  defi: { from: "#0f2119", to: "#123b34", ink: "#6fdc9a", motif: pool },
  blockchain: { from: "#131a2e", to: "#1d3358", ink: "#7fb0ff", motif: chain },
};

for (const [name, { from, to, ink, motif }] of Object.entries(DRAWINGS)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
    <pattern id="grid" width="48" height="48" patternUnits="userSpaceOnUse"><path d="M48 0H0V48" fill="none" stroke="${ink}" stroke-opacity=".07"/></pattern></defs>
    <rect width="100%" height="100%" fill="url(#ground)"/><rect width="100%" height="100%" fill="url(#grid)"/>
    <g fill="none" stroke="${ink}">${motif.replaceAll("INK", ink).replaceAll("GROUND", from)}</g></svg>`;
  const fullImage = sharp(Buffer.from(svg), { density: 96 }).resize(WIDTH, HEIGHT);
  await fullImage
    .clone()
    .webp({ quality: 82 })
    .toFile(join(OUTPUT_FOLDER, `${name}.webp`));
  await fullImage
    .clone()
    .resize(THUMBNAIL_SIZE)
    .webp({ quality: 82 })
    .toFile(join(OUTPUT_FOLDER, `${name}-small.webp`));
}
console.log(`Drew ${Object.keys(DRAWINGS).length} images in ${OUTPUT_FOLDER}`);
