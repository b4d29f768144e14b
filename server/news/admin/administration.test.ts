import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import type { AdminArticlesQuery } from "#core/news/admin-articles.ts";
import { buildRss, type TestItem } from "#server/testing/feed-server.ts";
import {
  ADMINISTRATOR,
  ingestFromTestFeeds,
  OTHER_ADMINISTRATOR as OTHER,
  type TestNews,
} from "../testing.ts";

const feeds = ingestFromTestFeeds();
const MEMBER: Viewer = { ...ADMINISTRATOR, role: "user" };
const ALL = { search: "", category: null, state: null, cursor: null } as const;
const FIELDS = { title: "Mine", excerpt: "Short", category: "ai", tags: "One, two" };

const item = (title: string, change: Partial<TestItem> = {}): TestItem => ({
  title,
  guid: title,
  link: `https://news.example/${encodeURIComponent(title)}`,
  date: "Sun, 10 May 2026 09:00:00 GMT",
  description: `${title} said in full. `.repeat(10),
  ...change,
});
const serve = (name: string, ...items: TestItem[]) => feeds.server.on(`/${name}`, buildRss(items));
async function open(...items: TestItem[]) {
  serve("wire", ...items);
  const it = await feeds.open([feeds.source("wire")]);
  await it.news.ingestNews({ now: true });
  return it;
}
const ingest = async (it: TestNews) => {
  await it.rows("update news_sources set body_digest = null, etag = null");
  return (await it.news.ingestNews({ now: true })).outcomes;
};
const titles = async (it: TestNews) => (await feeds.list(it)).map(({ title }) => title).toSorted();
const findId = async (it: TestNews, title: string) =>
  (await feeds.list(it)).find((card) => card.title === title)?.id ?? "";
const listed = async (it: TestNews, query: Partial<AdminArticlesQuery> = {}) =>
  (await it.news.administration.listArticles(ADMINISTRATOR, { ...ALL, ...query })).items;
const listEvents = (it: TestNews) =>
  it.rows<{ act: string; thing_name: string; before: object; after: object; why: string }>(
    "select act, thing_name, before, after, why from audit_log order by id",
  );
const expectCorrectCounts = async (it: TestNews) =>
  expect(
    await it.rows(`select * from (select source, sum(amount)::int as n from news_counts group by 1 having sum(amount) <> 0) c
      full join (select source, count(*)::int as n from news_articles group by 1) a using (source)
      where c.n is distinct from a.n`),
  ).toEqual([]);

test("all operations reject visitors and members", async () => {
  const it = await open(item("A"));
  const { administration: by } = it.news;
  const id = await findId(it, "A");
  const source = { name: "x", address: `${feeds.server.origin}/wire`, category: "ai", intervalMinutes: "" };
  for (const [viewer, code] of [
    [null, "not_signed_in"],
    [MEMBER, "access_denied"],
  ] as const)
    for (const call of [
      by.listArticles(viewer, ALL),
      by.readArticle(viewer, id),
      by.editArticle(viewer, { id, ...FIELDS }),
      by.flashArticle(viewer, { id, on: true }),
      by.hideArticle(viewer, { id }),
      by.showArticle(viewer, { id }),
      by.deleteArticle(viewer, { id }),
      by.listSources(viewer),
      by.testSource(viewer, source),
      by.addSource(viewer, source),
      by.editSource(viewer, { ...source, id, isEnabled: true }),
      by.pauseSource(viewer, { id, on: true }),
      by.fetchSource(viewer, id),
      by.deleteSource(viewer, id),
    ])
      await expect(call).rejects.toMatchObject({ code });
  expect([await titles(it), await listEvents(it)]).toEqual([["A"], []]);
});

