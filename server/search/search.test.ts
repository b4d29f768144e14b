import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { SearchKind } from "#core/search/kinds.ts";
import type { SearchResult, SearchResultPage } from "#core/search/types.ts";
import { createForum } from "#server/forum/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createSearch } from "./index.ts";

let site: AppFixture;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  site = await createAppFixture();
  ada = await site.register();
  ben = await site.register();
  // New members can't publish this much.
  await site.database.pool.query("update profiles set is_verified = true");
});
afterAll(() => site.end());

let contentCount = 0;
const addPost = async (
  author: Member,
  fields: { title: string; content?: string; tags?: string[]; category?: string },
) => {
  contentCount += 1;
  const { id } = await site.app.forum.createPost(author, {
    requestId: `00000000-0000-4000-8000-${String(contentCount).padStart(12, "0")}`,
    content: "Nothing in particular.",
    tags: [],
    category: "tech",
    ...fields,
  } as Parameters<typeof site.app.forum.createPost>[1]);
  return id;
};
const addComment = async (author: Member, postId: string, content: string) => {
  contentCount += 1;
  return site.app.forum.addComment(author, {
    requestId: `00000000-0000-4000-8000-${String(contentCount).padStart(12, "0")}`,
    postId,
    content,
    parentId: null,
  } as unknown as Parameters<typeof site.app.forum.addComment>[1]);
};
const addArticle = async (title: string, content: string) => {
  const { rows } = await site.database.pool.query<{ id: string }>(
    `insert into news_articles (title, content, category, tags, author, published_at, source, identity, content_digest)
     values ($1, $2, 'quantum', '{qubits}', 'Jo Writer', now(), 'The Gazette', $1, '') returning id`,
    [title, content],
  );
  return rows[0]?.id ?? "";
};
const find = (
  search: string,
  kind: SearchKind = "all",
  cursor: string | null = null,
): Promise<SearchResultPage> => site.app.search.find(null, { search, kind, cursor });
const listIds = async (search: string, kind: SearchKind = "all") =>
  (await find(search, kind)).items.map(({ id }) => id);
const getMatches = (result: SearchResult | undefined) =>
  result === undefined
    ? []
    : [
        ...("title" in result ? result.title : "name" in result ? result.name : []),
        ...("excerpt" in result ? result.excerpt : []),
      ]
        .filter(({ isMatch }) => isMatch)
        .map(({ text }) => text);

