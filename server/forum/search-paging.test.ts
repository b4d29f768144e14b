import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SearchKind } from "#core/search/kinds.ts";
import { createSearch, type Search } from "#server/search/index.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

/** More documents than a search reads one by one. */
const FILLER_COUNT = 2_100;

let site: TestForum;
let search: Search;
let authorId: string;
beforeAll(async () => {
  site = await openTestForum();
  const announcements = { on: () => () => {}, onGap: () => () => {}, isCurrent: () => false };
  search = createSearch({ ...site, limits: null, announcements });
  authorId = (await site.createMember("ada")).id;
  await addPosts("Filler", FILLER_COUNT, "2026-05-01", "1 minute");
});
afterAll(() => site.database.drop());

/** Adds posts with numbered titles, the first at `newest` and each following one `interval` earlier. */
async function addPosts(title: string, count: number, newest: string, interval: string): Promise<string[]> {
  const { rows } = await site.database.pool.query<{ id: string }>(
    `insert into forum_posts (title, content, category, tags, author_id, created_at, upvotes)
     select $1 || ' ' || n, 'Some text', 'tech', '{}', $2, $4::timestamptz - n * $5::interval, n % 7
     from generate_series(0, $3 - 1) n returning id`,
    [title, authorId, count, newest, interval],
  );
  return rows.map(({ id }) => id);
}

async function addComments(postId: string, content: string, count: number): Promise<string[]> {
  const { rows } = await site.database.pool.query<{ id: string }>(
    `insert into comments (post_id, content, author_id, created_at)
     select $1, $2 || ' ' || n, $3, '2026-04-01'::timestamptz from generate_series(1, $4) n returning id`,
    [postId, content, authorId, count],
  );
  return rows.map(({ id }) => id);
}

type Page = { readonly items: readonly { readonly id: string }[]; readonly nextCursor: string | null };

