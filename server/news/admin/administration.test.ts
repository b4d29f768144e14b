import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import type { AdminArticlesQuery } from "#core/news/admin-articles.ts";
import { buildRss, type TestItem } from "#server/testing/feed-server.ts";
import { ADMINISTRATOR, OTHER_ADMINISTRATOR as OTHER, setUpTestFeeds, type TestNews } from "../testing.ts";

const feeds = setUpTestFeeds();
const MEMBER: Viewer = { ...ADMINISTRATOR, role: "user" };
const ALL = { search: "", category: null, state: null, cursor: null } as const;
const FIELDS = { title: "Mine", excerpt: "Short", category: "ai", tags: "One, two" };

const buildItem = (title: string, change: Partial<TestItem> = {}): TestItem => ({
  title,
  guid: title,
  link: `https://news.example/${encodeURIComponent(title)}`,
  date: "Sun, 10 May 2026 09:00:00 GMT",
  description: `The full story of ${title}. `.repeat(10),
  ...change,
});
const serve = (name: string, ...items: TestItem[]) => feeds.server.on(`/${name}`, buildRss(items));
async function open(...items: TestItem[]) {
  serve("wire", ...items);
  const site = await feeds.open([feeds.source("wire")]);
  await site.news.ingestNews({ force: true });
  return site;
}
const ingest = async (site: TestNews) => {
  await site.rows("update news_sources set body_digest = null, etag = null");
  return (await site.news.ingestNews({ force: true })).outcomes;
};
const listTitles = async (site: TestNews) => (await feeds.list(site)).map(({ title }) => title).toSorted();
const findId = async (site: TestNews, title: string) =>
  (await feeds.list(site)).find((card) => card.title === title)?.id ?? "";
const listArticles = async (site: TestNews, query: Partial<AdminArticlesQuery> = {}) =>
  (await site.news.administration.listArticles(ADMINISTRATOR, { ...ALL, ...query })).items;
const listEvents = (site: TestNews) =>
  site.rows<{ action: string; target_name: string; before: object; after: object; reason: string }>(
    "select action, target_name, before, after, reason from audit_log order by id",
  );
const expectCorrectCounts = async (site: TestNews) =>
  expect(
    await site.rows(`select * from (select source, sum(amount)::int as n from news_counts group by 1 having sum(amount) <> 0) c
      full join (select source, count(*)::int as n from news_articles where hidden_at is null group by 1) a using (source)
      where c.n is distinct from a.n`),
  ).toEqual([]);

test("all operations reject visitors, and members without the admin role", async () => {
  const site = await open(buildItem("A"));
  const { administration } = site.news;
  const id = await findId(site, "A");
  const source = { name: "x", url: `${feeds.server.origin}/wire`, category: "ai", intervalMinutes: "" };
  for (const [viewer, code] of [
    [null, "not_signed_in"],
    [MEMBER, "access_denied"],
  ] as const)
    for (const call of [
      administration.listArticles(viewer, ALL),
      administration.readArticle(viewer, id),
      administration.editArticle(viewer, { id, ...FIELDS }),
      administration.setFlash(viewer, { id, isFlash: true }),
      administration.hideArticle(viewer, { id }),
      administration.unhideArticle(viewer, { id }),
      administration.deleteArticle(viewer, { id }),
      administration.listSources(viewer),
      administration.testSource(viewer, source),
      administration.addSource(viewer, source),
      administration.editSource(viewer, { ...source, id }),
      administration.setSourcePaused(viewer, { id, isPaused: true }),
      administration.fetchSource(viewer, id),
      administration.deleteSource(viewer, id),
    ])
      await expect(call).rejects.toMatchObject({ code });
  expect([await listTitles(site), await listEvents(site)]).toEqual([["A"], []]);
});

test("neither articles nor sources can be changed by an administrator demoted after the request began", async () => {
  const site = await open(buildItem("A"), buildItem("B"));
  const [a, b] = [await findId(site, "A"), await findId(site, "B")];
  const [source] = await site.sources();
  const { administration } = site.news;
  serve("own", buildItem("Own"));
  const input = { name: "Own", url: `${feeds.server.origin}/own`, category: "ai", intervalMinutes: "" };
  await site.rows("update public.user_roles set role = 'user' where user_id = $1", [OTHER.id]);
  for (const action of [
    () => administration.editArticle(OTHER, { id: a, ...FIELDS }),
    () => administration.setFlash(OTHER, { id: a, isFlash: true }),
    () => administration.hideArticle(OTHER, { id: a }),
    () => administration.unhideArticle(OTHER, { id: a }),
    () => administration.deleteArticle(OTHER, { id: b }),
    () => administration.addSource(OTHER, input),
    () => administration.editSource(OTHER, { ...input, id: source?.id ?? "" }),
    () => administration.setSourcePaused(OTHER, { id: source?.id ?? "", isPaused: true }),
    () => administration.fetchSource(OTHER, source?.id ?? ""),
    () => administration.deleteSource(OTHER, source?.id ?? ""),
  ])
    await expect(action()).rejects.toMatchObject({ code: "access_denied" });
  expect(await listTitles(site)).toEqual(["A", "B"]);
  expect((await site.sources()).map(({ name }) => name)).toEqual(["wire"]);
  expect(await listEvents(site)).toEqual([]);
});

