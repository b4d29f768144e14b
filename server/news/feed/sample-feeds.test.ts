import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseFeedArticles } from "./parse-feed-articles.ts";

/**
 * Real feeds from a folder next to the repository. For copyright reasons they aren't in the repository, so the test is
 * skipped without them; feed.test.ts covers the same problems with our own content.
 */
const FOLDER = join(import.meta.dirname, "../../../../shared/feeds");
const README = join(FOLDER, "README.md");
const rows = existsSync(README)
  ? [...readFileSync(README, "utf8").matchAll(/^\| ([\w.-]+) \|.*\| ([\d,]+) \| (\d+) \|/gm)]
  : [];
/** The number of items that have no title, link or description, which the folder's README says to skip. */
const EMPTY_ITEM_COUNTS: Readonly<Record<string, number>> = { "psychology-no-encoding.rss": 1 };

test.runIf(rows.length === 0)("there is no folder with real feeds", ({ skip }) => skip());

test.runIf(rows.length > 0).each(rows.map(([, file = "", , items]) => [file, Number(items)] as const))(
  "%s has %i items, as many as two other parsers find",
  (file, items) => {
    const parseFile = () =>
      parseFeedArticles({
        bytes: readFileSync(join(FOLDER, file)),
        contentType: "",
        url: "https://feeds.example.org/news/feed.xml",
        now: "2026-05-10T12:00:00.000Z",
      });
    const feed = parseFile();
    expect(feed.items.length + (EMPTY_ITEM_COUNTS[file] ?? 0)).toBe(items);
    expect(new Set(feed.items.map(({ identity }) => identity)).size).toBe(feed.items.length);
    for (const { title, excerpt, content, author, link, image } of feed.items) {
      expect(title).not.toBe("");
      expect(content).not.toBe("");
      expect(title.length).toBeLessThanOrEqual(200);
      expect(`${title}${excerpt}${author}`).not.toMatch(
        /<\/?(?:p|br|a|img|div|script|b)\b|&(?:amp|lt|quot|#\d+);|\ufffd/i,
      );
      for (const url of [link, image]) expect(url ?? "https://").toMatch(/^https?:\/\//);
    }
    expect(parseFile()).toEqual(feed);
  },
);