describe("search", () => {
  test("finds a word in posts, comments and news, highlights it, and ranks matches in titles first", async () => {
    const textMatchId = await addPost(ada, {
      title: "A plain title",
      content: "Talk of **thermocouples** and more.",
    });
    const titleMatchId = await addPost(ada, { title: "Thermocouple or not", content: "Well." });
    const comment = await addComment(ben, textMatchId, "My thermocouple broke.");
    const articleId = await addArticle("A thermocouple for all", "Words about it.");
    expect(new Set(await listIds("thermocouple"))).toEqual(
      new Set([textMatchId, titleMatchId, comment.id, articleId]),
    );
    expect(await listIds("thermocouple", "posts")).toEqual([titleMatchId, textMatchId]);
    expect(await listIds("thermocouple", "comments")).toEqual([comment.id]);
    expect(await listIds("thermocouple", "news")).toEqual([articleId]);
    expect(await listIds("thermocouple", "people")).toEqual([]);
    const { items } = await find("thermocouple", "posts");
    expect(items.map(getMatches)).toEqual([["Thermocouple"], ["thermocouples"]]);
  });

  test("finds members by name, part of a name or a similar name, but not by their posts", async () => {
    const findNames = async (search: string) =>
      (await find(search, "people")).items.map((result) => result.kind === "member" && result.username);
    expect((await findNames(ada.username))[0]).toBe(ada.username);
    expect(await findNames("person")).toEqual(expect.arrayContaining([ada.username, ben.username]));
    expect(await findNames("persom 1")).toContain(ada.username);
    expect(await findNames("thermocouple")).toEqual([]);
    expect(await findNames("person tag:x")).toEqual([]);
  });

  test("corrects misspellings in posts, comments and news, and reports the corrections", async () => {
    const id = await addPost(ada, { title: "Entanglement swapping" });
    const comment = await addComment(ben, id, "Decoherence everywhere");
    const articleId = await addArticle("Magnetometers", "They measure.");
    expect(await listIds("entaglement")).toContain(id);
    expect(await listIds("decohrence")).toEqual([comment.id]);
    const page = await find("magnetometre");
    expect(page.items.map((result) => result.id)).toEqual([articleId]);
    expect(page.corrections).toEqual([{ word: "magnetometre", replacements: ["magnetometers"] }]);
  });

  test("never suggests a word that only occurs in deleted content", async () => {
    const id = await addPost(ada, { title: "Nothing to see", content: "The word is heliotropism." });
    const comment = await addComment(ben, id, "And phosphorescent.");
    const listCorrections = async (search: string) =>
      (await find(search)).corrections.flatMap(({ replacements }) => replacements);
    expect(await listCorrections("heliotropsm")).toEqual(["heliotropism"]);
    expect(await listCorrections("phosphorescnt")).toEqual(["phosphorescent"]);
    await site.app.forum.deleteComment(ben, comment.id);
    expect(await listCorrections("phosphorescnt")).toEqual([]);
    await addComment(ben, id, "Once more: phosphorescent.");
    await site.app.forum.deletePost(ada, id);
    expect(await listCorrections("heliotropsm")).toEqual([]);
    expect(await listCorrections("phosphorescnt")).toEqual([]);
  });

  test("supports quotes, minus, tag:, author:, category: and dates", async () => {
    const firstPostId = await addPost(ada, {
      title: "Zirconium is red green",
      tags: ["Alloys"],
      category: "quantum",
    });
    const secondPostId = await addPost(ben, { title: "Zirconium is green red", tags: ["alloys", "metal"] });
    const articleId = await addArticle("Zirconium story", "Written by someone.");
    const findIds = async (search: string) => new Set(await listIds(search));
    expect(await findIds('zirconium "red green"')).toEqual(new Set([firstPostId]));
    expect(await findIds("zirconium -red")).toEqual(new Set([articleId]));
    expect(await findIds("tag:ALLOYS")).toEqual(new Set([firstPostId, secondPostId]));
    expect(await findIds("tag:alloys tag:metal")).toEqual(new Set([secondPostId]));
    expect(await findIds("zirconium -tag:metal")).toEqual(new Set([firstPostId, articleId]));
    expect(await findIds("zirconium category:quantum")).toEqual(new Set([firstPostId, articleId]));
    expect(await findIds(`zirconium author:"${ben.username.toUpperCase()}"`)).toEqual(
      new Set([secondPostId]),
    );
    // Two members' names start with this, so it is ambiguous.
    expect(await findIds("zirconium author:person")).toEqual(new Set());
    const soleAuthor = await site.register();
    await site.database.pool.query(
      "update profiles set username = 'solitary_one', username_skeleton = 'solitary_one', username_folded = 'solitary_one', is_verified = true where id = $1",
      [soleAuthor.id],
    );
    const thirdPostId = await addPost(soleAuthor, { title: "Zirconium alone" });
    expect(await findIds("zirconium author:solit")).toEqual(new Set([thirdPostId]));
    await site.app.auth.account.rename(soleAuthor, "Lonely Crane");
    expect(await findIds("zirconium author:solitary_one")).toEqual(new Set([thirdPostId]));
    await site.app.forum.deletePost(soleAuthor, thirdPostId);
    expect(await findIds('zirconium author:"the gazette"')).toEqual(new Set([articleId]));
    expect(await findIds("zirconium after:yesterday")).toEqual(
      new Set([firstPostId, secondPostId, articleId]),
    );
    expect(await findIds("zirconium before:today")).toEqual(new Set());
    expect(await find("zirconium author:nobodyhere")).toMatchObject({
      items: [],
      unknownAuthors: ["nobodyhere"],
    });
  });
});

