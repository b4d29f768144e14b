import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildRss } from "#server/testing/feed-server.ts";
import { ingestFromTestFeeds } from "../testing.ts";

/** Real feeds from a folder next to the repository (see feed/sample-feeds.test.ts). */
const FOLDER = join(import.meta.dirname, "../../../../shared/feeds");
const files = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => /\.(?:rss|atom|rdf)$/.test(name))
  : [];
const feeds = ingestFromTestFeeds();

test("real, hostile and changing feeds are ingested together; a second run adds nothing, and all articles are plain text", async () => {
  const attack =
    '<script>window.hurt = 1</script><img src="x" onerror="hurt()"><a href="javascript:hurt()">said</a><style>*{}</style>';
  const changing = (turn: number) =>
    buildRss(
      Array.from({ length: 5 }, (_, at) => ({
        title: `Changing ${at}${turn > 0 && at === 2 ? " now" : ""} ${attack}`,
        guid: at === 4 ? `${turn}` : `g${at}`,
        link: `https://e.org/${at}?utm_source=turn${turn}`,
        date: turn > 0 ? "no date" : "",
        description: `He ${attack} it again and again. ${"Words go on. ".repeat(20)}`,
      })),
    );
  const serve = (turn: number) => {
    // Changes the bytes, so that each feed is parsed again.
    for (const file of files)
      feeds.server.on(
        `/${file}`,
        Buffer.concat([readFileSync(join(FOLDER, file)), Buffer.from(`\n<!-- ${turn} -->`)]),
      );
    feeds.server.on("/changing", changing(turn));
  };
  feeds.server.on(
    "/bomb",
    '<!DOCTYPE r [<!ENTITY a "&b;">]><rss><channel><item><title>&a;</title></item></channel></rss>',
  );
  feeds.server.on("/deep", `<rss><channel><item>${"<a>".repeat(300)}`);
  feeds.server.on("/loop", (_request, response) => response.writeHead(302, { Location: "/loop" }).end());
  const hostile = ["bomb", "deep", "loop"];
  serve(0);
  const it = await feeds.open(
    [...files, "changing", ...hostile].map((name) => feeds.source(name)),
    {
      fetchMs: 10_000,
    },
  );
  const sum = (outcomes: readonly Record<"added" | "changed", number>[], what: "added" | "changed") =>
    outcomes.reduce((all, one) => all + one[what], 0);

  const first = await it.news.ingestNews();
  const failed = first.outcomes.filter(({ result }) => result === "refused").map(({ name }) => name);
  expect(failed.toSorted()).toEqual(hostile);
  const { stories } = await it.news.countNews();
  expect(stories).toBe(sum(first.outcomes, "added"));
  expect(stories).toBeGreaterThanOrEqual(5 + files.length);

  serve(1);
  it.clock.advance(60);
  const second = await it.news.ingestNews();
  expect([sum(second.outcomes, "added"), sum(second.outcomes, "changed")]).toEqual([0, 1]);
  expect((await it.news.countNews()).stories).toBe(stories);

  const ids = await it.rows<{ id: string }>("select id from news_articles");
  for (const { id } of ids) {
    const { article } = await it.news.readArticle(id);
    expect(article.sourceUrl ?? "https://").toMatch(/^https?:\/\//);
    // Never on an external server.
    expect(article.picture.url).toMatch(/^\/news-images\//);
  }
  const ours = await it.rows<Record<"title" | "content" | "excerpt" | "source_url" | "tags", unknown>>(
    "select title, content, excerpt, source_url, tags from news_articles where source = 'changing' order by title",
  );
  expect(ours.map(({ title, source_url, tags }) => [title, source_url, tags])).toEqual(
    [0, 1, 2, 3, 4].map((at) => [`Changing ${at}${at === 2 ? " now" : ""} said`, `https://e.org/${at}`, []]),
  );
  for (const { title, content, excerpt } of ours)
    expect(`${title}${content}${excerpt}`).not.toMatch(/<|javascript:|onerror|window\.hurt|\*\{\}/);
});
