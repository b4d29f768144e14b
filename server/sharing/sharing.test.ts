import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

let site: AppFixture;
let author: Member;
beforeAll(async () => {
  site = await createAppFixture();
  author = await site.register();
});
afterAll(async () => {
  await site.app.sharing.close();
  await site.end();
});

const sharing = () => site.app.sharing;
const get = (path: string) => Promise.resolve(site.http.request(path));
const query = (text: string, values: unknown[] = []) => site.database.pool.query(text, values);

async function createPost(title: string) {
  const { id } = await site.app.forum.createPost(author, {
    title,
    content: "Words",
    category: "ai",
    tags: [],
  });
  return site.app.forum.getPost(null, id);
}

async function createArticle(title: string): Promise<string> {
  const { rows } = await query(
    `insert into public.news_articles (title, content, category, published_at, source, identity, content_digest)
     values ($1, 'Words', 'quantum', now(), 'A source', $2, 's') returning id`,
    [title, randomUUID()],
  );
  return rows[0].id;
}

/** Measures the share of bright pixels, i.e. of text, in a region of the image. */
async function measureInk(png: Buffer, area: { left: number; top: number; width: number; height: number }) {
  const pixels = await sharp(png).extract(area).greyscale().raw().toBuffer();
  return pixels.filter((value) => value > 150).length / pixels.length;
}
const TITLE_AREA = { left: 60, top: 205, width: 1080, height: 270 };

async function fetchPng(path: string): Promise<Buffer> {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("cache-control")).toBe("public, no-cache");
  return Buffer.from(await response.arrayBuffer());
}

describe("a preview image", () => {
  test("is a 1200×630 PNG with the title, and costs one SQL statement once it is cached", async () => {
    const { path, width, height } = await sharing().getPostImage(await createPost("A quantum leap"));
    const png = await fetchPng(path);
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width, height });
    expect([width, height]).toEqual([1200, 630]);
    expect(await measureInk(png, TITLE_AREA)).toBeGreaterThan(0.02);
    await runInRequestScope("count", async () => {
      await sharing().http.request(path.replace("/og", ""));
      expect(getRequestScope()?.statements).toBe(1);
    });
  });

  test("has a new URL when its content changes, and the old one redirects", async () => {
    const post = await createPost("Before");
    const before = await sharing().getPostImage(post);
    await query("update public.forum_posts set title = 'After' where id = $1", [post.id]);
    const after = await sharing().getPostImage({ ...post, title: "After" });
    expect(after.path).not.toBe(before.path);
    const response = await get(before.path);
    expect([response.status, response.headers.get("location")]).toEqual([302, after.path]);
    await fetchPng(after.path);
  });

  test("exists for articles, members and the site", async () => {
    const id = await createArticle("A story");
    const article = { id, title: "A story", category: "quantum", source: "A source" } as const;
    await fetchPng((await sharing().getArticleImage(article)).path);
    await fetchPng((await sharing().getSiteImage()).path);
    const profile = await site.app.forum.readMember(null, author.username);
    if (!profile) throw new Error("no profile");
    await fetchPng((await sharing().getMemberImage(profile)).path);
  });

  test("doesn't exist for deleted or unknown content", async () => {
    const post = await createPost("Gone");
    const { path } = await sharing().getPostImage(post);
    await fetchPng(path);
    await site.app.forum.deletePost(author, post.id);
    for (const unknownPath of [
      path,
      `/og/posts/${randomUUID()}-abc.png`,
      `/og/members/${randomUUID()}-abc.png`,
      `/og/news/${randomUUID()}-abc.png`,
      `/og/posts/${post.id}.png`,
      `/og/posts/${post.id}-${"a".repeat(65)}.png`,
      `/og/posts/x'or'1-abc.png`,
      `/og/sources/${post.id}-abc.png`,
      "/og/site-x.png",
      "/og/posts",
    ])
      expect((await get(unknownPath)).status, unknownPath).toBe(404);
  });

  test("is drawn only once for concurrent requests", async () => {
    const { path } = await sharing().getPostImage(await createPost("Popular"));
    const images = await Promise.all(Array.from({ length: 60 }, () => fetchPng(path)));
    expect(images.every((png) => png.equals(images[0] ?? png))).toBe(true);
  });

  test.each([
    ["of maximum width", "W".repeat(200)],
    ["of one word", `${"supercalifragilistic".repeat(10)}`],
    ["of markup", '</svg><script>alert("1")</script><image href="file:///etc/passwd"/> &amp; %00'],
    ["with direction controls", "\u202Eabc\u202C \u2066def\u2069 name\u200B\u0301\u0301\u0301"],
    ["with emoji among words", "To the moon 🚀🌕 👨‍👩‍👧 and back"],
  ])("shows a title %s within its box", async (_what, title) => {
    const png = await fetchPng((await sharing().getPostImage(await createPost(title))).path);
    expect(await measureInk(png, TITLE_AREA)).toBeGreaterThan(0.01);
    expect(await measureInk(png, { left: 1146, top: 0, width: 54, height: 600 })).toBe(0);
    expect(await measureInk(png, { left: 60, top: 478, width: 1080, height: 20 })).toBe(0);
  });

  test.each(["比特币的未来会怎样", "مستقبل العملات", "🚀🚀🚀"])(
    "shows the logo instead of a title that the font can't draw: %s",
    async (title) => {
      const png = await fetchPng((await sharing().getPostImage(await createPost(title))).path);
      // The logo is on the left; there are no placeholder boxes next to it.
      expect(await measureInk(png, { left: 60, top: 230, width: 220, height: 200 })).toBeGreaterThan(0.05);
      expect(await measureInk(png, { left: 300, top: 205, width: 840, height: 260 })).toBe(0);
    },
  );
});

test("new images are rate limited per client, but cached ones aren't counted", async () => {
  const limitedSite = await createAppFixture({ AUTH_RATE_LIMITS: "on" });
  try {
    const paths: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      const { rows } = await limitedSite.database.pool.query(
        `insert into public.news_articles (title, content, category, published_at, source, identity, content_digest)
         values ($1, 'Words', 'quantum', now(), 'A source', $1, 's') returning id`,
        [`Story ${index}`],
      );
      const response = await limitedSite.http.request(`/og/news/${rows[0].id}-00.png`);
      paths.push(response.headers.get("location") ?? "");
    }
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await limitedSite.http.request(path)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await limitedSite.http.request(paths[0] ?? "")).status).toBe(200);
  } finally {
    await limitedSite.app.sharing.close();
    await limitedSite.end();
  }
});