describe("an article", () => {
  test("that is hidden disappears everywhere, doesn't come back with its feed, and can be restored unchanged", async () => {
    const it = await open(item("Seen"), item("Unseen"));
    const id = await findId(it, "Unseen");
    const row = async () =>
      (await it.rows("select to_jsonb(a) - 'is_flash' as row from news_articles a where id = $1", [id]))[0];
    const before = await row();
    await it.news.administration.hideArticle(ADMINISTRATOR, { id, why: "Wrong" });
    await it.news.administration.hideArticle(OTHER, { id });
    await ingest(it);
    expect(await titles(it)).toEqual(["Seen"]);
    await expect(it.news.readArticle(id)).rejects.toMatchObject({ code: "article_not_found" });
    expect((await it.news.readArticle(await findId(it, "Seen"))).related).toEqual([]);
    expect((await it.news.listNews({ category: "all", search: "unseen", cursor: null })).items).toEqual([]);
    expect((await it.news.readFrontNews(null)).flash.map(({ title }) => title)).not.toContain("Unseen");
    expect(await it.news.countNews()).toMatchObject({ stories: 1 });
    expect(await listed(it, { state: "hidden", search: "unse", category: "crypto" })).toMatchObject([
      { id, title: "Unseen", source: "wire", isHidden: true },
    ]);
    await expectCorrectCounts(it);
    await it.news.administration.showArticle(ADMINISTRATOR, { id });
    await it.news.administration.showArticle(OTHER, { id });
    expect(await row()).toEqual(before);
    expect(await listed(it, { state: "hidden" })).toEqual([]);
    await expectCorrectCounts(it);
    expect(await listEvents(it)).toMatchObject([
      { act: "article.hide", thing_name: "Unseen", why: "Wrong" },
      { act: "article.show" },
    ]);
  });

  test("that is deleted doesn't come back, even with a new guid or from another source", async () => {
    const it = await open(item("Stays"), item("Goes"));
    await it.news.administration.deleteArticle(ADMINISTRATOR, { id: await findId(it, "Goes") });
    await ingest(it);
    serve("wire", item("Stays"), item("Goes", { guid: "another" }));
    await ingest(it);
    serve("copy", item("goes", { guid: "theirs", link: "https://news.example/Goes" }), item("Own"));
    const second = { ...feeds.source("copy"), intervalMinutes: "" };
    await it.news.administration.addSource(ADMINISTRATOR, second);
    await ingest(it);
    expect(await titles(it)).toEqual(["Own", "Stays"]);
    await expectCorrectCounts(it);
    expect((await listEvents(it)).map(({ act }) => act)).toEqual(["article.delete", "source.add"]);
  });

  test("that is hidden can be deleted permanently", async () => {
    const it = await open(item("A"));
    const id = await findId(it, "A");
    await it.news.administration.hideArticle(ADMINISTRATOR, { id });
    await it.news.administration.deleteArticle(ADMINISTRATOR, { id });
    for (const work of ["showArticle", "hideArticle", "deleteArticle"] as const)
      await expect(it.news.administration[work](ADMINISTRATOR, { id })).rejects.toMatchObject({
        code: "article_not_found",
      });
    expect(await it.rows("select 1 from news_put_away where article is not null")).toEqual([]);
  });

  test("that was edited keeps these fields when its feed changes", async () => {
    const it = await open(item("Theirs"));
    const id = await findId(it, "Theirs");
    await it.news.administration.editArticle(ADMINISTRATOR, { id, ...FIELDS });
    serve("wire", item("Theirs, changed", { guid: "Theirs", description: "Something else. ".repeat(20) }));
    expect(await ingest(it)).toMatchObject([{ added: 0, changed: 1 }]);
    const { article } = await it.news.readArticle(id);
    expect(article).toMatchObject({ title: "Mine", excerpt: "Short", category: "ai", tags: ["one", "two"] });
    expect(article.content).toContain("Something else.");
    // The other source's article is still recognized by its original title.
    serve("copy", item("Theirs, changed", { guid: "theirs" }));
    await it.news.administration.addSource(ADMINISTRATOR, { ...feeds.source("copy"), intervalMinutes: "" });
    await ingest(it);
    expect(await titles(it)).toEqual(["Mine"]);
    expect((await it.news.listNews({ category: "ai", search: "mine", cursor: null })).items).toHaveLength(1);
    expect(await listEvents(it)).toMatchObject([
      { act: "article.edit", before: { title: "Theirs" }, after: { title: "Mine", tags: "one,two" } },
      { act: "source.add" },
    ]);
  });

  test("rejects invalid fields", async () => {
    const it = await open(item("A"));
    const edit = (change: object) =>
      it.news.administration.editArticle(ADMINISTRATOR, { id: randomUUID(), ...FIELDS, ...change });
    await expect(edit({ title: " " })).rejects.toMatchObject({ code: "missing_information" });
    await expect(
      edit({ title: "x".repeat(201), excerpt: "x".repeat(161), category: "all", tags: "a,b,c,d,e" }),
    ).rejects.toMatchObject({
      code: "invalid_input",
      fields: {
        title: "A title may have at most 200 characters; this one has 201.",
        excerpt: "An excerpt may have at most 160 characters; this one has 161.",
        category: "Choose one of the categories.",
        tags: "An article may have at most 4 tags.",
      },
    });
    await expect(edit({})).rejects.toMatchObject({ code: "article_not_found" });
  });

  test("can be marked as flash or not until the override is removed", async () => {
    const it = await open(item("Old", { date: "Sun, 10 May 2020 09:00:00 GMT" }), item("New"));
    const flash = async () => (await it.news.readFrontNews(null)).flash.map(({ title }) => title);
    const set = async (title: string, on: boolean | null) =>
      it.news.administration.flashArticle(ADMINISTRATOR, { id: await findId(it, title), on });
    expect(await flash()).toEqual(["New"]);
    await set("New", false);
    await set("Old", true);
    serve("wire", item("New", { description: "Changed" }), item("Old"));
    await ingest(it);
    expect(await flash()).toEqual(["Old"]);
    expect(await listed(it, { state: "flash" })).toMatchObject([{ title: "Old" }]);
    await set("New", null);
    await set("Old", null);
    serve("wire", item("New", { description: "Changed again" }));
    await ingest(it);
    expect(await flash()).toEqual(["New"]);
    expect((await listEvents(it)).map(({ act }) => act)).toEqual([
      "article.unflash",
      "article.flash",
      "article.unflash",
      "article.flash",
    ]);
  });

  test("can't be changed by an administrator demoted after the request began", async () => {
    const it = await open(item("A"), item("B"));
    const [a, b] = [await findId(it, "A"), await findId(it, "B")];
    const [source] = await it.sources();
    const { administration: by } = it.news;
    await it.rows("update public.user_roles set role = 'user' where user_id = $1", [OTHER.id]);
    for (const act of [
      () => by.editArticle(OTHER, { id: a, ...FIELDS }),
      () => by.flashArticle(OTHER, { id: a, on: true }),
      () => by.hideArticle(OTHER, { id: a }),
      () => by.showArticle(OTHER, { id: a }),
      () => by.deleteArticle(OTHER, { id: b }),
      () => by.pauseSource(OTHER, { id: source?.id ?? "", on: true }),
      () => by.fetchSource(OTHER, source?.id ?? ""),
      () => by.deleteSource(OTHER, source?.id ?? ""),
    ])
      await expect(act()).rejects.toMatchObject({ code: "access_denied" });
    expect(await titles(it)).toEqual(["A", "B"]);
    expect(await listEvents(it)).toEqual([]);
  });

  test("that two administrators change at once is changed once", async () => {
    const it = await open(item("A"), item("B"));
    const [a, b] = [await findId(it, "A"), await findId(it, "B")];
    const { administration: by } = it.news;
    const done = async (work: (viewer: Viewer) => Promise<void>) =>
      (await Promise.allSettled([ADMINISTRATOR, OTHER, ADMINISTRATOR].map(work))).filter(
        ({ status }) => status === "fulfilled",
      ).length;
    expect(await done((viewer) => by.hideArticle(viewer, { id: a }))).toBe(3);
    expect(await done((viewer) => by.showArticle(viewer, { id: a }))).toBe(3);
    expect(await done((viewer) => by.deleteArticle(viewer, { id: b }))).toBe(1);
    expect((await listEvents(it)).map(({ act }) => act)).toEqual([
      "article.hide",
      "article.show",
      "article.delete",
    ]);
    // Either the edit or the deletion comes first, and both get an answer.
    await Promise.allSettled([
      by.editArticle(ADMINISTRATOR, { id: a, ...FIELDS }),
      by.deleteArticle(OTHER, { id: a }),
      ingest(it),
    ]);
    expect(await titles(it)).toEqual([]);
    await expectCorrectCounts(it);
  });
});