/** `between` runs after the first page. */
async function readPages(readPage: (cursor: string | null) => Promise<Page>, between = async () => {}) {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page = await readPage(cursor);
    if (cursor === null) await between();
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

/** Reads the IDs on all pages, in order. Only the last page may have fewer than twenty. */
async function readAll(...parameters: Parameters<typeof readPages>) {
  const idsByPage = (await readPages(...parameters)).map(({ items }) => items.map(({ id }) => id));
  for (const ids of idsByPage.slice(0, -1)) expect(ids).toHaveLength(20);
  return idsByPage.flat();
}

const find = (text: string, kind: SearchKind) => (cursor: string | null) =>
  search.find(null, { search: text, kind, cursor });
const list = (text: string, sort: "hot" | "new" | "top") => (cursor: string | null) =>
  site.forum.listPosts(null, buildListQuery({ search: text, sort, cursor }));

const expectOnce = (ids: readonly string[], expected: readonly string[]) => {
  expect(ids.length).toBe(expected.length);
  expect(new Set(ids)).toEqual(new Set(expected));
};

describe("paging reaches every match once", () => {
  test("of a word in most documents", async () => {
    const postIds = await addPosts("Omnipresent", 450, "2026-05-02", "1 second");
    const commentIds = await addComments(postIds[0] ?? "", "An omnipresent remark", 310);
    expectOnce(await readAll(find("omnipresent", "posts")), postIds);
    expectOnce(await readAll(find("omnipresent", "comments")), commentIds);
    expectOnce(await readAll(find("omnipresent", "all")), [...postIds, ...commentIds]);
    for (const sort of ["hot", "new", "top"] as const)
      expectOnce(await readAll(list("omnipresent", sort)), postIds);
  });

  test("of a word that was common in another year, and of a word in a few documents of every year", async () => {
    const burstPostIds = await addPosts("Eclipsed", 1_100, "2023-02-10", "3 hours");
    expectOnce(await readAll(find("eclipsed", "posts")), burstPostIds);
    const scatteredPostIds = await addPosts("Seldom", 60, "2025-06-01", "20 days");
    for (const sort of ["hot", "new", "top"] as const)
      expectOnce(await readAll(list("seldom", sort)), scatteredPostIds);
    expect(await readAll(list("seldom", "new"))).toEqual(scatteredPostIds);
  });

  test("of a word in some of the newest documents and in more of the older ones", async () => {
    const newerPostIds = await addPosts("Recurrent", 12, "2026-05-02", "1 minute");
    const olderPostIds = await addPosts("Recurrent", 260, "2026-03-01", "9 hours");
    expectOnce(await readAll(find("recurrent", "posts")), [...newerPostIds, ...olderPostIds]);
    expectOnce(await readAll(list("recurrent", "new")), [...newerPostIds, ...olderPostIds]);
  });

  test("of a word in a few documents of every month, without reading the index month by month", async () => {
    const postIds = [
      ...(await addPosts("Sporadic", 20, "2026-05-02", "1 minute")),
      ...(await addPosts("Sporadic", 280, "2026-04-30", "60 hours")),
    ];
    expectOnce(await readAll(find("sporadic", "posts")), postIds);

    const client = await site.database.pool.connect();
    try {
      await client.query("begin");
      await client.query("set local track_functions = 'all'");
      const { rowCount } = await client.query(
        `select from search_ids('post', 'sporad', 'sporad', '-infinity', $1, 'infinity', $1, 200, 300)`,
        ["00000000-0000-0000-0000-000000000000"],
      );
      expect(rowCount).toBe(201);
      const { rows } = await client.query<{ calls: string }>(
        `select pg_stat_get_xact_function_calls(oid) as calls from pg_proc where proname = 'search_indexed_terms'`,
      );
      // One month, then all the others at once.
      expect(rows).toEqual([{ calls: "2" }]);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("of a phrase whose words are in many other documents", async () => {
    const phrasePostIds = await addPosts("Silver before copper", 5, "2026-02-02", "1 hour");
    // As many posts as are checked for one page.
    await addPosts("Copper before silver", 300, "2026-02-01", "1 hour");
    phrasePostIds.push(...(await addPosts("Silver before copper", 45, "2026-01-01", "1 hour")));
    for (const readPage of [find('"silver before copper"', "posts"), list('"silver before copper"', "new")]) {
      const idsByPage = (await readPages(readPage)).map((page) => page.items.map(({ id }) => id));
      expectOnce(idsByPage.flat(), phrasePostIds);
      expect(idsByPage[0]).toHaveLength(5);
    }
  });

  test("of a phrase that isn't in any of the documents checked for the first page", async () => {
    await addPosts("Nickel before cobalt", 310, "2026-02-01", "1 hour");
    const phrasePostIds = await addPosts("Cobalt before nickel", 25, "2026-01-01", "1 hour");
    for (const readPage of [
      find('"cobalt before nickel"', "posts"),
      list('"cobalt before nickel"', "hot"),
      list('"cobalt before nickel"', "new"),
    ]) {
      const idsByPage = (await readPages(readPage)).map((page) => page.items.map(({ id }) => id));
      expectOnce(idsByPage.flat(), phrasePostIds);
    }
  });
});

describe("pages stay the same", () => {
  test("while posts are added with the searched word and with new words that contain it", async () => {
    const postIds = [
      ...(await addPosts("Graphite", 10, "2026-05-03", "1 second")),
      ...(await addPosts("Graphites and graphitelike", 35, "2026-05-03", "1 second")),
    ];
    for (const [index, readPage] of [find("graphite", "posts"), list("graphite", "hot")].entries()) {
      const ids = await readAll(readPage, async () => {
        const addedPostIds = await addPosts(
          `Graphite and newgraphite${"x".repeat(index)}`,
          3,
          "2026-05-04",
          "1 second",
        );
        await site.database.pool.query("update forum_posts set title = 'Other' where id = any ($1)", [
          addedPostIds,
        ]);
      });
      expectOnce(ids, postIds);
    }
  });

  test("while someone posts the misspelling that was corrected", async () => {
    const postIds = await addPosts("Palladium", 45, "2026-05-03", "1 second");
    for (const readPage of [find("paladium", "posts"), list("paladium", "hot"), list("paladium", "new")]) {
      const ids = await readAll(readPage, async () => {
        const addedPostIds = await addPosts("Paladium", 2, "2026-05-05", "1 second");
        await site.database.pool.query("delete from forum_posts where id = any ($1)", [addedPostIds]);
      });
      expectOnce(ids, postIds);
      await site.database.pool.query("delete from post_words where word = 'paladium'");
    }
  });

  test("while new posts match", async () => {
    const postIds = await addPosts("Rhodium", 230, "2026-05-03", "1 second");
    for (const readPage of [find("rhodium", "posts"), list("rhodium", "hot"), list("rhodium", "new")]) {
      let addedPostIds: string[] = [];
      const ids = await readAll(readPage, async () => {
        addedPostIds = await addPosts("Rhodium rhodium", 25, "2026-05-06", "1 second");
      });
      expectOnce(ids, postIds);
      await site.database.pool.query("delete from forum_posts where id = any ($1)", [addedPostIds]);
    }
  });

  test("while a match on a later page is deleted", async () => {
    const postIds = await addPosts("Molybdenum", 230, "2026-05-03", "1 second");
    const ids = await readAll(find("molybdenum", "posts"), async () => {
      await site.database.pool.query("update forum_posts set deleted_at = now() where id = $1", [
        postIds[100],
      ]);
    });
    const deletedId = postIds[100] ?? "";
    expectOnce(
      ids.filter((id) => id !== deletedId),
      postIds.filter((id) => id !== deletedId),
    );
  });
});
