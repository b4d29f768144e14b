import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PostListQuery } from "#core/forum/types.ts";
import type { Database } from "#server/database/index.ts";
import { generatePosts } from "#server/demo/index.ts";
import { createForum, type Forum } from "./index.ts";
import { buildListQuery, openTestForum, type TestForum } from "./testing.ts";

const POST_COUNT = 5000;

let site: TestForum;
let forum: Forum;
const statements: Parameters<Database["db"]["execute"]>[0][] = [];
beforeAll(async () => {
  site = await openTestForum();
  await generatePosts(site, { postCount: POST_COUNT, log: () => {} });
  const { reader } = site.database;
  const recordingReader = Object.assign(Object.create(reader) as typeof reader, {
    execute(statement: (typeof statements)[number]) {
      statements.push(statement);
      return reader.execute(statement);
    },
  });
  forum = createForum({
    ...site,
    database: { ...site.database, reader: recordingReader },
    limits: null,
  });
});
afterAll(() => site.database.drop());

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
}

/**
 * Counts the posts and tags that a list's statements read, and the database pages accessed for the posts, according to
 * PostgreSQL's execution plans.
 */
async function measureReads(
  run: () => Promise<unknown>,
): Promise<{ read: { posts: number; tags: number; postPages: number }; statementCount: number }> {
  statements.length = 0;
  await run();
  const read = { posts: 0, tags: 0, postPages: 0 };
  const visit = (node: PlanNode) => {
    const table = node["Relation Name"];
    if (table === "forum_posts" || table === "post_tags") {
      const visitedCount =
        node["Actual Rows"] +
        (node["Rows Removed by Filter"] ?? 0) +
        (node["Rows Removed by Index Recheck"] ?? 0);
      read[table === "post_tags" ? "tags" : "posts"] += visitedCount * node["Actual Loops"];
      if (table === "forum_posts") read.postPages += node["Shared Hit Blocks"] + node["Shared Read Blocks"];
    }
    for (const child of node.Plans ?? []) visit(child);
  };
  for (const statement of statements) {
    const { rows } = await site.database.db.execute<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      sql`explain (analyze, format json) ${statement as ReturnType<typeof sql>}`,
    );
    for (const { Plan } of rows[0]?.["QUERY PLAN"] ?? []) visit(Plan);
  }
  return { read, statementCount: statements.length };
}

const buildCursor = (...keys: unknown[]) => Buffer.from(JSON.stringify(keys)).toString("base64url");
const id = "80000000-0000-4000-8000-000000000000";

test("a page of a list of 5,000 posts reads only its own posts and one more per category, wherever the page is in the list", async () => {
  const yearAgo = (site.clock.now().getTime() - 365 * 86_400_000) * 1000;
  const lateCursors = {
    hot: buildCursor("hot", false, 1000, id),
    new: buildCursor("new", yearAgo, id),
    top: buildCursor("top", 0, yearAgo, id),
  };
  for (const sort of ["hot", "new", "top"] as const) {
    for (const cursor of [null, lateCursors[sort]]) {
      for (const categories of [[], ["ai"], ["ai", "defi", "nft"]] as PostListQuery["categories"][]) {
        const query = buildListQuery({ sort, cursor, categories });
        const { read, statementCount } = await measureReads(() => forum.listPosts(null, query));
        expect(statementCount).toBe(1);
        // Merging categories reads one more post of each.
        expect(read.posts, JSON.stringify(query)).toBeLessThanOrEqual(21 + categories.length);
      }
    }
  }
});

test("Top of a period reads only its own posts and one more per category, wherever the page is in the list", async () => {
  const weekAgo = (site.clock.now().getTime() - 6 * 86_400_000) * 1000;
  for (const period of ["day", "week", "month"] as const) {
    for (const cursor of [null, buildCursor("top", 0, weekAgo, id)]) {
      for (const categories of [[], ["ai"], ["ai", "defi", "nft"]] as PostListQuery["categories"][]) {
        const query = buildListQuery({ sort: "top", period, cursor, categories });
        const { read, statementCount } = await measureReads(() => forum.listPosts(null, query));
        expect(statementCount).toBe(1);
        expect(read.posts, JSON.stringify(query)).toBeLessThanOrEqual(21 + categories.length);
      }
    }
  }
});

