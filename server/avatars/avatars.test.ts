import { expect, test } from "vitest";
import { renderAvatar } from "./index.ts";

test("different names get different avatars, but case doesn't matter", () => {
  expect(renderAvatar("Mara_Lindqvist")).toBe(renderAvatar("mara_lindqvist"));
  const names = Array.from({ length: 500 }, (_, index) => `member_${index}`);
  expect(new Set(names.map(renderAvatar)).size).toBe(500);
});

test("the SVG contains only shapes, regardless of the name", () => {
  for (const seed of ["", '"><script>alert(1)</script>', "</svg><image href='x'/>", "\0\ud800"]) {
    const svg = renderAvatar(seed);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="96" height="96" viewBox="0 0 96 96">(?:<(?:rect|path) [a-z0-9="()%# .MLZ-]+\/>)+<\/svg>$/,
    );
    expect(svg).not.toMatch(/NaN|undefined/);
  }
});