test("common English words count in quotes, after a minus and on their own", async () => {
  const postInOrderId = await addPost(ada, { title: "Zeta then copper" });
  const postOutOfOrderId = await addPost(ada, { title: "Zeta copper before then" });
  expect(await listIds('"zeta then"')).toEqual([postInOrderId]);
  expect(new Set(await listIds("zeta copper"))).toEqual(new Set([postInOrderId, postOutOfOrderId]));
  expect(await listIds("zeta -before")).toEqual([postInOrderId]);
  expect(await listIds("before")).toContain(postOutOfOrderId);
  expect(await listIds("before")).not.toContain(postInOrderId);
  expect(getMatches((await find('"then copper"')).items[0])).toEqual(["then", "copper"]);
  expect(await listIds('zeta OR "before then"')).toHaveLength(2);
  expect(await listIds('"of zeta"')).toEqual([]);
  const listPostIds = async (search: string) => {
    const query = { sort: "hot", period: "all", categories: [], tag: null, search, cursor: null } as const;
    return (await site.app.forum.listPosts(null, query)).items.map(({ id }) => id);
  };
  expect(await listPostIds('"zeta then"')).toEqual([postInOrderId]);
  expect(await listPostIds("zeta -before")).toEqual([postInOrderId]);
  expect(await listPostIds("before")).toContain(postOutOfOrderId);
  const articleId = await addArticle("Before the eta", "All of it.");
  const listArticleIds = async (search: string) =>
    (await site.app.news.listNews({ category: "all", search, cursor: null })).items.map(({ id }) => id);
  expect(await listArticleIds('"before the eta"')).toEqual([articleId]);
  expect(await listArticleIds("eta -before")).toEqual([]);
  expect(await listArticleIds("before")).toEqual([articleId]);
});

describe("search never finds", () => {
  test("deleted posts and their comments, until they are restored", async () => {
    const id = await addPost(ada, { title: "Gallium arsenide" });
    const comment = await addComment(ben, id, "Gallium indeed");
    expect(new Set(await listIds("gallium"))).toEqual(new Set([id, comment.id]));
    await site.app.forum.deletePost(ada, id);
    expect(await listIds("gallium")).toEqual([]);
    await site.database.pool.query("update forum_posts set deleted_at = null where id = $1", [id]);
    expect(new Set(await listIds("gallium"))).toEqual(new Set([id, comment.id]));
    await site.app.forum.deleteComment(ben, comment.id);
    expect(await listIds("gallium")).toEqual([id]);
  });

  test("words that were removed from a post", async () => {
    const id = await addPost(ada, { title: "Tungsten" });
    await site.app.forum.editPost(ada, {
      id,
      title: "Rhenium",
      content: "x",
      category: "tech",
      tags: ["heavy"],
    });
    expect(await listIds("tungsten")).toEqual([]);
    expect(await listIds("rhenium tag:heavy")).toEqual([id]);
  });

  test("deleted articles", async () => {
    const id = await addArticle("Osmium found", "Dense.");
    expect(await listIds("osmium")).toEqual([id]);
    await site.database.pool.query("delete from news_articles where id = $1", [id]);
    expect(await listIds("osmium")).toEqual([]);
  });

  test("hidden articles, until they are unhidden", async () => {
    const id = await addArticle("Iridium found", "Denser.");
    const path = `/news/${id}`;
    const readEverywhere = async () => [
      await listIds("iridium"),
      (await site.app.search.suggest("iridium")).map((suggestion) => suggestion.path),
      [...(await site.app.search.readTitles([path])).keys()],
      (await site.app.search.readSources({ posts: [], comments: [], articles: [id] })).map(
        (source) => source.path,
      ),
      [...(await site.app.news.readArticleTexts([id], 100)).keys()],
    ];
    const visibleResults = [[id], [path], [path], [path], [id]];
    expect(await readEverywhere()).toEqual(visibleResults);
    await site.database.pool.query("update news_articles set hidden_at = now() where id = $1", [id]);
    expect(await readEverywhere()).toEqual(visibleResults.map(() => []));
    await site.database.pool.query("update news_articles set hidden_at = null where id = $1", [id]);
    expect(await readEverywhere()).toEqual(visibleResults);
  });

  test("suspended members or closed accounts; posts from closed accounts are found without a name", async () => {
    const eve = await site.register();
    await site.database.pool.query("update profiles set is_verified = true");
    const id = await addPost(eve, { title: "Niobium notes" });
    const findEve = async () => (await find(eve.username, "people")).items.map((result) => result.id);
    expect(await findEve()).toContain(eve.id);
    const suspensionSql = "update auth.users set banned_until = now() + $1::interval where id = $2";
    await site.database.pool.query(suspensionSql, ["1 day", eve.id]);
    expect(await findEve()).not.toContain(eve.id);
    await site.database.pool.query(suspensionSql, ["-1 day", eve.id]);
    expect(await findEve()).toContain(eve.id);
    await site.app.forum.anonymizeMember(eve.id);
    await site.database.pool.query("delete from auth.users where id = $1", [eve.id]);
    expect(await findEve()).not.toContain(eve.id);
    expect(await find("niobium")).toMatchObject({ items: [{ id, author: { username: "Deleted member" } }] });
    expect((await find(`niobium author:"${eve.username}"`)).items).toEqual([]);
  });
});

