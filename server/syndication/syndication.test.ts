import { DOMParser } from "@xmldom/xmldom";
import { parseFeed } from "feedsmith";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_BRANDING } from "#core/settings/branding.ts";
import { createForum, type Forum } from "#server/forum/index.ts";
import { type Announcements, createAnnouncements } from "#server/platform/announcements.ts";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { createSyndication, type Syndication } from "./index.ts";

let database: TestDatabase;
let syndication: Syndication;
let announcements: Announcements;
let forum: Forum;
let member: Awaited<ReturnType<typeof insertMember>>;
const NOW = "2026-05-10T12:00:00.000Z";
const clock = { now: () => new Date(NOW) };
const site = { publicUrl: "https://lattice.example" };

const createCard = (id: string, overrides: object) => ({
  id,
  title: "T",
  excerpt: "E",
  category: "ai" as const,
  tags: ["ai", "defi"],
  author: "Ann",
  source: "S",
  publishedAt: "2026-05-10T10:00:00.000Z",
  readMinutes: 1,
  views: 0,
  isFlash: false,
  isSample: false,
  image: { url: "", thumbnailUrl: "", width: 1, height: 1, isCategoryImage: true },
  ...overrides,
});

beforeAll(async () => {
  database = await createTestDatabase();
  forum = createForum({ database, clock, limits: null });
  announcements = createAnnouncements({ url: database.url, log: createLog("silent") });
  announcements.start();
  member = await insertMember(database, "writer");
  await forum.createPost(member, {
    title: 'Tom & "Jerry" <3',
    content: "One <b>two</b>",
    category: "tech",
    tags: ["x"],
  });
  syndication = createSyndication({
    database,
    clock,
    announcements,
    site,
    settings: { read: async () => ({ siteName: "Lattice", aiTools: true, branding: NO_BRANDING }) },
    forum,
    news: {
      listNews: async ({ category }) => ({
        items:
          category === "quantum"
            ? []
            : [
                createCard("one", { title: "A & B <script> \u0001 ]]>", category }),
                createCard("two", { isSample: true }),
              ],
        nextCursor: null,
      }),
    },
  });
});
afterAll(async () => {
  await announcements.stop();
  await database.drop();
});

const get = async (path: string) => {
  const response = await syndication.feeds.request(path);
  return { status: response.status, type: response.headers.get("Content-Type"), text: await response.text() };
};
const findXmlProblems = (xml: string) => {
  const problems: string[] = [];
  new DOMParser({
    errorHandler: (_level: string, message: string) => void problems.push(message),
  }).parseFromString(xml, "text/xml");
  return problems;
};

test("a feed is valid Atom, and hostile titles are escaped", async () => {
  const { status, type, text } = await get("/news.xml");
  expect([status, type, findXmlProblems(text)]).toEqual([200, "application/atom+xml; charset=utf-8", []]);
  const { format, feed } = parseFeed(text) as { format: string; feed: Record<string, unknown> };
  expect(format).toBe("atom");
  expect(feed).toMatchObject({
    id: "https://lattice.example/feeds/news.xml",
    title: { value: "Lattice: News" },
    subtitle: { value: "News from many sources, collected by Lattice" },
    updated: "2026-05-10T10:00:00.000Z",
    links: [
      { rel: "self", href: "https://lattice.example/feeds/news.xml" },
      { rel: "alternate", href: "https://lattice.example/news" },
    ],
    entries: [
      {
        id: "https://lattice.example/news/one",
        title: { value: "A & B <script>  ]]>" },
        authors: [{ name: "Ann, S" }],
        published: "2026-05-10T10:00:00.000Z",
        summary: { value: "E" },
      },
    ],
  });
});

test("each category has a feed, which is valid even without articles", async () => {
  for (const category of ["crypto", "ai", "quantum", "defi", "blockchain"]) {
    const { status, text } = await get(`/${category}.xml`);
    expect([status, findXmlProblems(text)]).toEqual([200, []]);
  }
  expect((await get("/quantum.xml")).text).toContain(`<updated>1970-01-01T00:00:00.000Z</updated>`);
  for (const path of ["/all.xml", "/nope.xml", "/news", "/News.xml"]) {
    expect((await get(path)).status).toBe(404);
  }
});

test("the forum feed contains the newest posts", async () => {
  const { text } = await get("/forum.xml");
  expect(findXmlProblems(text)).toEqual([]);
  expect(parseFeed(text).feed).toMatchObject({
    entries: [{ title: { value: 'Tom & "Jerry" <3' }, authors: [{ name: "writer" }] }],
  });
});

test("the sitemap lists public pages and posts; robots.txt refers to it", async () => {
  const xml = await syndication.buildSitemap();
  expect(findXmlProblems(xml)).toEqual([]);
  const [{ id } = { id: "" }] = (await database.pool.query("select id from forum_posts")).rows as {
    id: string;
  }[];
  for (const path of ["/", "/news", "/forum", `/forum/${id}`]) {
    expect(xml).toContain(`<loc>https://lattice.example${path}</loc>`);
  }
  expect(syndication.buildRobots()).toContain("Sitemap: https://lattice.example/sitemap.xml");
});

test("a deleted post disappears from the sitemap when the announcement arrives", async () => {
  const { id } = await forum.createPost(member, {
    title: "Here today",
    content: "Gone tomorrow.",
    category: "tech",
    tags: [],
  });
  await announcements.waitForDelivery();
  await expect.poll(() => announcements.isCurrent()).toBe(true);
  // From the first call on, the sitemap is cached. The clock doesn't move, so only an announcement can refresh it.
  expect(await syndication.buildSitemap()).toContain(id);
  expect(await syndication.buildSitemap()).toBe(await syndication.buildSitemap());
  await forum.deletePost(member, id);
  await expect.poll(() => syndication.buildSitemap()).not.toContain(id);
});
