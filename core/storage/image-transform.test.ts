import { describe, expect, test } from "vitest";
import { chooseFormat, computeTargetSize, describeTransform, normalizeTransform } from "./image-transform.ts";

const PHOTO = { width: 1200, height: 800 };
const PIXELS_MAX = 5_000_000;

test.each([
  [{}, [1200, 800, "fill"]],
  [{ width: 600 }, [600, 400, "fill"]],
  [{ height: 200 }, [300, 200, "fill"]],
  [{ width: 200, height: 200 }, [200, 200, "cover"]],
  [{ width: 200, height: 200, resize: "contain" }, [200, 133, "fill"]],
  [{ width: 200, height: 200, resize: "fill" }, [200, 200, "fill"]],
  // Images are never enlarged.
  [{ width: 2000 }, [1200, 800, "fill"]],
  [{ width: 2000, height: 400 }, [1200, 400, "cover"]],
  [{ width: 2000, height: 2000, resize: "fill" }, [1200, 800, "fill"]],
  [{ width: 2000, height: 2000, resize: "contain" }, [1200, 800, "fill"]],
] as const)("the target size for %j is %j", (transform, [width, height, fit]) => {
  expect(computeTargetSize(PHOTO, transform, PIXELS_MAX)).toEqual({ width, height, fit });
});

test.each([
  [{}, [1225, 816, "fill"]],
  [{ width: 1600, height: 2000, resize: "fill" }, [894, 1118, "fill"]],
  [{ width: 1600, height: 1200 }, [1155, 866, "cover"]],
  [{ width: 1600, height: 1200, resize: "contain" }, [1225, 816, "fill"]],
] as const)("%j of a large image is reduced to a million pixels: %j", (transform, [width, height, fit]) => {
  const size = computeTargetSize({ width: 3000, height: 2000 }, transform, 1_000_000);
  expect(size).toEqual({ width, height, fit });
});

test("a thin image is at least one pixel high, and a long one is within the limits", () => {
  expect(computeTargetSize({ width: 4000, height: 3 }, { width: 100 }, PIXELS_MAX)).toMatchObject({
    width: 100,
    height: 1,
  });
  const longImageSize = computeTargetSize({ width: 2000, height: 20_000 }, { width: 2000 }, PIXELS_MAX);
  expect(longImageSize.width * longImageSize.height).toBeLessThan(PIXELS_MAX * 1.01);
  expect(computeTargetSize({ width: 20, height: 30_000 }, {}, PIXELS_MAX).height).toBe(8000);
});

test("a transformation's width and height are limited, and it is described as in the protocol", () => {
  const transform = normalizeTransform({ width: 90_000, height: 0, quality: 60, format: "origin" });
  expect(describeTransform(transform)).toBe("width:2000,resizing_type:fill,quality:60");
  expect(describeTransform({ width: 1, height: 2, resize: "contain", format: "avif" })).toBe(
    "height:2,width:1,resizing_type:fit,format:avif",
  );
  expect(describeTransform({})).toBe("");
});

describe("the format", () => {
  const png = { format: "png", hasAlpha: true } as const;
  test.each([
    [undefined, "image/avif,image/webp,*/*;q=0.8", png, "webp"],
    [undefined, "image/avif, */*", png, "avif"],
    [undefined, "image/webp;q=0, */*", png, "png"],
    [undefined, "*/*", png, "png"],
    [undefined, "", { format: "avif", hasAlpha: true }, "png"],
    [undefined, "", { format: "avif", hasAlpha: false }, "jpeg"],
    ["origin", "image/webp", png, "png"],
    ["avif", "", png, "avif"],
  ] as const)(
    "for the request %s, Accept %j and the source %j is %s",
    (requested, accept, source, format) => {
      expect(chooseFormat(requested, accept, source)).toBe(format);
    },
  );
});
