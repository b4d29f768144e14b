import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { SearchKind } from "#core/search/kinds.ts";
import type { SearchResult, SearchResultPage } from "#core/search/types.ts";
import { createForum } from "#server/forum/index.ts";
import { createRateLimits } from "#server/platform/rate-limit.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createSearch } from "./index.ts";

let world: AppFixture;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  world = await createAppFixture();
  ada = await world.register();
  ben = await world.register();
  // New members can't write this much.
  await world.database.pool.query("update profiles set is_verified = true");
});
afterAll(() => world.end());

let sent = 0;
const post = async (
  author: Member,
  given: { title: string; content?: string; tags?: string[]; category?: string },
) => {
  sent += 1;
  const { id } = await world.app.forum.createPost(author, {
    requestId: `00000000-0000-4000-8000-${String(sent).padStart(12, "0")}`,
    content: "Nothing in particular.",
    tags: [],
    category: "tech",
    ...given,
  } as Parameters<typeof world.app.forum.createPost>[1]);
  return id;
};
const comment = async (author: Member, postId: string, content: string) => {
  sent += 1;
  return world.app.forum.addComment(author, {
    requestId: `00000000-0000-4000-8000-${String(sent).padStart(12, "0")}`,
    postId,
    content,
    parentId: null,
  } as unknown as Parameters<typeof world.app.forum.addComment>[1]);
};
const article = async (title: string, content: string) => {
  const { rows } = await world.database.pool.query<{ id: string }>(
    `insert into news_articles (title, content, category, tags, author, published_at, source, identity, said)
     values ($1, $2, 'quantum', '{qubits}', 'Jo Writer', now(), 'The Gazette', $1, '') returning id`,
    [title, content],
  );
  return rows[0]?.id ?? "";
};
const find = (
  search: string,
  kind: SearchKind = "all",
  cursor: string | null = null,
): Promise<SearchResultPage> => world.app.search.find(null, { search, kind, cursor });
const ids = async (search: string, kind: SearchKind = "all") =>
  (await find(search, kind)).items.map(({ id }) => id);
const getMatches = (found: SearchResult | undefined) =>
  found === undefined
    ? []
    : [
        ...("title" in found ? found.title : "name" in found ? found.name : []),
        ...("excerpt" in found ? found.excerpt : []),
      ]
        .filter(({ isMatch }) => isMatch)
        .map(({ text }) => text);

