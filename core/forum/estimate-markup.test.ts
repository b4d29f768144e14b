import { expect, test } from "vitest";
import { type Allowance, describeNearLimits } from "./allowance.ts";
import { estimateMarkup } from "./estimate-markup.ts";

const ORIGIN = "https://lattice.test";

test.each([
  ["", 0, 0],
  ["[a](https://e.example) and https://f.example, MAILTO:a@e.example", 3, 0],
  ["[a][r]\n\n[r]: https://e.example", 1, 0],
  ["https://lattice.test/forum [b](/news) HTTPS://LATTICE.TEST", 0, 0],
  ["https://lattice.test.evil.example https://lattice.test@evil.example", 2, 0],
  [
    "![a](/storage/v1/a.webp#1x1) ![b](https://lattice.test/storage/b.webp) ![c](https://e.example/c.png)",
    1,
    2,
  ],
  ["`https://e.example`\n```\nhttps://f.example\n```\nhttps://g.example", 1, 0],
  ["```\nhttps://e.example", 0, 0],
  ["https:// http:/x", 0, 0],
])("%j has about %d links and %d images", (source, links, images) => {
  expect(estimateMarkup(source, ORIGIN)).toMatchObject({ links, images });
});

test("images that are never closed don't slow the estimate down", () => {
  // With backtracking, this would take hours.
  expect(estimateMarkup("![](a".repeat(10_000), ORIGIN)).toMatchObject({ links: 0, images: 0 });
});

test("each mentioned member is counted once, and mentions in code are ignored", () => {
  expect(estimateMarkup('@ada, @ada and @"Two Words", not `@code` or a@mail.example', ORIGIN).mentions).toBe(
    2,
  );
});

test("limits are described only if the content is close to them or over them", () => {
  const allowance: Allowance = {
    label: "New member",
    plural: "New members",
    limits: { links: 2, images: 3, mentions: 3, posts: 3, comments: 20 },
    whenLifted: "",
    posts: null,
  };
  const describeLimits = (links: number, images: number, mentions = 0) =>
    describeNearLimits(allowance, { links, images, mentions });
  expect(describeLimits(0, 1)).toBeNull();
  expect(describeLimits(1, 0)).toBe("New members can add up to 2 links per post.");
  expect(describeLimits(2, 2)).toBe("New members can add up to 2 links and 3 images per post.");
  expect(describeLimits(3, 0)).toBe("New members can add up to 2 links per post. This one has 3 links.");
  expect(describeLimits(0, 0, 2)).toBe("New members can add up to 3 mentions per post.");
  const unlimitedAllowance = {
    ...allowance,
    limits: { links: null, images: null, mentions: null, posts: null, comments: null },
  };
  expect(describeNearLimits(unlimitedAllowance, { links: 99, images: 99, mentions: 99 })).toBeNull();
});