describe("an article", () => {
  test("that is hidden disappears everywhere, isn't brought back by its feed, and is unchanged once it is unhidden", async () => {
    const site = await open(buildItem("Seen"), buildItem("Unseen"));
    const id = await findId(site, "Unseen");
    const readRow = async () =>
      (await site.rows("select to_jsonb(a) - 'is_flash' as row from news_articles a where id = $1", [id]))[0];
    const before = await readRow();
    await site.news.administration.hideArticle(ADMINISTRATOR, { id, reason: "Wrong" });
    await site.news.administration.hideArticle(OTHER, { id });
    await ingest(site);
    expect(await listTitles(site)).toEqual(["Seen"]);
    await expect(site.news.readArticle(id)).rejects.toMatchObject({ code: "article_not_found" });
    expect((await site.news.readArticle(await findId(site, "Seen"))).related).toEqual([]);
    expect((await site.news.listNews({ category: "all", search: "unseen", cursor: null })).items).toEqual([]);
    expect((await site.news.readHomeNews(null)).flash.map(({ title }) => title)).not.toContain("Unseen");
    expect(await site.news.countNews()).toMatchObject({ articles: 1 });
    expect(await listArticles(site, { state: "hidden", search: "unse", category: "crypto" })).toMatchObject([
      { id, title: "Unseen", source: "wire", isHidden: true },
    ]);
    await expectCorrectCounts(site);
    await site.news.administration.unhideArticle(ADMINISTRATOR, { id });
    await site.news.administration.unhideArticle(OTHER, { id });
    expect(await readRow()).toEqual(before);
    expect(await listArticles(site, { state: "hidden" })).toEqual([]);
    await expectCorrectCounts(site);
    expect(await listEvents(site)).toMatchObject([
      { action: "article.hide", target_name: "Unseen", reason: "Wrong" },
      { action: "article.show" },
    ]);
  });

  test("that is deleted doesn't come back, even with a new guid or from another source", async () => {
    const site = await open(buildItem("Remaining"), buildItem("Removed"));
    await site.news.administration.deleteArticle(ADMINISTRATOR, { id: await findId(site, "Removed") });
    await ingest(site);
    serve("wire", buildItem("Remaining"), buildItem("Removed", { guid: "another" }));
    await ingest(site);
    serve(
      "copy",
      buildItem("removed", { guid: "theirs", link: "https://news.example/Removed" }),
      buildItem("Own"),
    );
    const copySource = { ...feeds.source("copy"), intervalMinutes: "" };
    await site.news.administration.addSource(ADMINISTRATOR, copySource);
    await ingest(site);
    expect(await listTitles(site)).toEqual(["Own", "Remaining"]);
    await expectCorrectCounts(site);
    expect((await listEvents(site)).map(({ action }) => action)).toEqual(["article.delete", "source.add"]);
  });

  test("that is hidden can be deleted permanently", async () => {
    const site = await open(buildItem("A"));
    const id = await findId(site, "A");
    await site.news.administration.hideArticle(ADMINISTRATOR, { id });
    await site.news.administration.deleteArticle(ADMINISTRATOR, { id });
    for (const operation of ["unhideArticle", "hideArticle", "deleteArticle"] as const)
      await expect(site.news.administration[operation](ADMINISTRATOR, { id })).rejects.toMatchObject({
        code: "article_not_found",
      });
    expect(await site.rows("select 1 from news_articles")).toEqual([]);
  });

  test("that was edited retains the edited fields when its feed changes", async () => {
    const site = await open(buildItem("Theirs"));
    const id = await findId(site, "Theirs");
    await site.news.administration.editArticle(ADMINISTRATOR, { id, ...FIELDS });
    serve(
      "wire",
      buildItem("Theirs, changed", { guid: "Theirs", description: "Something else. ".repeat(20) }),
    );
    expect(await ingest(site)).toMatchObject([{ added: 0, changed: 1 }]);
    const { article } = await site.news.readArticle(id);
    expect(article).toMatchObject({ title: "Mine", excerpt: "Short", category: "ai", tags: ["one", "two"] });
    expect(article.content).toContain("Something else.");
    // The same article from another source is still recognized, because its feed title is compared.
    serve("copy", buildItem("Theirs, changed", { guid: "theirs" }));
    await site.news.administration.addSource(ADMINISTRATOR, { ...feeds.source("copy"), intervalMinutes: "" });
    await ingest(site);
    expect(await listTitles(site)).toEqual(["Mine"]);
    expect((await site.news.listNews({ category: "ai", search: "mine", cursor: null })).items).toHaveLength(
      1,
    );
    expect(await listEvents(site)).toMatchObject([
      { action: "article.edit", before: { title: "Theirs" }, after: { title: "Mine", tags: "one,two" } },
      { action: "source.add" },
    ]);
  });

  test("can't be saved with invalid fields", async () => {
    const site = await open(buildItem("A"));
    const edit = (change: object) =>
      site.news.administration.editArticle(ADMINISTRATOR, { id: randomUUID(), ...FIELDS, ...change });
    await expect(edit({ title: " " })).rejects.toMatchObject({ code: "missing_information" });
    await expect(
      edit({ title: "x".repeat(201), excerpt: "x".repeat(161), category: "all", tags: "a,b,c,d,e" }),
    ).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: {
        title: "A title can have at most 200 characters. This one has 201.",
        excerpt: "An excerpt can have at most 160 characters. This one has 161.",
        category: "Choose a category.",
        tags: "You can add at most 4 tags.",
      },
    });
    await expect(edit({})).rejects.toMatchObject({ code: "article_not_found" });
  });

  test("can be added to flash news or left out of it until that override is removed", async () => {
    const site = await open(buildItem("Old", { date: "Sun, 10 May 2020 09:00:00 GMT" }), buildItem("New"));
    const listFlashTitles = async () => (await site.news.readHomeNews(null)).flash.map(({ title }) => title);
    const setFlash = async (title: string, isFlash: boolean | null) =>
      site.news.administration.setFlash(ADMINISTRATOR, {
        id: await findId(site, title),
        isFlash,
      });
    expect(await listFlashTitles()).toEqual(["New"]);
    await setFlash("New", false);
    await setFlash("Old", true);
    serve("wire", buildItem("New", { description: "Changed" }), buildItem("Old"));
    await ingest(site);
    expect(await listFlashTitles()).toEqual(["Old"]);
    expect(await listArticles(site, { state: "flash" })).toMatchObject([{ title: "Old" }]);
    await setFlash("New", null);
    await setFlash("Old", null);
    serve("wire", buildItem("New", { description: "Changed again" }));
    await ingest(site);
    expect(await listFlashTitles()).toEqual(["New"]);
    expect((await listEvents(site)).map(({ action }) => action)).toEqual([
      "article.unflash",
      "article.flash",
      "article.unflash",
      "article.flash",
    ]);
  });

  test("that two administrators change concurrently is changed once", async () => {
    const site = await open(buildItem("A"), buildItem("B"));
    const [a, b] = [await findId(site, "A"), await findId(site, "B")];
    const { administration } = site.news;
    const countFulfilled = async (operation: (viewer: Viewer) => Promise<void>) =>
      (await Promise.allSettled([ADMINISTRATOR, OTHER, ADMINISTRATOR].map(operation))).filter(
        ({ status }) => status === "fulfilled",
      ).length;
    expect(await countFulfilled((viewer) => administration.hideArticle(viewer, { id: a }))).toBe(3);
    expect(await countFulfilled((viewer) => administration.unhideArticle(viewer, { id: a }))).toBe(3);
    expect(await countFulfilled((viewer) => administration.deleteArticle(viewer, { id: b }))).toBe(1);
    expect((await listEvents(site)).map(({ action }) => action)).toEqual([
      "article.hide",
      "article.show",
      "article.delete",
    ]);
    // Either the edit or the deletion comes first, and both get a response.
    await Promise.allSettled([
      administration.editArticle(ADMINISTRATOR, { id: a, ...FIELDS }),
      administration.deleteArticle(OTHER, { id: a }),
      ingest(site),
    ]);
    expect(await listTitles(site)).toEqual([]);
    await expectCorrectCounts(site);
  });
});

