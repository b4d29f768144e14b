import { afterAll, expect, test } from "vitest";
import { buildRss, NOW, read, toBytes } from "./feed.fixture.ts";
import { FeedError } from "./feed-error.ts";
import { createFeedReader } from "./feed-reader.ts";
import { parseFeedArticles } from "./parse-feed-articles.ts";

const reader = createFeedReader({ timeoutMs: 20_000 });
afterAll(() => reader.close());

/** Builds a feed of 4 MB that repeats this HTML. */
const buildRepetitiveFeed = (html: string) =>
  buildRss(
    `<item><title>t</title><description><![CDATA[${html.repeat(Math.ceil(90_000 / html.length))}]]></description></item>`.repeat(
      45,
    ),
  );

const getProblem = (text: string) => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof FeedError) return error.problem;
    throw error;
  }
  return null;
};

test("markup is removed no matter how it is wrapped", () => {
  const attacks = [
    "&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;hello",
    "&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;hello",
    "<![CDATA[<svg/onload=alert(1)>hello]]>",
    "<![CDATA[<a href='javascript:alert(1)'>hello</a><style>*{}</style>]]>",
    "<![CDATA[<!--><script>alert(1)</script>-->hello]]>",
  ];
  for (const attack of attacks) {
    const [item] = read(
      buildRss(
        `<item><title>${attack}</title><description>${attack}</description><author>${attack}</author></item>`,
      ),
    ).items;
    expect(item?.title).toContain("hello");
    expect(`${item?.title}${item?.author}`).not.toMatch(/<script|<img|<svg|onerror=|<style/i);
    expect(`${item?.excerpt}${item?.content}`).not.toMatch(/javascript:|onload=|onerror=/);
  }
});

test("hostile entities, deep nesting and too many elements are rejected", () => {
  const buildBomb = (entities: string) =>
    `<?xml version="1.0"?><!DOCTYPE rss [${entities}]>${buildRss("<item><title>&z;</title></item>")}`;
  expect(getProblem(buildBomb('<!ENTITY a "ha"><!ENTITY z "&a;&a;&a;">'))).toBe("hostile");
  expect(getProblem(buildBomb('<!ENTITY z SYSTEM "file:///etc/passwd">'))).toBe("hostile");
  expect(getProblem(buildBomb('<!ENTITY % z SYSTEM "https://evil.example.org/x.dtd"> %z;'))).toBe("hostile");
  expect(getProblem(buildBomb(`<!ENTITY z "${"x".repeat(100_000)}">`))).toBe("hostile");
  expect(getProblem(buildRss(`<item>${"<a>".repeat(200)}</item>`))).toBe("hostile");
  expect(getProblem(buildRss("<i/>".repeat(300_000)))).toBe("hostile");
  expect(getProblem('<!DOCTYPE rss [ <!ENTITY a "')).toBe("hostile");
  expect(read(buildBomb('<!ENTITY nbsp "&#160;"><!ENTITY z "zed">')).items).toHaveLength(1);
});

test("anything that is not a feed is rejected with a reason", () => {
  for (const text of [
    "",
    "<html><body>hello</body></html>",
    "{}",
    "{",
    "[1]",
    "plain text",
    "<rss",
    "\0\0\0\0",
  ]) {
    expect(getProblem(text)).toBe("unreadable");
  }
  expect(getProblem(`{"version":"https://jsonfeed.org/version/1","items":${"[".repeat(100_000)}`)).toBe(
    "unreadable",
  );
});

test("input designed to be slow to parse stays within a generous time limit", async () => {
  const patientReader = createFeedReader({ timeoutMs: 40_000 });
  const FEED_SIZE = 4_500_000;
  const slowFeeds = [
    buildRepetitiveFeed("<div>"),
    buildRepetitiveFeed("<b><i>"),
    buildRepetitiveFeed("<img "),
    buildRepetitiveFeed("<svg><script>"),
    buildRepetitiveFeed("&amp;\n"),
    buildRss(`<item><title>${"&lt;a ".repeat(FEED_SIZE / 6)}</title></item>`),
    buildRss(`<item><title>${"&amp;".repeat(FEED_SIZE / 5)}</title></item>`),
    buildRss("<item><title><![CDATA[".repeat(FEED_SIZE / 22)),
    buildRss("<item><!--".repeat(FEED_SIZE / 10)),
    `<rss ${'a="1" '.repeat(FEED_SIZE / 6)}><channel><item><title>t</titl></item></channel></rss>`,
    `<!DOCTYPE rss [${" ".repeat(FEED_SIZE)}`,
    "<".repeat(FEED_SIZE),
    `{"version":"https://jsonfeed.org/version/1","items":[${"{},".repeat(FEED_SIZE / 3)}{}]}`,
  ];
  for (const text of slowFeeds) {
    const feed = { bytes: toBytes(text), contentType: "", url: "https://e.org/f", now: NOW };
    const problem = await patientReader.read(feed).then(
      () => null,
      (error: FeedError) => error.problem,
    );
    expect(problem, text.slice(0, 80)).not.toBe("too_slow");
  }
  await patientReader.close();
});

test("at most 500 items are read", () => {
  const items = Array.from(
    { length: 700 },
    (_, index) => `<item><title>t${index}</title><guid>g${index}</guid></item>`,
  ).join("");
  expect(read(buildRss(items)).items).toHaveLength(500);
});

test("the worker thread returns the same result as parseFeedArticles, rejects slow input, and continues with the next feed", async () => {
  const buildDocument = (text: string) => ({
    bytes: toBytes(text),
    contentType: "",
    url: "https://e.org/f",
    now: NOW,
  });
  const validFeed = buildRss("<item><title>Good</title></item>");
  const readerWithShortTimeout = createFeedReader({ timeoutMs: 1 });
  await expect(
    readerWithShortTimeout.read(buildDocument(buildRepetitiveFeed("<b>text</b>"))),
  ).rejects.toMatchObject({
    problem: "too_slow",
  });
  await readerWithShortTimeout.close();

  const [first, invalidResult, second] = await Promise.allSettled([
    reader.read(buildDocument(validFeed)),
    reader.read(buildDocument("<html>")),
    reader.read(buildDocument(validFeed)),
  ]);
  expect(first).toEqual({ status: "fulfilled", value: parseFeedArticles(buildDocument(validFeed)) });
  expect(invalidResult).toMatchObject({ status: "rejected", reason: { problem: "unreadable" } });
  expect(second).toMatchObject({ status: "fulfilled" });
});
