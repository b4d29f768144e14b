import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { createAnnouncements } from "#server/platform/announcements.ts";
import { createLog } from "#server/platform/log.ts";
import { getRequestScope, type RequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { cacheDocuments } from "./cache-documents.ts";
import { createMaterialFinder } from "./find-material.ts";

let site: AppFixture;
let ada: Member;
beforeAll(async () => {
  site = await createAppFixture();
  ada = await site.register();
});
afterAll(() => site.end());

const createPost = (title: string, requestId: string) =>
  site.app.forum.createPost(ada, {
    requestId,
    title,
    content: "Lanthanum lamps glow green.",
    tags: [],
    category: "tech",
  } as Parameters<typeof site.app.forum.createPost>[1]);

test("the documents for an input are read only once until a post is added, and a deleted post is never used again", async () => {
  const announcements = createAnnouncements({ url: site.database.url, log: createLog("silent") });
  const finder = createMaterialFinder({ ...site.app, clock: site.clock });
  let readCount = 0;
  const find = cacheDocuments((tool, input) => {
    readCount += 1;
    return finder.findDocuments(tool, input);
  }, announcements);
  const findTitles = async () =>
    (await find("chatbot", "lanthanum lamps")).documents.map(({ title }) => title);

  expect([await findTitles(), await findTitles()]).toEqual([[], []]);
  expect(readCount).toBe(2);

  announcements.start();
  await expect.poll(() => announcements.isCurrent()).toBe(true);
  readCount = 0;
  expect([await findTitles(), await findTitles(), await findTitles()]).toEqual([[], [], []]);
  expect(readCount).toBe(1);

  const { id } = await createPost("Lamps", "00000000-0000-4000-8000-000000000001");
  await announcements.waitForDelivery();
  expect(await findTitles()).toEqual(["Lamps"]);
  await site.app.forum.deletePost(ada, id);
  await announcements.waitForDelivery();
  expect(await findTitles()).toEqual([]);
  expect(readCount).toBe(3);
  await announcements.stop();
});

test("neither a failed search nor a search for pasted text is cached", async () => {
  let readCount = 0;
  const find = cacheDocuments(
    async () => {
      readCount += 1;
      if (readCount === 1) throw new Error("the database is restarting");
      return { documents: [], rarity: {} };
    },
    { on: () => () => {}, onGap: () => () => {}, isCurrent: () => true },
  );
  await expect(find("chatbot", "lamps")).rejects.toThrow("restarting");
  await find("chatbot", "lamps");
  await find("chatbot", "lamps");
  expect(readCount).toBe(2);
  const pastedText = "A long text about lamps. ".repeat(20);
  await find("sentiment", pastedText);
  await find("sentiment", pastedText);
  expect(readCount).toBe(4);
});

test("a search that other requests wait for isn't canceled with the request that started it", async () => {
  const silentAnnouncements = { on: () => () => {}, onGap: () => () => {}, isCurrent: () => true };
  const finder = createMaterialFinder({ ...site.app, clock: site.clock });
  const searchStart = Promise.withResolvers<void>();
  const find = cacheDocuments(async (tool, input) => {
    await searchStart.promise;
    return finder.findDocuments(tool, input);
  }, silentAnnouncements);
  const firstSearch = runInRequestScope("first", () => {
    const scope = getRequestScope() as RequestScope;
    const result = find("chatbot", "lanthanum");
    scope.canceled = true;
    return result;
  });
  const secondSearch = find("chatbot", "lanthanum");
  searchStart.resolve();
  await expect(Promise.all([firstSearch, secondSearch])).resolves.toHaveLength(2);
});