test("in every sort order, a list by tag reads only its own posts, each through one index page, and a few tag rows", async () => {
  const { rows } = await site.database.pool.query<{ tag: string }>(
    "select tag from post_tags group by tag order by count(*) desc limit 1",
  );
  const tag = rows[0]?.tag ?? "";
  const yearAgo = (site.clock.now().getTime() - 365 * 86_400_000) * 1000;
  const weekAgo = (site.clock.now().getTime() - 6 * 86_400_000) * 1000;
  for (const query of [
    { sort: "hot" },
    { sort: "hot", cursor: buildCursor("hot", false, 1000, id) },
    { sort: "new" },
    { sort: "new", cursor: buildCursor("new", yearAgo, id) },
    { sort: "top" },
    { sort: "top", cursor: buildCursor("top", 0, yearAgo, id) },
    { sort: "top", period: "month" },
    { sort: "top", period: "month", cursor: buildCursor("top", 0, weekAgo, id) },
  ] as const) {
    for (const categories of [[], ["ai"], ["ai", "defi", "nft"]] as PostListQuery["categories"][]) {
      const listQuery = buildListQuery({ ...query, tag, categories });
      const { read, statementCount } = await measureReads(() => forum.listPosts(null, listQuery));
      expect(statementCount).toBe(1);
      expect(read.posts, JSON.stringify(listQuery)).toBeLessThanOrEqual(21);
      // Each post needs a page of the index and one of the table. A few entries are on the second page of their bucket.
      expect(read.postPages, JSON.stringify(listQuery)).toBeLessThan(read.posts * 2.5 + 1);
      // Each category reads its part of the page and one more row. A rare tag reads all of its rows, about a hundred.
      expect(read.tags, JSON.stringify(listQuery)).toBeLessThanOrEqual(150 * Math.max(categories.length, 1));
    }
  }
  await site.database.pool.query(
    "update forum_posts set tags = '{Singular}' where id = (select min(id::text)::uuid from forum_posts)",
  );
  expect((await forum.listPosts(null, buildListQuery({ tag: "SINGULAR" }))).items).toHaveLength(1);
  const noMatches = await measureReads(() =>
    forum.listPosts(null, buildListQuery({ tag: "nobody uses this", sort: "top" })),
  );
  expect(noMatches.read).toEqual({ posts: 0, tags: 0, postPages: 0 });
});

test("a search sorted by date or votes reads a bounded number of posts, no matter how common its words are", async () => {
  for (const search of ["validator", "the chain", "validator qubit annealer", "nobody"]) {
    for (const sort of ["new", "top"] as const) {
      const { read, statementCount } = await measureReads(() =>
        forum.listPosts(null, buildListQuery({ search, sort })),
      );
      expect(statementCount).toBe(2);
      expect(read.posts, `${search} by ${sort}`).toBeLessThan(3000);
    }
  }
});

test("generated data has the right counters, and Top lists only posts of the period, by upvotes", async () => {
  expect(await forum.recountForum({ repair: false })).toEqual([]);
  const figures = (await forum.readCommunity()).figures;
  expect(figures).toMatchObject({ totalPosts: POST_COUNT, members: 150 });
  for (const period of ["day", "week", "month"] as const) {
    const { items } = await forum.listPosts(null, buildListQuery({ sort: "top", period }));
    const days = { day: 1, week: 7, month: 30 }[period];
    // About seven posts are generated per day, at random, and one now.
    expect(items.length).toBeGreaterThan(period === "day" ? 0 : 19);
    for (const post of items) {
      expect(site.clock.now().getTime() - Date.parse(post.createdAt)).toBeLessThanOrEqual(days * 86_400_000);
    }
    expect(items.map((post) => post.upvotes)).toEqual(
      items.map((post) => post.upvotes).toSorted((a, b) => b - a),
    );
  }
});

test("a filtered list reads a bounded number of posts, even when it finds none", async () => {
  const member = await site.createMember("filter_reader");
  const { pool } = site.database;
  // Disables the triggers, which would announce every post.
  await pool.query(`set session_replication_role = replica;
    update forum_posts set comment_count = 1
      where id in (select id from forum_posts order by created_at desc limit ${POST_COUNT / 2});
    set session_replication_role = origin`);
  await pool.query(
    `insert into list_follows select $1::uuid, 'category', category, now()
     from unnest('{ai,crypto,defi,nft,news,quantum,tech,trading}'::text[]) category
     union all select $1::uuid, 'tag', tag, now() from (select distinct tag from post_tags order by tag limit 20) t`,
    [member.id],
  );
  await pool.query(
    "insert into thread_follows select $1, id, 'following', created_at from forum_posts order by id limit 2000",
    [member.id],
  );
  await pool.query(
    "insert into post_visits select $1, id, now() from forum_posts order by created_at desc limit $2",
    [member.id, POST_COUNT / 2],
  );
  await pool.query("analyze list_follows, thread_follows, post_visits, forum_posts");
  // Merging three categories reads ahead by one post in two of them. Posts are read again for their cards. Following
  // reads a page per category and tag, and LISTED_THREADS_MAX threads.
  const maxPostsRead = { unanswered: 500 + 2, unread: 2 * 200 + 300, following: 8 * 21 + 20 * 21 + 200 + 21 };
  for (const filter of ["unanswered", "unread", "following"] as const) {
    for (const categories of [[], ["ai"], ["ai", "defi", "nft"]] as PostListQuery["categories"][]) {
      const query = buildListQuery({ filter, sort: "new", categories });
      const { read, statementCount } = await measureReads(() => forum.listPosts(member, query));
      expect(statementCount).toBe(1);
      expect(read.posts, JSON.stringify(query)).toBeLessThanOrEqual(maxPostsRead[filter]);
    }
  }
});
