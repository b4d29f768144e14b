import { expect, test } from "vitest";
import { formatImage, formatPlaceholder } from "#core/storage/markdown-images.ts";
import { findFirstImage, renderMarkdown } from "./index.ts";

const PATH = "/storage/v1/object/public/post-images/me/a.webp";

test("an image has its dimensions and a srcset", () => {
  const html = renderMarkdown(`![a view](${PATH}#1600x900)`);
  expect(html).toContain(
    `<img src="${PATH}" alt="a view" width="1600" height="900" srcset="${PATH}?width=800 800w, ${PATH} 1600w"`,
  );
  expect(html).toContain('loading="lazy" decoding="async"');
  expect(renderMarkdown(`![](https://x.test${PATH}#40x30)`, { origin: "https://x.test" })).toContain(
    `<img src="${PATH}" alt="" width="40" height="30" loading="lazy"`,
  );
});

test.each(["", "#9999x1", "#1x1 onerror=x", "#axb", "?width=800#1600x900x"])(
  "an image whose URL ends in %j has no dimensions",
  (suffix) => {
    expect(renderMarkdown(`![a](<${PATH}${suffix}>)`)).not.toMatch(/ (width|srcset|onerror)=/);
  },
);

test("only the first image of the page's main content is loaded eagerly", () => {
  const text = `![a](https://elsewhere.test/x.png) ![b](${PATH}) ![c](${PATH})\n\n![d](${PATH})`;
  const mainContentHtml = renderMarkdown(text, { isLead: true });
  expect(mainContentHtml.match(/<img [^>]*>/g)?.map((image) => /loading="lazy"/.test(image))).toEqual([
    false,
    true,
    true,
  ]);
  expect(mainContentHtml.match(/fetchpriority="high"/g)).toHaveLength(1);
  expect(renderMarkdown(text)).not.toContain("fetchpriority");
});

test("the first of the site's images is found, with its alt text and dimensions", () => {
  const html = renderMarkdown(
    `![x](https://elsewhere.test/x.png) ![a "b" <c> & d](${PATH}#1600x900) ![e](${PATH})`,
  );
  expect(findFirstImage(html)).toEqual({ path: PATH, alt: 'a "b" <c> & d', width: 1600, height: 900 });
  expect(findFirstImage(renderMarkdown(`![](${PATH})`))).toEqual({
    path: PATH,
    alt: "",
    width: null,
    height: null,
  });
  expect(
    findFirstImage(renderMarkdown('`<img src="/storage/v1/x">` and <img src="/storage/v1/y">')),
  ).toBeNull();
});

test.each(["cat.png", "a [b] (c)\\.png", "…](upload:x)", "![x](y)", "<b>", "ünï.jpg", ""])(
  "the editor's Markdown for %j renders as an image with that alt text, and its placeholder as text",
  (name) => {
    const html = renderMarkdown(`before ${formatImage(name, `${PATH}#1600x900`)} after`);
    expect(html.match(/<img /g)).toHaveLength(1);
    expect(findFirstImage(html)?.alt).toBe(name);
    expect(renderMarkdown(formatPlaceholder("t-1", name))).not.toMatch(/<img|<a /);
  },
);