test("pages continue without duplicates or gaps", async () => {
  const expectedIds = await Promise.all(
    Array.from({ length: 47 }, (_, index) => addPost(ada, { title: `Hafnium ${index}` })),
  );
  const seenIds: string[] = [];
  let cursor: string | null = null;
  do {
    const page: SearchResultPage = await find("hafnium", "all", cursor);
    expect(page.items.length).toBeLessThanOrEqual(20);
    seenIds.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seenIds).toHaveLength(47);
  expect(new Set(seenIds)).toEqual(new Set(expectedIds));
  await expect(find("hafnium", "all", "nonsense")).rejects.toMatchObject({ code: "invalid_input" });
});

test.each(["\0", "\ud800", ""])("a cursor with the word %j is refused", async (word) => {
  const windows = [["post", "wide", null, null]];
  const keys = ["found", null, windows, [[[word], []]]];
  const cursor = Buffer.from(JSON.stringify(keys)).toString("base64url");
  await expect(find("hafnium", "all", cursor)).rejects.toMatchObject({ code: "invalid_input" });
});

test("hostile searches cause no errors", async () => {
  const searches = [
    "'",
    "\\",
    "'; drop table forum_posts; --",
    "a & | ! ( ) : *",
    "%_%",
    "\0",
    "-",
    '"',
    "tag:'\\",
    "author:''",
    "((((",
    "😀",
    "-tag:x",
    "<->",
    "the",
    "a".repeat(500),
    "x:y:z OR OR -OR",
    "category:ai -category:ai",
    "before:0000 after:9999-99",
    '""',
    'tag:"a\'b\\c"',
  ];
  for (const search of searches) await expect(find(search), search).resolves.toHaveProperty("items");
  for (const search of searches)
    await expect(site.app.search.suggest(search), search).resolves.toBeInstanceOf(Array);
});

test("older content is indexed once, without deleted content", async () => {
  const visiblePostId = await addPost(ada, { title: "Ytterbium clock" });
  const deletedPostId = await addPost(ada, { title: "Ytterbium gone" });
  const comment = await addComment(ben, visiblePostId, "Ytterbium yes");
  const articleId = await addArticle("Ytterbium news", "All of it.");
  await site.app.forum.deletePost(ada, deletedPostId);
  await site.database.pool.query("truncate search_documents");
  expect(await listIds("ytterbium")).toEqual([]);
  await site.database.pool.query(
    "insert into search_indexing (kind) values ('post'), ('comment'), ('article')",
  );
  await Promise.all([site.app.search.indexBacklog(), site.app.search.indexBacklog()]);
  expect(new Set(await listIds("ytterbium"))).toEqual(new Set([visiblePostId, comment.id, articleId]));
  expect(await site.app.search.indexBacklog()).toBe(0);
});

test("older content is indexed while a member is being anonymized, without a deadlock", async () => {
  const olderPostId = await addPost(ada, { title: "Scandium frames" });
  const newerPostId = await addPost(ada, { title: "Scandium bats" });
  await site.database.pool.query("insert into search_indexing (kind) values ('post')");
  const client = await site.database.pool.connect();
  try {
    // Locks rows as anonymizeMember does, which locks posts by ID.
    const lock = (id: string) =>
      client.query("select from forum_posts where id = $1 for no key update", [id]);
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.anonymizeMember]);
    await lock(olderPostId);
    const pendingIndexing = site.app.search.indexBacklog();
    const countWaiting = async () =>
      (
        await site.database.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount;
    await expect.poll(countWaiting).toBe(1);
    await lock(newerPostId);
    await client.query("commit");
    expect(await pendingIndexing).toBeGreaterThan(1);
  } finally {
    client.release(true);
  }
});

