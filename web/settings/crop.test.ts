import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centerPlacement, clampPlacement, getSquare, ZOOM_MAX } from "./crop.ts";

const side = fc.integer({ min: 1, max: 8000 });
const pictures = fc.record({ width: side, height: side });
const placements = fc.record({
  centerX: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
  centerY: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
  zoom: fc.double({ min: 0, max: 100, noNaN: true }),
});

test("the crop always has integer coordinates inside the picture", () => {
  fc.assert(
    fc.property(pictures, placements, (picture, placement) => {
      const { left, top, size } = getSquare(picture, placement);
      expect([left, top, size].every(Number.isInteger)).toBe(true);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(size).toBeGreaterThanOrEqual(1);
      expect(left + size).toBeLessThanOrEqual(picture.width);
      expect(top + size).toBeLessThanOrEqual(picture.height);
    }),
  );
});

describe("a picture of 400 by 200 pixels", () => {
  const picture = { width: 400, height: 200 };

  test("is cropped to its center at first", () => {
    expect(getSquare(picture, centerPlacement(picture))).toEqual({ left: 100, top: 0, size: 200 });
  });

  test("is cropped to a square with sides half as long at twice the zoom", () => {
    expect(getSquare(picture, { ...centerPlacement(picture), zoom: 2 })).toEqual({
      left: 150,
      top: 50,
      size: 100,
    });
  });

  test("can't be cropped beyond its edges or zoomed in beyond the maximum", () => {
    expect(getSquare(picture, { centerX: 1e4, centerY: -1e4, zoom: 1 })).toEqual({
      left: 200,
      top: 0,
      size: 200,
    });
    expect(clampPlacement(picture, { centerX: 200, centerY: 100, zoom: 1e6 }).zoom).toBe(ZOOM_MAX);
  });
});
