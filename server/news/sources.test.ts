import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";
import { listSources } from "./list-sources.ts";
import { ADMINISTRATOR, openTestNews, type TestNews } from "./testing.ts";

let server: FeedServer;
let site: TestNews;
beforeAll(async () => {
  server = await startFeedServer();
  server.on("/own", buildRss([{ title: "Own" }]));
  server.on("/listed", buildRss([{ title: "Listed" }]));
  site = await openTestNews([{ name: "Listed", url: `${server.origin}/listed`, category: "ai" }]);
});
afterAll(async () => {
  await site.close();
  await server.close();
});

const buildForm = (change: object = {}) => ({
  name: " Own  feed ",
  url: `${server.origin}/own`,
  category: "quantum",
  intervalMinutes: "15",
  ...change,
});
const getCodeAndFields = async (operation: Promise<unknown>) => {
  try {
    await operation;
  } catch (error) {
    if (error instanceof AppError) return [error.code, ...Object.keys(error.fieldErrors ?? {})];
    throw error;
  }
  return null;
};

test("only administrators can list, add, edit and delete sources", async () => {
  const member: Viewer = { ...ADMINISTRATOR, role: "user" };
  for (const [viewer, code] of [
    [null, "not_signed_in"],
    [member, "access_denied"],
  ] as const) {
    const edit = { ...buildForm(), id: randomUUID() };
    expect(await getCodeAndFields(site.news.listSources(viewer))).toEqual([code]);
    expect(await getCodeAndFields(site.news.addSource(viewer, buildForm()))).toEqual([code]);
    expect(await getCodeAndFields(site.news.editSource(viewer, edit))).toEqual([code]);
    expect(await getCodeAndFields(site.news.deleteSource(viewer, randomUUID()))).toEqual([code]);
  }
  expect(await site.sources()).toHaveLength(1);
});

test("invalid input is rejected with an error per field", async () => {
  const add = (change: object) => getCodeAndFields(site.news.addSource(ADMINISTRATOR, buildForm(change)));
  expect(await add({ name: " ", url: "" })).toEqual(["missing_information", "name", "url"]);
  expect(await add({ url: "file:///etc/passwd", category: "all", intervalMinutes: "0" })).toEqual([
    "invalid_input",
    "url",
    "category",
    "intervalMinutes",
  ]);
  expect(await add({ url: `${server.origin}/listed#x` })).toEqual(["invalid_input", "url"]);
  for (const id of ["no id", randomUUID()]) {
    expect(await getCodeAndFields(site.news.editSource(ADMINISTRATOR, { ...buildForm(), id }))).toEqual([
      "source_not_found",
    ]);
    expect(await getCodeAndFields(site.news.deleteSource(ADMINISTRATOR, id))).toEqual(["source_not_found"]);
  }
});

test("a source has a time for its next fetch unless automatic fetching is off", async () => {
  const [source] = await site.news.listSources(ADMINISTRATOR);
  expect(source?.nextFetchAt).toMatch(/^\d{4}-/);
  const { database } = site;
  const settings = { sources: [], pollMinutes: null, proxyUrl: null, fetchMs: 1, concurrency: 1 };
  expect(await listSources({ database, settings }, ADMINISTRATOR)).toMatchObject([{ nextFetchAt: null }]);
});

test("an added source is fetched unless it is paused, and its articles stay when it is deleted", async () => {
  const attempts = await Promise.allSettled(
    [1, 2, 3].map(() => site.news.addSource(ADMINISTRATOR, buildForm())),
  );
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [ownSource] = (await site.sources()).filter(({ name }) => name === "Own feed");
  const id = ownSource?.id ?? "";
  expect(ownSource).toMatchObject({
    category: "quantum",
    intervalMinutes: 15,
    health: "new",
    isEnabled: true,
  });
  await site.news.ingestNews();
  expect(
    (await site.sources()).map(({ name, articleCount, health }) => [name, articleCount, health]),
  ).toEqual([
    ["Listed", 1, "good"],
    ["Own feed", 1, "good"],
  ]);

  await site.news.administration.setSourcePaused(ADMINISTRATOR, { id, isPaused: true });
  await site.news.editSource(ADMINISTRATOR, { ...buildForm({ name: "Mine" }), id });
  site.clock.advance(1000);
  expect((await site.news.ingestNews()).outcomes.map(({ name }) => name)).toEqual(["Listed"]);
  await site.news.syncSources();
  expect((await site.sources()).map(({ name, health }) => [name, health])).toEqual([
    ["Listed", "good"],
    ["Mine", "off"],
  ]);
  expect(
    await getCodeAndFields(
      site.news.editSource(ADMINISTRATOR, {
        ...buildForm({ url: `${server.origin}/listed` }),
        id,
      }),
    ),
  ).toEqual(["invalid_input", "url"]);
  await site.news.editSource(ADMINISTRATOR, { ...buildForm(), id });
  await site.news.administration.setSourcePaused(ADMINISTRATOR, { id, isPaused: false });
  expect((await site.news.ingestNews()).outcomes).toMatchObject([{ name: "Own feed", added: 0 }]);

  await site.news.deleteSource(ADMINISTRATOR, id);
  expect((await site.news.listNews({ category: "quantum", search: "", cursor: null })).items).toHaveLength(1);
  const [listedSource] = await site.sources();
  // The message is true for the built-in list and for NEWS_SOURCES.
  await expect(site.news.deleteSource(ADMINISTRATOR, listedSource?.id ?? "")).rejects.toMatchObject({
    code: "invalid_input",
    message: "This source is added again at every start, so you can't delete it. Pause it instead.",
  });
  expect(await site.news.listSourceNames()).toEqual(["Listed"]);
});
