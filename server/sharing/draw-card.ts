import { isWordmark } from "#core/settings/branding.ts";
import { buildAvatarShapes, type Hsl } from "#server/avatars/index.ts";
import {
  AVATAR_BOXES,
  CARD_HEIGHT,
  CARD_WIDTH,
  type Card,
  type CardAvatar,
  type ContentCard,
  type MemberCard,
  placeLogo,
} from "./card.ts";
import { getDrawableText, truncate, wrapText } from "./fit-text.ts";
import { type Canvas, type Color, createCanvas, fill, type Outline } from "./raster.ts";
import { circle, rectangle, stroke } from "./shapes.ts";
import type { Typeface } from "./typeface.ts";

/** The colors of the site's dark theme (web/styles/tokens.css). */
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
/** The height available between the label and the name, in pixels. */
const TITLE_HEIGHT = 250;
const TITLE_LEADING = 1.18;

interface Sheet {
  readonly canvas: Canvas;
  readonly typeface: Typeface;
  readonly accent: Color;
}

/** Draws a card. Leaves out characters that the font doesn't have. */
export function drawCard(typeface: Typeface, card: Card): Canvas {
  const canvas = createCanvas(CARD_WIDTH, CARD_HEIGHT, COLORS.canvas);
  const accent = (card.accent ?? COLORS.accent) as Color;
  const sheet = { canvas, typeface, accent };
  drawLattice(canvas);
  fill(canvas, [rectangle(0, CARD_HEIGHT - 10, CARD_WIDTH, 10)], accent);
  switch (card.kind) {
    case "content":
      drawHeader(sheet, card);
      drawContentCard(sheet, card);
      break;
    case "member":
      drawHeader(sheet, card);
      drawMemberCard(sheet, card);
      break;
    case "site":
      drawSiteCard(sheet, card);
  }
  drawHost(sheet, card.host);
  return canvas;
}

function drawContentCard(sheet: Sheet, { title, label, category, by, avatar }: ContentCard): void {
  const { canvas, typeface, accent } = sheet;
  drawText(sheet, label, {
    x: LEFT,
    y: 190,
    size: 30,
    weight: "bold",
    color: CATEGORY_COLORS[category] ?? accent,
  });
  const drawableText = getDrawableText(typeface, title);
  if (drawableText === "") drawLogo(sheet, LEFT, 240, 190);
  else drawTitle(sheet, drawableText);
  const { x, y, size } = AVATAR_BOXES.content;
  drawAvatar(canvas, avatar, x, y, size);
  drawText(sheet, by, {
    x: avatar === null ? LEFT : x + size + 20,
    y: y + 41,
    size: 30,
    weight: "regular",
    color: COLORS.muted,
    width: 620,
  });
}

/** Draws the title as large as possible; a title that is too long is truncated. */
function drawTitle({ canvas, typeface }: Sheet, title: string): void {
  for (const size of TITLE_SIZES) {
    const measure = (part: string) => typeface.measure(part, size, "bold");
    const linesMax = Math.floor(TITLE_HEIGHT / (size * TITLE_LEADING));
    const isLast = size === TITLE_SIZES.at(-1);
    const lines = wrapText(title, measure, RIGHT - LEFT, isLast ? linesMax : linesMax + 1);
    if (lines.length > linesMax) continue;
    for (const [index, line] of lines.entries()) {
      const baseline = 200 + size + index * size * TITLE_LEADING;
      fill(canvas, typeface.layout(line, size, "bold").getOutlines(LEFT, baseline), COLORS.text);
    }
    return;
  }
}

function drawMemberCard(sheet: Sheet, { name, line, bio, avatar }: MemberCard): void {
  const { canvas, typeface, accent } = sheet;
  const { x, y, size } = AVATAR_BOXES.member;
  drawAvatar(canvas, avatar, x, y, size);
  const left = x + size + 48;
  const width = RIGHT - left;
  drawText(sheet, name, { x: left, y: 276, size: 64, weight: "bold", color: COLORS.text, width });
  drawText(sheet, line, { x: left, y: 330, size: 30, weight: "regular", color: accent, width });
  const drawableText = getDrawableText(typeface, bio);
  const lines =
    drawableText === ""
      ? []
      : wrapText(drawableText, (part) => typeface.measure(part, 30, "regular"), width, 2);
  for (const [index, lineText] of lines.entries())
    drawText(sheet, lineText, {
      x: left,
      y: 390 + index * 42,
      size: 30,
      weight: "regular",
      color: COLORS.muted,
    });
}

