import { buildAvatarShapes, type Hsl } from "#server/avatars/index.ts";
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type Card,
  type CardAvatar,
  type ContentCard,
  type MemberCard,
  PHOTO_PLACES,
} from "./card.ts";
import { getDrawableText, truncate, wrapText } from "./fit-text.ts";
import { type Canvas, type Color, createCanvas, fill, type Outline } from "./raster.ts";
import { circle, rectangle, stroke } from "./shapes.ts";
import type { Typeface } from "./typeface.ts";

/** The site's dark theme (web/styles/tokens.css). */
const COLORS = {
  canvas: "#0e1215",
  text: "#e9ecee",
  muted: "#a8b2bb",
  faint: "#87929c",
  line: "#262e36",
  accent: "#62d6b3",
} as const satisfies Record<string, Color>;

const CATEGORY_COLORS: Readonly<Record<string, Color>> = {
  crypto: "#f0b35a",
  ai: "#74c7f5",
  quantum: "#c9a2ff",
  defi: "#6fd6a0",
  nft: "#ff9bc2",
  trading: "#ff9d7a",
  tech: "#9db4c8",
  news: "#d6d07a",
  blockchain: "#9db4c8",
};

const LEFT = 72;
const RIGHT = CARD_WIDTH - 72;
const TITLE_SIZES = [84, 68, 60, 52];
/** The space between the label and the name. */
const TITLE_HEIGHT = 250;
const TITLE_LEADING = 1.18;

interface Sheet {
  readonly canvas: Canvas;
  readonly typeface: Typeface;
}

/** Draws a card. Characters that the font doesn't have are left out. */
export function drawCard(typeface: Typeface, card: Card): Canvas {
  const canvas = createCanvas(CARD_WIDTH, CARD_HEIGHT, COLORS.canvas);
  const sheet = { canvas, typeface };
  drawLattice(canvas);
  fill(canvas, [rectangle(0, CARD_HEIGHT - 10, CARD_WIDTH, 10)], COLORS.accent);
  switch (card.kind) {
    case "content":
      drawHead(sheet, card.siteName);
      drawContentCard(sheet, card);
      break;
    case "member":
      drawHead(sheet, card.siteName);
      drawMember(sheet, card);
      break;
    case "site":
      drawEmblem(sheet, card.siteName);
  }
  drawHost(sheet, card.host);
  return canvas;
}

function drawContentCard(sheet: Sheet, { title, label, category, by, avatar }: ContentCard): void {
  const { canvas, typeface } = sheet;
  write(sheet, label, {
    x: LEFT,
    y: 190,
    size: 30,
    weight: "bold",
    color: CATEGORY_COLORS[category] ?? COLORS.accent,
  });
  const shown = getDrawableText(typeface, title);
  if (shown === "") drawMark(canvas, LEFT, 240, 190);
  else drawTitle(sheet, shown);
  const { x, y, size } = PHOTO_PLACES.content;
  drawAvatar(canvas, avatar, x, y, size);
  write(sheet, by, {
    x: avatar === null ? LEFT : x + size + 20,
    y: y + 41,
    size: 30,
    weight: "regular",
    color: COLORS.muted,
    width: 620,
  });
}

/** Draws the title as large as possible; a title that is too long is cut. */
function drawTitle({ canvas, typeface }: Sheet, title: string): void {
  for (const size of TITLE_SIZES) {
    const measure = (part: string) => typeface.measure(part, size, "bold");
    const most = Math.floor(TITLE_HEIGHT / (size * TITLE_LEADING));
    const isLast = size === TITLE_SIZES.at(-1);
    const lines = wrapText(title, measure, RIGHT - LEFT, isLast ? most : most + 1);
    if (lines.length > most) continue;
    for (const [at, line] of lines.entries()) {
      const baseline = 200 + size + at * size * TITLE_LEADING;
      fill(canvas, typeface.layout(line, size, "bold").outlines(LEFT, baseline), COLORS.text);
    }
    return;
  }
}

function drawMember(sheet: Sheet, { name, line, bio, avatar }: MemberCard): void {
  const { canvas, typeface } = sheet;
  const { x, y, size } = PHOTO_PLACES.member;
  drawAvatar(canvas, avatar, x, y, size);
  const left = x + size + 48;
  const width = RIGHT - left;
  write(sheet, name, { x: left, y: 276, size: 64, weight: "bold", color: COLORS.text, width });
  write(sheet, line, { x: left, y: 330, size: 30, weight: "regular", color: COLORS.accent, width });
  const shown = getDrawableText(typeface, bio);
  const lines =
    shown === "" ? [] : wrapText(shown, (part) => typeface.measure(part, 30, "regular"), width, 2);
  for (const [at, lineText] of lines.entries())
    write(sheet, lineText, { x: left, y: 390 + at * 42, size: 30, weight: "regular", color: COLORS.muted });
}

