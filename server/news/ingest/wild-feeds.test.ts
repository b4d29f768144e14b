import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildRss } from "#server/testing/feed-server.ts";
import { setUpTestFeeds } from "../testing.ts";

/** Real feeds from a folder next to the repository (see feed/sample-feeds.test.ts). */
const FOLDER = join(import.meta.dirname, "../../../../shared/feeds");
const files = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => /\.(?:rss|atom|rdf)$/.test(name))
  : [];
const feeds = setUpTestFeeds();

test("real, hostile and changing feeds are ingested together; a second run adds nothing, and injected markup is removed", async () => {
  const attack =
    '<script>window.hurt = 1</script><img src="x" onerror="hurt()"><a href="javascript:hurt()">said</a><style>*{}</style>';
  const buildChangingFeed = (round: number) =>
    buildRss(
      Array.from({ length: 5 }, (_, index) => ({
        title: `Changing ${index}${round > 0 && index === 2 ? " now" : ""} ${attack}`,
        guid: index === 4 ? `${round}` : `g${index}`,
        link: `https://e.org/${index}?utm_source=turn${round}`,
        date: round > 0 ? "no date" : "",
        description: `He ${attack} it again and again. ${"More text follows. ".repeat(20)}`,
      })),
    );
  const serve = (round: number) => {
    // Changes the bytes, so that each feed is parsed again.
    for (const file of files)
      feeds.server.on(
        `/${file}`,
        Buffer.concat([readFileSync(join(FOLDER, file)), Buffer.from(`\n<!-- ${round} -->`)]),
      );
    feeds.server.on("/changing", buildChangingFeed(round));
  };
  feeds.server.on(
    "/bomb",
    '<!DOCTYPE r [<!ENTITY a "&b;">]><rss><channel><item><title>&a;</title></item></channel></rss>',
  );
  feeds.server.on("/deep", `<rss><channel><item>${"<a>".repeat(300)}`);
  feeds.server.on("/loop", (_request, response) => response.writeHead(302, { Location: "/loop" }).end());
  const hostileNames = ["bomb", "deep", "loop"];
  serve(0);
  const site = await feeds.open(
    [...files, "changing", ...hostileNames].map((name) => feeds.source(name)),
    {
      fetchMs: 10_000,
    },
  );
  const sum = (outcomes: readonly Record<"added" | "changed", number>[], field: "added" | "changed") =>
    outcomes.reduce((total, outcome) => total + outcome[field], 0);

  const first = await site.news.ingestNews();
  const failedNames = first.outcomes.filter(({ result }) => result === "failed").map(({ name }) => name);
  expect(failedNames.toSorted()).toEqual(hostileNames);
  const { articles } = await site.news.countNews();
  expect(articles).toBe(sum(first.outcomes, "added"));
  expect(articles).toBeGreaterThanOrEqual(5 + files.length);

  serve(1);
  site.clock.advance(60);
  const second = await site.news.ingestNews();
  expect([sum(second.outcomes, "added"), sum(second.outcomes, "changed")]).toEqual([0, 1]);
  expect((await site.news.countNews()).articles).toBe(articles);

  const articleRows = await site.rows<{ id: string }>("select id from news_articles");
  for (const { id } of articleRows) {
    const { article } = await site.news.readArticle(id);
    expect(article.sourceUrl ?? "https://").toMatch(/^https?:\/\//);
    // Images are never loaded from an external server.
    expect(article.image.url).toMatch(/^\/news-images\//);
  }
  const changingRows = await site.rows<
    Record<"title" | "content" | "excerpt" | "source_url" | "tags", unknown>
  >(
    "select title, content, excerpt, source_url, tags from news_articles where source = 'changing' order by title",
  );
  expect(changingRows.map(({ title, source_url, tags }) => [title, source_url, tags])).toEqual(
    [0, 1, 2, 3, 4].map((index) => [
      `Changing ${index}${index === 2 ? " now" : ""} said`,
      `https://e.org/${index}`,
      [],
    ]),
  );
  for (const { title, content, excerpt } of changingRows)
    expect(`${title}${content}${excerpt}`).not.toMatch(/<|javascript:|onerror|window\.hurt|\*\{\}/);
});