function drawHeader(sheet: Sheet, { siteName, logo }: Card): void {
  if (!logo) drawLogo(sheet, LEFT, 62, 52);
  else if (isWordmark(logo)) return;
  const x = LEFT + 18 + (logo ? placeLogo("header", logo).width : 52);
  drawText(sheet, siteName, { x, y: 100, size: 36, weight: "bold", color: COLORS.text, width: 700 });
}

function drawSiteCard(sheet: Sheet, { siteName, logo, headline = TAGLINE }: Card): void {
  if (!logo) drawLogo(sheet, LEFT, 150, 150);
  drawText(sheet, siteName, {
    x: LEFT,
    y: 410,
    size: 92,
    weight: "bold",
    color: COLORS.text,
    width: RIGHT - LEFT,
  });
  drawText(sheet, headline, { x: LEFT, y: 470, size: 34, weight: "regular", color: COLORS.muted });
}

const TAGLINE = "News, discussion and analysis: crypto, AI and quantum technology";

function drawHost({ canvas, typeface }: Sheet, host: string): void {
  const layout = typeface.layout(getDrawableText(typeface, host), 26, "regular");
  if (layout.width < 380) fill(canvas, layout.getOutlines(RIGHT - layout.width, 550), COLORS.faint);
}

interface TextStyle {
  readonly x: number;
  /** The vertical position of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly weight: "regular" | "bold";
  readonly color: Color;
  /** The maximum width in pixels. Longer text is truncated. */
  readonly width?: number;
}

function drawText({ canvas, typeface }: Sheet, text: string, style: TextStyle): void {
  const { x, y, size, weight, color, width = RIGHT - x } = style;
  const drawableText = getDrawableText(typeface, text);
  const measure = (part: string) => typeface.measure(part, size, weight);
  const fittedText =
    drawableText === "" || measure(drawableText) <= width
      ? drawableText
      : truncate(drawableText, measure, width);
  fill(canvas, typeface.layout(fittedText, size, weight).getOutlines(x, y), color);
}

/** Draws the built-in logo (web/page/logo.tsx). */
function drawLogo({ canvas, accent }: Sheet, x: number, y: number, size: number): void {
  const scale = size / 28;
  const toPoint = (left: number, top: number): [number, number] => [x + left * scale, y + top * scale];
  const edge = (from: [number, number], to: [number, number]) =>
    stroke(...toPoint(...from), ...toPoint(...to), 1.6 * scale);
  const corners: [number, number][] = [
    [14, 2.5],
    [24, 8.25],
    [24, 19.75],
    [14, 25.5],
    [4, 19.75],
    [4, 8.25],
  ];
  // Draws one edge at a time, because overlapping edges of one shape would count twice.
  for (const [index, corner] of corners.entries())
    fill(canvas, [edge(corner, corners[(index + 1) % corners.length] ?? corner)], accent, 0.5);
  const nodes: [number, number][] = [
    [4, 8.25],
    [24, 8.25],
    [14, 25.5],
  ];
  for (const node of nodes) fill(canvas, [edge([14, 14], node)], accent);
  fill(canvas, [circle(...toPoint(14, 14), 3 * scale)], accent);
  for (const node of nodes) fill(canvas, [circle(...toPoint(...node), 2 * scale)], accent);
}

/** Draws a lattice that fades in toward the right edge. */
function drawLattice(canvas: Canvas): void {
  const side = 66;
  const columnWidth = side * Math.sqrt(3);
  for (let row = -1; row * side * 1.5 < CARD_HEIGHT + side; row += 1)
    for (let column = 0; column * columnWidth < CARD_WIDTH + columnWidth; column += 1) {
      const x = column * columnWidth + (row % 2 === 0 ? 0 : columnWidth / 2);
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
  if (avatar === null || avatar === "uploaded") return;
  const { size: avatarSize, background, cells } = buildAvatarShapes(avatar.seed);
  const scale = size / avatarSize;
  fill(canvas, [circle(x + size / 2, y + size / 2, size / 2)], toHexColor(background));
  for (const { corners, color } of cells) {
    const outline: Outline = corners.flatMap(([left, top]) => [x + left * scale, y + top * scale]);
    fill(canvas, [outline], toHexColor(color));
  }
}

function toHexColor([hue, saturation, lightness]: Hsl): Color {
  const amplitude = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (offset: number) => {
    const hueAngle = (offset + hue / 30) % 12;
    const value = lightness / 100 - amplitude * Math.max(-1, Math.min(hueAngle - 3, 9 - hueAngle, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
