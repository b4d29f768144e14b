import { expect, test } from "vitest";
import { countMarkup } from "./index.ts";

const ORIGIN = "https://lattice.test";
const IMAGE = "/storage/v1/object/public/post-images/me/a.webp";
const countLinks = (source: string) => countMarkup(source, { origin: ORIGIN }).links;

test.each([
  ["a link", "[a](https://e.example)", 1],
  ["a bare URL", "see https://e.example/x and http://f.example", 2],
  ["a URL in angle brackets", "<https://e.example>", 1],
  ["a reference, used twice", "[a][r] and [r]\n\n[r]: https://e.example", 2],
  ["an unused reference", "words\n\n[r]: https://e.example", 0],
  ["an image from another site, which is shown as a link", "![a](https://e.example/a.png)", 1],
  ["an image in a link", `[![a](${IMAGE})](https://e.example)`, 1],
  ["another site's image in a link", "[![a](https://e.example/a.png)](https://f.example)", 1],
  ["capitals in the scheme", "[a](HTTPS://E.EXAMPLE) HtTp://f.example <HTTP://g.example>", 3],
  ["an email address", "[a](mailto:a@e.example)", 1],
  ["entities in the scheme", "[a](&#104;ttps://e.example) [b](https&colon;//f.example)", 2],
  ["hosts that look like ours", "https://lаttice.test https://lattice.test.evil.example", 2],
  [
    "our host as a user name",
    "[a](https://lattice.test@evil.example) <https://lattice.test:pw@evil.example>",
    2,
  ],
  ["our host with another scheme or port", "http://lattice.test https://lattice.test:8443", 2],
  ["two slashes in front", "[a](//e.example) [b](/\\e.example)", 0],
  [
    "links in a heading, a list, a quote and a table",
    "# [a](https://a.example)\n- [b](https://b.example)\n\n> https://c.example\n\n|x|\n|-|\n|https://d.example|",
    4,
  ],
  ["emphasis around and inside links", "**[a *b*](https://a.example)** ~~https://b.example~~", 2],
  ["a title that looks like HTML", '[a](https://e.example "<a href=\\"x\\" rel=\\"y\\">")', 1],
  ["HTML, which is escaped", '<a href="x" rel="nofollow">a</a>', 0],
  ["code", "`https://e.example`\n\n```\nhttps://e.example\n```", 0],
  ["a URL in HTML", '<a href="https://e.example">a</a>', 1],
  [
    "this site, in full, in capitals and by its path",
    `${ORIGIN}/forum [a](HTTPS://LATTICE.TEST/x) [b](/news) [c](${ORIGIN}:443/)`,
    0,
  ],
  ["a javascript: link, which isn't rendered", "[a](javascript:alert(1))", 0],
])("external links are counted as they are rendered: %s", (_name, source, links) => {
  expect(countLinks(source)).toBe(links);
});

test("this site's images are counted as images, each time they appear", () => {
  const source = `![a](${IMAGE}) ![b](${ORIGIN}${IMAGE}#10x10)\n\n- ![c][p]\n\n[p]: ${IMAGE}`;
  expect(countMarkup(source, { origin: ORIGIN })).toEqual({ links: 0, images: 3, mentions: 0 });
  expect(countMarkup(`\`![a](${IMAGE})\``)).toMatchObject({ links: 0, images: 0 });
});

test("each mentioned member is counted once, and mentions in code are ignored", () => {
  expect(countMarkup("@ada and @bob and @ada\n\n    @code\n\n`@code`, a@mail.example").mentions).toBe(2);
});