describe("search", () => {
  test("finds a word in posts, comments and news, highlights it and ranks titles first", async () => {
    const inText = await post(ada, {
      title: "A plain title",
      content: "Talk of **thermocouples** and more.",
    });
    const inTitle = await post(ada, { title: "Thermocouple or not", content: "Well." });
    const answer = await comment(ben, inText, "My thermocouple broke.");
    const story = await article("A thermocouple for all", "Words about it.");
    expect(new Set(await ids("thermocouple"))).toEqual(new Set([inText, inTitle, answer.id, story]));
    expect(await ids("thermocouple", "posts")).toEqual([inTitle, inText]);
    expect(await ids("thermocouple", "comments")).toEqual([answer.id]);
    expect(await ids("thermocouple", "news")).toEqual([story]);
    expect(await ids("thermocouple", "people")).toEqual([]);
    const { items } = await find("thermocouple", "posts");
    expect(items.map(getMatches)).toEqual([["Thermocouple"], ["thermocouples"]]);
  });

  test("finds people by name, part of a name or a similar name, but not by their posts", async () => {
    const names = async (search: string) =>
      (await find(search, "people")).items.map((found) => found.kind === "person" && found.username);
    expect((await names(ada.username))[0]).toBe(ada.username);
    expect(await names("person")).toEqual(expect.arrayContaining([ada.username, ben.username]));
    expect(await names("persom 1")).toContain(ada.username);
    expect(await names("thermocouple")).toEqual([]);
    expect(await names("person tag:x")).toEqual([]);
  });

  test("corrects misspellings in posts, comments and news, and says so", async () => {
    const id = await post(ada, { title: "Entanglement swapping" });
    const answer = await comment(ben, id, "Decoherence everywhere");
    const story = await article("Magnetometers", "They measure.");
    expect(await ids("entaglement")).toContain(id);
    expect(await ids("decohrence")).toEqual([answer.id]);
    const found = await find("magnetometre");
    expect(found.items.map((one) => one.id)).toEqual([story]);
    expect(found.corrections).toEqual([{ typed: "magnetometre", as: ["magnetometers"] }]);
  });

  test("never suggests a word that only occurs in deleted content", async () => {
    const id = await post(ada, { title: "Nothing to see", content: "The word is heliotropism." });
    const answer = await comment(ben, id, "And phosphorescent.");
    const understood = async (search: string) => (await find(search)).corrections.flatMap(({ as }) => as);
    expect(await understood("heliotropsm")).toEqual(["heliotropism"]);
    expect(await understood("phosphorescnt")).toEqual(["phosphorescent"]);
    await world.app.forum.deleteComment(ben, answer.id);
    expect(await understood("phosphorescnt")).toEqual([]);
    await comment(ben, id, "Once more: phosphorescent.");
    await world.app.forum.deletePost(ada, id);
    expect(await understood("heliotropsm")).toEqual([]);
    expect(await understood("phosphorescnt")).toEqual([]);
  });

  test("supports quotes, minus, tag:, author:, category: and dates", async () => {
    const one = await post(ada, { title: "Zirconium is red green", tags: ["Alloys"], category: "quantum" });
    const two = await post(ben, { title: "Zirconium is green red", tags: ["alloys", "metal"] });
    const story = await article("Zirconium story", "Told by a writer.");
    const found = async (search: string) => new Set(await ids(search));
    expect(await found('zirconium "red green"')).toEqual(new Set([one]));
    expect(await found("zirconium -red")).toEqual(new Set([story]));
    expect(await found("tag:ALLOYS")).toEqual(new Set([one, two]));
    expect(await found("tag:alloys tag:metal")).toEqual(new Set([two]));
    expect(await found("zirconium -tag:metal")).toEqual(new Set([one, story]));
    expect(await found("zirconium category:quantum")).toEqual(new Set([one, story]));
    expect(await found(`zirconium author:"${ben.username.toUpperCase()}"`)).toEqual(new Set([two]));
    // Two members' names start with this, so it is ambiguous.
    expect(await found("zirconium author:person")).toEqual(new Set());
    const sole = await world.register();
    await world.database.pool.query(
      "update profiles set username = 'solitary_one', username_skeleton = 'solitary_one', username_folded = 'solitary_one', is_verified = true where id = $1",
      [sole.id],
    );
    const third = await post(sole, { title: "Zirconium alone" });
    expect(await found("zirconium author:solit")).toEqual(new Set([third]));
    await world.app.auth.own.rename(sole, "Lonely Crane");
    expect(await found("zirconium author:solitary_one")).toEqual(new Set([third]));
    await world.app.forum.deletePost(sole, third);
    expect(await found('zirconium author:"the gazette"')).toEqual(new Set([story]));
    expect(await found("zirconium after:yesterday")).toEqual(new Set([one, two, story]));
    expect(await found("zirconium before:today")).toEqual(new Set());
    expect(await find("zirconium author:nobodyhere")).toMatchObject({
      items: [],
      unknownAuthors: ["nobodyhere"],
    });
  });
});

describe("search never finds", () => {
  test("deleted posts and their comments, until they are restored", async () => {
    const id = await post(ada, { title: "Gallium arsenide" });
    const answer = await comment(ben, id, "Gallium indeed");
    expect(new Set(await ids("gallium"))).toEqual(new Set([id, answer.id]));
    await world.app.forum.deletePost(ada, id);
    expect(await ids("gallium")).toEqual([]);
    await world.database.pool.query("update forum_posts set deleted_at = null where id = $1", [id]);
    expect(new Set(await ids("gallium"))).toEqual(new Set([id, answer.id]));
    await world.app.forum.deleteComment(ben, answer.id);
    expect(await ids("gallium")).toEqual([id]);
  });

  test("the old words of an edited post", async () => {
    const id = await post(ada, { title: "Tungsten" });
    await world.app.forum.editPost(ada, {
      id,
      title: "Rhenium",
      content: "x",
      category: "tech",
      tags: ["heavy"],
    });
    expect(await ids("tungsten")).toEqual([]);
    expect(await ids("rhenium tag:heavy")).toEqual([id]);
  });

  test("deleted articles", async () => {
    const id = await article("Osmium found", "Dense.");
    expect(await ids("osmium")).toEqual([id]);
    await world.database.pool.query("delete from news_articles where id = $1", [id]);
    expect(await ids("osmium")).toEqual([]);
  });

  test("suspended members and closed accounts, whose posts stay without a name", async () => {
    const eve = await world.register();
    await world.database.pool.query("update profiles set is_verified = true");
    const id = await post(eve, { title: "Niobium notes" });
    const named = async () => (await find(eve.username, "people")).items.map((found) => found.id);
    expect(await named()).toContain(eve.id);
    const ban = "update auth.users set banned_until = now() + $1::interval where id = $2";
    await world.database.pool.query(ban, ["1 day", eve.id]);
    expect(await named()).not.toContain(eve.id);
    await world.database.pool.query(ban, ["-1 day", eve.id]);
    expect(await named()).toContain(eve.id);
    await world.app.forum.anonymizeMember(eve.id);
    await world.database.pool.query("delete from auth.users where id = $1", [eve.id]);
    expect(await named()).not.toContain(eve.id);
    expect(await find("niobium")).toMatchObject({ items: [{ id, author: { username: "Deleted member" } }] });
    expect((await find(`niobium author:"${eve.username}"`)).items).toEqual([]);
  });
});