function drawHead(sheet: Sheet, siteName: string): void {
  drawMark(sheet.canvas, LEFT, 62, 52);
  write(sheet, siteName, { x: LEFT + 70, y: 100, size: 36, weight: "bold", color: COLORS.text, width: 700 });
}

function drawEmblem(sheet: Sheet, siteName: string): void {
  drawMark(sheet.canvas, LEFT, 150, 150);
  write(sheet, siteName, {
    x: LEFT,
    y: 410,
    size: 92,
    weight: "bold",
    color: COLORS.text,
    width: RIGHT - LEFT,
  });
  write(sheet, "News, discussion and analysis: crypto, AI and quantum technology", {
    x: LEFT,
    y: 470,
    size: 34,
    weight: "regular",
    color: COLORS.muted,
  });
}

function drawHost({ canvas, typeface }: Sheet, host: string): void {
  const set = typeface.layout(getDrawableText(typeface, host), 26, "regular");
  if (set.width < 380) fill(canvas, set.outlines(RIGHT - set.width, 550), COLORS.faint);
}

interface TextStyle {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly weight: "regular" | "bold";
  readonly color: Color;
  /** Longer text is cut. */
  readonly width?: number;
}

function write({ canvas, typeface }: Sheet, text: string, style: TextStyle): void {
  const { x, y, size, weight, color, width = RIGHT - x } = style;
  const shown = getDrawableText(typeface, text);
  const measure = (part: string) => typeface.measure(part, size, weight);
  const fitted = shown === "" || measure(shown) <= width ? shown : truncate(shown, measure, width);
  fill(canvas, typeface.layout(fitted, size, weight).outlines(x, y), color);
}

/** Draws the site's logo (web/shell/logo.tsx) with the height `size`. */
function drawMark(canvas: Canvas, x: number, y: number, size: number): void {
  const scale = size / 28;
  const at = (left: number, top: number): [number, number] => [x + left * scale, y + top * scale];
  const edge = (from: [number, number], to: [number, number]) =>
    stroke(...at(...from), ...at(...to), 1.6 * scale);
  const corners: [number, number][] = [
    [14, 2.5],
    [24, 8.25],
    [24, 19.75],
    [14, 25.5],
    [4, 19.75],
    [4, 8.25],
  ];
  // One at a time, because overlapping edges of one shape would count twice.
  for (const [index, corner] of corners.entries())
    fill(canvas, [edge(corner, corners[(index + 1) % corners.length] ?? corner)], COLORS.accent, 0.5);
  const nodes: [number, number][] = [
    [4, 8.25],
    [24, 8.25],
    [14, 25.5],
  ];
  for (const node of nodes) fill(canvas, [edge([14, 14], node)], COLORS.accent);
  fill(canvas, [circle(...at(14, 14), 3 * scale)], COLORS.accent);
  for (const node of nodes) fill(canvas, [circle(...at(...node), 2 * scale)], COLORS.accent);
}

/** A lattice that fades in towards the right edge. */
function drawLattice(canvas: Canvas): void {
  const side = 66;
  const across = side * Math.sqrt(3);
  for (let row = -1; row * side * 1.5 < CARD_HEIGHT + side; row += 1)
    for (let column = 0; column * across < CARD_WIDTH + across; column += 1) {
      const x = column * across + (row % 2 === 0 ? 0 : across / 2);
      const y = row * side * 1.5;
      const alpha = Math.max(0, (x - CARD_WIDTH * 0.55) / (CARD_WIDTH * 0.45)) ** 1.5 * 0.9;
      if (alpha < 0.02) continue;
      const corner = (number: number): [number, number] => {
        const angle = (Math.PI / 3) * number + Math.PI / 6;
        return [x + side * Math.cos(angle), y + side * Math.sin(angle)];
      };
      for (const number of [0, 1, 2])
        fill(canvas, [stroke(...corner(number), ...corner(number + 1), 2)], COLORS.line, alpha);
      fill(canvas, [circle(...corner(1), 4)], COLORS.line, alpha);
    }
}

function drawAvatar(canvas: Canvas, avatar: CardAvatar, x: number, y: number, size: number): void {
  if (avatar === null || avatar === "photo") return;
  const { size: own, background: ground, cells } = buildAvatarShapes(avatar.seed);
  const scale = size / own;
  fill(canvas, [circle(x + size / 2, y + size / 2, size / 2)], hex(ground));
  for (const { corners, color } of cells) {
    const outline: Outline = corners.flatMap(([left, top]) => [x + left * scale, y + top * scale]);
    fill(canvas, [outline], hex(color));
  }
}

function hex([hue, saturation, lightness]: Hsl): Color {
  const reach = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (turn: number) => {
    const at = (turn + hue / 30) % 12;
    const value = lightness / 100 - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
