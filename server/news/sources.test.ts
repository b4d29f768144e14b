import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";
import { ADMINISTRATOR, openTestNews, type TestNews } from "./testing.ts";

let server: FeedServer;
let it: TestNews;
beforeAll(async () => {
  server = await startFeedServer();
  server.on("/own", buildRss([{ title: "Own" }]));
  server.on("/listed", buildRss([{ title: "Listed" }]));
  it = await openTestNews([{ name: "Listed", address: `${server.origin}/listed`, category: "ai" }]);
});
afterAll(async () => {
  await it.close();
  await server.close();
});

const form = (change: object = {}) => ({
  name: " Own  feed ",
  address: `${server.origin}/own`,
  category: "quantum",
  intervalMinutes: "15",
  ...change,
});
const refusal = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return [error.code, ...Object.keys(error.fields ?? {})];
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
    const edit = { ...form(), id: randomUUID(), isEnabled: true };
    expect(await refusal(it.news.listSources(viewer))).toEqual([code]);
    expect(await refusal(it.news.addSource(viewer, form()))).toEqual([code]);
    expect(await refusal(it.news.editSource(viewer, edit))).toEqual([code]);
    expect(await refusal(it.news.deleteSource(viewer, randomUUID()))).toEqual([code]);
  }
  expect(await it.sources()).toHaveLength(1);
});

test("invalid input is rejected per field", async () => {
  const add = (change: object) => refusal(it.news.addSource(ADMINISTRATOR, form(change)));
  expect(await add({ name: " ", address: "" })).toEqual(["missing_information", "name", "address"]);
  expect(await add({ address: "file:///etc/passwd", category: "all", intervalMinutes: "0" })).toEqual([
    "invalid_input",
    "address",
    "category",
    "intervalMinutes",
  ]);
  expect(await add({ address: `${server.origin}/listed#x` })).toEqual(["invalid_input", "address"]);
  for (const id of ["no id", randomUUID()]) {
    expect(await refusal(it.news.editSource(ADMINISTRATOR, { ...form(), id, isEnabled: true }))).toEqual([
      "source_not_found",
    ]);
    expect(await refusal(it.news.deleteSource(ADMINISTRATOR, id))).toEqual(["source_not_found"]);
  }
});

test("an added source is fetched unless turned off, and its articles stay when it is deleted", async () => {
  const attempts = await Promise.allSettled([1, 2, 3].map(() => it.news.addSource(ADMINISTRATOR, form())));
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [own] = (await it.sources()).filter(({ name }) => name === "Own feed");
  const id = own?.id ?? "";
  expect(own).toMatchObject({ category: "quantum", intervalMinutes: 15, health: "new", isEnabled: true });
  await it.news.ingestNews();
  expect((await it.sources()).map(({ name, articles, health }) => [name, articles, health])).toEqual([
    ["Listed", 1, "good"],
    ["Own feed", 1, "good"],
  ]);

  await it.news.editSource(ADMINISTRATOR, { ...form({ name: "Mine" }), id, isEnabled: false });
  it.clock.advance(1000);
  expect((await it.news.ingestNews()).outcomes.map(({ name }) => name)).toEqual(["Listed"]);
  await it.news.syncSources();
  expect((await it.sources()).map(({ name, health }) => [name, health])).toEqual([
    ["Listed", "good"],
    ["Mine", "off"],
  ]);
  expect(
    await refusal(
      it.news.editSource(ADMINISTRATOR, {
        ...form({ address: `${server.origin}/listed` }),
        id,
        isEnabled: true,
      }),
    ),
  ).toEqual(["invalid_input", "address"]);
  await it.news.editSource(ADMINISTRATOR, { ...form(), id, isEnabled: true });
  expect((await it.news.ingestNews()).outcomes).toMatchObject([{ name: "Own feed", unchanged: 1, added: 0 }]);

  await it.news.deleteSource(ADMINISTRATOR, id);
  expect((await it.news.listNews({ category: "quantum", search: "", cursor: null })).items).toHaveLength(1);
  const [listed] = await it.sources();
  expect(await refusal(it.news.deleteSource(ADMINISTRATOR, listed?.id ?? ""))).toEqual(["invalid_input"]);
  expect(await it.news.listSourceNames()).toEqual(["Listed"]);
});