test("pages continue without duplicates or gaps", async () => {
  const all = await Promise.all(Array.from({ length: 47 }, (_, at) => post(ada, { title: `Hafnium ${at}` })));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: SearchResultPage = await find("hafnium", "all", cursor);
    expect(page.items.length).toBeLessThanOrEqual(20);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toHaveLength(47);
  expect(new Set(seen)).toEqual(new Set(all));
  await expect(find("hafnium", "all", "nonsense")).rejects.toMatchObject({ code: "invalid_input" });
});

test("hostile searches cause no errors", async () => {
  const texts = [
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
  for (const text of texts) await expect(find(text), text).resolves.toHaveProperty("items");
  for (const text of texts) await expect(world.app.search.suggest(text), text).resolves.toBeInstanceOf(Array);
});

test("older content is indexed once, without deleted content", async () => {
  const shown = await post(ada, { title: "Ytterbium clock" });
  const gone = await post(ada, { title: "Ytterbium gone" });
  const answer = await comment(ben, shown, "Ytterbium yes");
  const story = await article("Ytterbium news", "All of it.");
  await world.app.forum.deletePost(ada, gone);
  await world.database.pool.query("truncate search_documents");
  expect(await ids("ytterbium")).toEqual([]);
  await world.database.pool.query(
    "insert into search_backlog (kind) values ('post'), ('comment'), ('article')",
  );
  await Promise.all([world.app.search.indexBacklog(), world.app.search.indexBacklog()]);
  expect(new Set(await ids("ytterbium"))).toEqual(new Set([shown, answer.id, story]));
  expect(await world.app.search.indexBacklog()).toBe(0);
});

test("suggests titles, people, tags and news from two characters on", async () => {
  const id = await post(ada, { title: "Lanthanum lamps", tags: ["lanthanides"] });
  await post(ada, { title: "Of something else", content: "Lanthanum as well." });
  const story = await article("Lanthanum prices", "Up.");
  // Tags are cached for a minute.
  world.clock.advance(61);
  const suggestions = await world.app.search.suggest("lanthan");
  expect(suggestions[0]).toMatchObject({ kind: "post", path: `/forum/${id}` });
  expect(suggestions.map(({ path }) => path)).toEqual(
    expect.arrayContaining([`/news/${story}`, "/search?q=tag%3Alanthanides"]),
  );
  expect(suggestions[0]?.label).toEqual([
    { text: "Lanthanum", isMatch: true },
    { text: " lamps", isMatch: false },
  ]);
  expect(
    (await world.app.search.suggest(ada.username)).some(
      ({ kind, path }) => kind === "person" && path.startsWith("/u/"),
    ),
  ).toBe(true);
  expect(await world.app.search.suggest("l")).toEqual([]);
});

test("an IP address may search 60 times a minute, here and in the forum combined, with a higher limit for suggestions", async () => {
  const limits = createRateLimits(world.database.pool, { enabled: true });
  const { announcements } = world.app;
  const deps = { database: world.database, clock: world.clock, limits, announcements };
  const search = createSearch(deps);
  const forum = createForum(deps);
  const client = { address: "203.0.113.77" };
  const address = { search: "word", kind: "all", cursor: null } as const;
  const query = {
    sort: "hot",
    period: "all",
    categories: [],
    tag: null,
    search: "word",
    cursor: null,
  } as const;
  const refusal = { code: "too_many_requests" };
  for (let at = 0; at < 30; at += 1) await search.find(null, address, client);
  for (let at = 0; at < 30; at += 1) await forum.listPosts(null, query, client);
  await expect(
    (async () => {
      for (let at = 0; at < 10; at += 1) await search.find(null, address, client);
    })(),
  ).rejects.toMatchObject(refusal);
  await search.find(ada, address, client);
  await search.find(null, { ...address, search: "" }, client);

  for (let at = 0; at < 180; at += 1) await search.suggest("", client);
  await expect(
    (async () => {
      for (let at = 0; at < 10; at += 1) await search.suggest("", client);
    })(),
  ).rejects.toMatchObject(refusal);
  await search.suggest("", { address: "203.0.113.78" });
  world.clock.advance(61);
});