describe("a source", () => {
  const buildInput = (change: object = {}) => ({
    name: "Own",
    url: `${feeds.server.origin}/own`,
    category: "quantum",
    intervalMinutes: "",
    ...change,
  });

  test("is tested before it is added, and the result or the failure reason is returned", async () => {
    const site = await open(buildItem("A"));
    const { administration } = site.news;
    await expect(administration.addSource(ADMINISTRATOR, buildInput())).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { url: "We can't use this feed: its server responded with 404." },
    });
    feeds.server.on("/own", "<html><body>No feed</body></html>");
    await expect(administration.testSource(ADMINISTRATOR, buildInput())).rejects.toMatchObject({
      fieldErrors: { url: expect.stringContaining("We can't use this feed: ") },
    });
    expect(await site.sources()).toHaveLength(1);
    serve("own", buildItem("One"), buildItem("Two"), buildItem("Three"), buildItem("Four"));
    const testResult = { articleCount: 4, skipped: 0, titles: ["One", "Two", "Three"] };
    expect(await administration.testSource(ADMINISTRATOR, buildInput())).toEqual(testResult);
    expect(await site.sources()).toHaveLength(1);
    expect(await administration.addSource(ADMINISTRATOR, buildInput())).toMatchObject({ testResult });
    await expect(administration.addSource(OTHER, buildInput())).rejects.toMatchObject({
      fieldErrors: { url: "This feed has already been added." },
    });
    const id = (await site.sources()).find(({ name }) => name === "Own")?.id ?? "";
    await expect(
      administration.editSource(ADMINISTRATOR, {
        ...buildInput({ url: `${feeds.server.origin}/gone` }),
        id,
      }),
    ).rejects.toMatchObject({ fieldErrors: { url: expect.stringContaining("404") } });
    await administration.editSource(ADMINISTRATOR, {
      ...buildInput({ name: "Renamed" }),
      id,
    });
    expect(await listEvents(site)).toMatchObject([
      { action: "source.add", target_name: "Own" },
      { action: "source.edit", before: { name: "Own" }, after: { name: "Renamed" } },
    ]);
  });

  test("with a private IP address is rejected", async () => {
    serve("own", buildItem("One"));
    const site = await feeds.open([], { allowPrivate: false });
    await expect(site.news.administration.testSource(ADMINISTRATOR, buildInput())).rejects.toMatchObject({
      fieldErrors: { url: "We can't use this feed: its URL isn't publicly reachable." },
    });
  });

  test("is not fetched while paused, can be fetched on demand, and reports its last error", async () => {
    const site = await open(buildItem("A"));
    const [source] = await site.sources();
    const id = source?.id ?? "";
    const { administration } = site.news;
    await administration.setSourcePaused(ADMINISTRATOR, { id, isPaused: true });
    await administration.setSourcePaused(OTHER, { id, isPaused: true });
    expect(await site.sources()).toMatchObject([{ health: "off" }]);
    await expect(administration.fetchSource(ADMINISTRATOR, id)).rejects.toMatchObject({
      code: "invalid_input",
    });
    await administration.setSourcePaused(ADMINISTRATOR, { id, isPaused: false });
    serve("wire", buildItem("A"), buildItem("B"));
    expect(await administration.fetchSource(ADMINISTRATOR, id)).toMatchObject({
      result: "ingested",
      added: 1,
    });
    feeds.server.on("/wire", (_request, response) => response.writeHead(500).end());
    expect(await administration.fetchSource(ADMINISTRATOR, id)).toMatchObject({ result: "failed" });
    expect(await site.sources()).toMatchObject([
      { health: "failing", failures: 1, lastError: "its server responded with 500", isListed: true },
    ]);
    await expect(administration.deleteSource(ADMINISTRATOR, id)).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect((await listEvents(site)).map(({ action }) => action)).toEqual([
      "source.pause",
      "source.resume",
      "source.fetch",
      "source.fetch",
    ]);
  });

  test("that is deleted during a fetch leaves nothing in the database", async () => {
    const site = await open(buildItem("A"));
    serve("own", buildItem("One"));
    const { administration } = site.news;
    const { id } = await administration.addSource(ADMINISTRATOR, buildInput());
    let releaseResponse = () => {};
    const feedRequested = new Promise<void>((started) => {
      feeds.server.on("/own", (_request, response) => {
        releaseResponse = () =>
          response.writeHead(200, { "Content-Type": "application/xml" }).end(buildRss([buildItem("Late")]));
        started();
      });
    });
    const pendingFetch = administration.fetchSource(ADMINISTRATOR, id);
    await feedRequested;
    await administration.deleteSource(OTHER, id);
    releaseResponse();
    await expect(pendingFetch).rejects.toMatchObject({ code: "source_not_found" });
    expect(await listTitles(site)).toEqual(["A"]);
    expect((await site.sources()).map(({ name }) => name)).toEqual(["wire"]);
    expect((await listEvents(site)).map(({ action }) => action)).toEqual([
      "source.add",
      "source.fetch",
      "source.delete",
    ]);
  });
});
