import { describe, expect, test } from "vitest";
import { findMentions, renderMarkdown } from "./index.ts";

const mentions = new Map([
  ["mara_lindqvist", "mara_lindqvist"],
  ["Mara_Lindqvist", "mara_lindqvist"],
  ["Two Words", "Two Words"],
  ["Жанна", "Жанна"],
]);
const render = (source: string) => renderMarkdown(source, { mentions }).trim();

describe("a mention", () => {
  test.each([
    ["@mara_lindqvist.", '<p><a href="/u/mara_lindqvist">@mara_lindqvist</a>.</p>'],
    ["@Mara_Lindqvist", '<p><a href="/u/mara_lindqvist">@mara_lindqvist</a></p>'],
    ['**@"Two Words"**', '<p><strong><a href="/u/Two%20Words">@Two Words</a></strong></p>'],
    ["@Жанна", '<p><a href="/u/%D0%96%D0%B0%D0%BD%D0%BD%D0%B0">@Жанна</a></p>'],
  ])("of a member links to their page: %s", (source, html) => {
    expect(render(source)).toBe(html);
  });

  test.each([
    ["@somebody_else", "<p>@somebody_else</p>"],
    ["\\@mara_lindqvist", "<p>@mara_lindqvist</p>"],
    ["`@mara_lindqvist`", "<p><code>@mara_lindqvist</code></p>"],
    ["[@mara_lindqvist](/forum)", '<p><a href="/forum">@mara_lindqvist</a></p>'],
  ])("isn't linked if it is unknown, escaped, in code or in a link: %s", (source, html) => {
    expect(render(source)).toBe(html);
  });

  test("doesn't break a URL that includes it", () => {
    expect(render("https://example.org/@mara_lindqvist")).toContain(
      ">https://example.org/@mara_lindqvist</a>",
    );
  });

  test("is found without normalizing the entire text, which would take hours here", () => {
    expect(render(`@mara_lindqvist ${"\u0301\u0323".repeat(2_000_000)}`)).toContain("@mara_lindqvist");
  });

  test("that is linked in one rendering can be plain text in another, despite the cache", () => {
    expect(render("Hello @mara_lindqvist")).toContain("<a ");
    expect(renderMarkdown("Hello @mara_lindqvist")).not.toContain("<a ");
    expect(renderMarkdown("Hello @mara_lindqvist", { mentions: new Map() })).not.toContain("<a ");
  });
});

test("mentions are found, except in code and quotes", () => {
  const source = "> @quoted said\n\n@first, then `@coded`\n\n- @second and @first\n\n```\n@coded\n```";
  expect(findMentions(source)).toEqual(["first", "second"]);
});