test("titles are suggested while a word is being typed, even if its stem is shorter than the typed part", async () => {
  const id = await addPost(ada, { title: "Neodymic magnetization" });
  await addPost(ada, { title: "Neodym" });
  for (const word of ["neodymic", "magnetization"])
    for (let length = 4; length <= word.length; length += 1) {
      const paths = (await site.app.search.suggest(word.slice(0, length))).map(({ path }) => path);
      expect(paths, word.slice(0, length)).toContain(`/forum/${id}`);
    }
  expect((await site.app.search.suggest("neodymi")).map(({ kind }) => kind)).toEqual(["post"]);
});

test("titles, members, tags and news are suggested for two or more characters", async () => {
  const id = await addPost(ada, { title: "Lanthanum lamps", tags: ["lanthanides"] });
  await addPost(ada, { title: "Of something else", content: "Lanthanum as well." });
  const articleId = await addArticle("Lanthanum prices", "Up.");
  // Tags are cached for a minute.
  site.clock.advance(61);
  const suggestions = await site.app.search.suggest("lanthan");
  expect(suggestions[0]).toMatchObject({ kind: "post", path: `/forum/${id}` });
  expect(suggestions.map(({ path }) => path)).toEqual(
    expect.arrayContaining([`/news/${articleId}`, "/search?q=tag%3Alanthanides"]),
  );
  expect(suggestions[0]?.label).toEqual([
    { text: "Lanthanum", isMatch: true },
    { text: " lamps", isMatch: false },
  ]);
  expect(
    (await site.app.search.suggest(ada.username)).some(
      ({ kind, path }) => kind === "member" && path.startsWith("/u/"),
    ),
  ).toBe(true);
  expect(await site.app.search.suggest("l")).toEqual([]);
});

test("suggestions correct misspelled words", async () => {
  const id = await addPost(ada, { title: "Praseodymium magnets" });
  const articleId = await addArticle("Praseodymium prices", "Up.");
  const paths = (await site.app.search.suggest("praseodimium")).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining([`/forum/${id}`, `/news/${articleId}`]));
  const [suggestion] = await site.app.search.suggest("praseodimium mag");
  expect(suggestion).toMatchObject({ path: `/forum/${id}` });
  expect(suggestion?.label.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual([
    "Praseodymium",
    "magnets",
  ]);
  await site.app.forum.deletePost(ada, id);
  expect((await site.app.search.suggest("praseodimium mag")).map(({ path }) => path)).toEqual([]);
});

test("a client may search 60 times a minute, site and forum search combined, with a higher limit for suggestions", async () => {
  const limits = createRateLimits(site.database.pool, { enabled: true });
  const { announcements } = site.app;
  const deps = { database: site.database, clock: site.clock, limits, announcements };
  const search = createSearch(deps);
  const forum = createForum(deps);
  const client = { address: "203.0.113.77" };
  const state = { search: "word", kind: "all", cursor: null } as const;
  const query = {
    sort: "hot",
    period: "all",
    categories: [],
    tag: null,
    search: "word",
    cursor: null,
  } as const;
  const refusal = { code: "too_many_requests" };
  for (let index = 0; index < 30; index += 1) await search.find(null, state, client);
  for (let index = 0; index < 30; index += 1) await forum.listPosts(null, query, client);
  await expect(
    (async () => {
      for (let index = 0; index < 10; index += 1) await search.find(null, state, client);
    })(),
  ).rejects.toMatchObject(refusal);
  await search.find(ada, state, client);
  await search.find(null, { ...state, search: "" }, client);

  for (let index = 0; index < 180; index += 1) await search.suggest("", client);
  await expect(
    (async () => {
      for (let index = 0; index < 10; index += 1) await search.suggest("", client);
    })(),
  ).rejects.toMatchObject(refusal);
  await search.suggest("", { address: "203.0.113.78" });
  site.clock.advance(61);
});