describe("a source", () => {
  const typed = (change: object = {}) => ({
    name: "Own",
    address: `${feeds.server.origin}/own`,
    category: "quantum",
    intervalMinutes: "",
    ...change,
  });

  test("is tested before it is added, with the result or the reason", async () => {
    const it = await open(item("A"));
    const { administration: by } = it.news;
    await expect(by.addSource(ADMINISTRATOR, typed())).rejects.toMatchObject({
      code: "invalid_input",
      fields: { address: "This feed cannot be used: its server answered 404." },
    });
    feeds.server.on("/own", "<html><body>No feed</body></html>");
    await expect(by.testSource(ADMINISTRATOR, typed())).rejects.toMatchObject({
      fields: { address: expect.stringContaining("This feed cannot be used: ") },
    });
    expect(await it.sources()).toHaveLength(1);
    serve("own", item("One"), item("Two"), item("Three"), item("Four"));
    const found = { stories: 4, skipped: 0, titles: ["One", "Two", "Three"] };
    expect(await by.testSource(ADMINISTRATOR, typed())).toEqual(found);
    expect(await it.sources()).toHaveLength(1);
    expect(await by.addSource(ADMINISTRATOR, typed())).toMatchObject({ found });
    await expect(by.addSource(OTHER, typed())).rejects.toMatchObject({
      fields: { address: "This feed has already been added." },
    });
    const id = (await it.sources()).find(({ name }) => name === "Own")?.id ?? "";
    await expect(
      by.editSource(ADMINISTRATOR, {
        ...typed({ address: `${feeds.server.origin}/gone` }),
        id,
        isEnabled: true,
      }),
    ).rejects.toMatchObject({ fields: { address: expect.stringContaining("404") } });
    await by.editSource(ADMINISTRATOR, { ...typed({ name: "Renamed" }), id, isEnabled: true });
    expect(await listEvents(it)).toMatchObject([
      { act: "source.add", thing_name: "Own" },
      { act: "source.edit", before: { name: "Own" }, after: { name: "Renamed" } },
    ]);
  });

  test("with a private address is rejected", async () => {
    serve("own", item("One"));
    const it = await feeds.open([], { allowPrivate: false });
    await expect(it.news.administration.testSource(ADMINISTRATOR, typed())).rejects.toMatchObject({
      fields: { address: "This feed cannot be used: its address is not on the public network." },
    });
  });

  test("is not fetched while paused, can be fetched on demand, and reports its last error", async () => {
    const it = await open(item("A"));
    const [source] = await it.sources();
    const id = source?.id ?? "";
    const { administration: by } = it.news;
    await by.pauseSource(ADMINISTRATOR, { id, on: true });
    await by.pauseSource(OTHER, { id, on: true });
    expect(await it.sources()).toMatchObject([{ health: "off" }]);
    await expect(by.fetchSource(ADMINISTRATOR, id)).rejects.toMatchObject({ code: "invalid_input" });
    await by.pauseSource(ADMINISTRATOR, { id, on: false });
    serve("wire", item("A"), item("B"));
    expect(await by.fetchSource(ADMINISTRATOR, id)).toMatchObject({ result: "ingested", added: 1 });
    feeds.server.on("/wire", (_request, response) => response.writeHead(500).end());
    expect(await by.fetchSource(ADMINISTRATOR, id)).toMatchObject({ result: "refused" });
    expect(await it.sources()).toMatchObject([
      { health: "failing", failures: 1, lastError: "its server answered 500", isListed: true },
    ]);
    await expect(by.deleteSource(ADMINISTRATOR, id)).rejects.toMatchObject({ code: "invalid_input" });
    expect((await listEvents(it)).map(({ act }) => act)).toEqual([
      "source.pause",
      "source.resume",
      "source.fetch",
      "source.fetch",
    ]);
  });

  test("deleted during a fetch leaves nothing behind", async () => {
    const it = await open(item("A"));
    serve("own", item("One"));
    const { administration: by } = it.news;
    const { id } = await by.addSource(ADMINISTRATOR, typed());
    let answer = () => {};
    const requested = new Promise<void>((started) => {
      feeds.server.on("/own", (_request, response) => {
        answer = () =>
          response.writeHead(200, { "Content-Type": "application/xml" }).end(buildRss([item("Late")]));
        started();
      });
    });
    const fetching = by.fetchSource(ADMINISTRATOR, id);
    await requested;
    await by.deleteSource(OTHER, id);
    answer();
    await expect(fetching).rejects.toMatchObject({ code: "source_not_found" });
    expect(await titles(it)).toEqual(["A"]);
    expect((await it.sources()).map(({ name }) => name)).toEqual(["wire"]);
    expect((await listEvents(it)).map(({ act }) => act)).toEqual([
      "source.add",
      "source.fetch",
      "source.delete",
    ]);
  });
});
