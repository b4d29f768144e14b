import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Font, openSync, type PathCommand } from "fontkit";
import type { Outline } from "./raster.ts";

export interface TextLayout {
  readonly width: number;
  /** Returns the outlines, with the start of the baseline at x, y. */
  getOutlines(x: number, y: number): Outline[];
}

export type Typeface = ReturnType<typeof openTypeface>;

export type Weight = "regular" | "bold";

/** The subsets of the site's font, most used first. */
const SUBSETS = ["latin", "latin-ext", "vietnamese", "cyrillic-ext"] as const;
const PACKAGE = "@fontsource-variable/hanken-grotesk";

/** How far outlines move outward for bold text, relative to the font size. The fonts are loaded in regular weight. */
const BOLD_OFFSET = 0.016;
/** Straight segments per curve. */
const SEGMENTS = 6;

/** Creates the typeface. Opening a font is slow and happens when it is first needed, so call this once per thread. */
export function openTypeface() {
  const folder = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), "files");
  const name = PACKAGE.split("/")[1];
  const fonts: Font[] = [];
  const getFont = (subsetIndex: number) => {
    fonts[subsetIndex] ??= openSync(join(folder, `${name}-${SUBSETS[subsetIndex]}-wght-normal.woff2`));
    return fonts[subsetIndex];
  };
  const subsetIndexes = new Map<string, number>();
  const findSubsetIndex = (character: string): number => {
    let subsetIndex = subsetIndexes.get(character);
    if (subsetIndex === undefined) {
      const codePoint = character.codePointAt(0) ?? 0;
      subsetIndex = SUBSETS.findIndex((_, index) => getFont(index).hasGlyphForCodePoint(codePoint));
      subsetIndexes.set(character, subsetIndex);
    }
    return subsetIndex;
  };

  const advances = new Map<string, number>();
  const getAdvance = (character: string): number => {
    let advance = advances.get(character);
    if (advance === undefined) {
      const subsetIndex = findSubsetIndex(character);
      const font = subsetIndex < 0 ? null : getFont(subsetIndex);
      const positions = font?.layout(character).positions ?? [];
      advance = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / (font?.unitsPerEm ?? 1);
      advances.set(character, advance);
    }
    return advance;
  };

  return {
    /** Whether the font has the character. This may be true for invisible characters. */
    has: (character: string) => findSubsetIndex(character) >= 0,
    /** Estimates the width from the characters alone, so that wrapping can try many lines quickly. */
    measure(text: string, size: number, weight: Weight) {
      let relativeWidth = 0;
      for (const character of text)
        relativeWidth += getAdvance(character) + (weight === "bold" ? BOLD_OFFSET : 0);
      return relativeWidth * size;
    },
    layout(text: string, size: number, weight: Weight): TextLayout {
      const boldOffset = weight === "bold" ? size * BOLD_OFFSET : 0;
      const placedGlyphs: {
        readonly outlines: readonly Outline[];
        readonly x: number;
        readonly y: number;
      }[] = [];
      let width = 0;
      for (const { subsetIndex, text: run } of splitRuns(text, findSubsetIndex)) {
        const font = getFont(subsetIndex);
        const scale = size / font.unitsPerEm;
        const { glyphs, positions } = font.layout(run);
        for (const [index, glyph] of glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
          const outlines = flatten(glyph.path.commands, scale).map((outline) =>
            embolden(outline, boldOffset),
          );
          placedGlyphs.push({ outlines, x: width + xOffset * scale, y: -yOffset * scale });
          width += xAdvance * scale + boldOffset;
        }
      }
      return {
        width,
        getOutlines: (x, y) =>
          placedGlyphs.flatMap((glyph) =>
            glyph.outlines.map((outline) =>
              outline.map((value, position) => value + (position % 2 === 0 ? x + glyph.x : y + glyph.y)),
            ),
          ),
      };
    },
  };
}

/** Splits text into runs of characters from the same subset. Leaves out characters that no subset has. */
function splitRuns(text: string, findSubsetIndex: (character: string) => number) {
  const runs: { subsetIndex: number; text: string }[] = [];
  for (const character of text) {
    const subsetIndex = findSubsetIndex(character);
    const last = runs.at(-1);
    if (subsetIndex < 0) continue;
    if (last?.subsetIndex === subsetIndex) last.text += character;
    else runs.push({ subsetIndex, text: character });
  }
  return runs;
}

/** Converts curves to straight segments. The y axis points up in a font and down in an image. */
function flatten(commands: readonly PathCommand[], scale: number): number[][] {
  const outlines: number[][] = [];
  let outline: number[] = [];
  const endOutline = () => {
    const [x, y] = outline;
    // The last point of a closed outline often repeats the first.
    if (outline.length > 2 && outline.at(-2) === x && outline.at(-1) === y) outline.splice(-2);
    if (outline.length >= 6) outlines.push(outline);
    outline = [];
  };
  for (const { command, args } of commands) {
    if (command === "moveTo" || command === "closePath") endOutline();
    if (command === "closePath") continue;
    const points = args.map((value, position) => (position % 2 === 0 ? value : -value) * scale);
    const start = outline.slice(-2);
    if (command === "moveTo" || command === "lineTo" || start.length < 2) outline.push(...points.slice(-2));
    else
      for (let segment = 1; segment <= SEGMENTS; segment += 1)
        outline.push(...getCurvePoint([...start, ...points], segment / SEGMENTS));
  }
  endOutline();
  return outlines;
}

/** Computes a point on a Bézier curve of any degree (de Casteljau). */
function getCurvePoint(points: readonly number[], t: number): number[] {
  if (points.length === 2) return [...points];
  return getCurvePoint(
    points.slice(0, -2).map((value, position) => value + ((points[position + 2] ?? 0) - value) * t),
    t,
  );
}

/**
 * Moves each point outward along the bisector of its two edges. Holes, which run in the opposite direction, get
 * narrower.
 */
function embolden(outline: readonly number[], distance: number): number[] {
  if (distance === 0) return [...outline];
  const count = outline.length / 2;
  const point = (pointIndex: number): [number, number] => {
    const index = ((pointIndex + count) % count) * 2;
    return [outline[index] ?? 0, outline[index + 1] ?? 0];
  };
  return Array.from({ length: count }, (_, pointIndex) => {
    const [x, y] = point(pointIndex);
    const before = getNormal(point(pointIndex - 1), [x, y]);
    const after = getNormal([x, y], point(pointIndex + 1));
    const [sumX, sumY] = [before[0] + after[0], before[1] + after[1]];
    // Limited, because at sharp corners the point would move too far.
    const stretch = Math.min(2, 2 / Math.max(0.001, sumX * sumX + sumY * sumY));
    return [x + sumX * distance * stretch, y + sumY * distance * stretch];
  }).flat();
}

/** Returns the direction to the outside of a glyph, which is on the left, because font outlines run clockwise. */
function getNormal(from: readonly [number, number], to: readonly [number, number]): [number, number] {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  return length === 0 ? [0, 0] : [y / length, -x / length];
}
