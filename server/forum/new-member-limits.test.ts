import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { TRUST_LEVELS } from "#core/forum/trust-level.ts";
import { openTestForum, type TestForum } from "./testing.ts";

/** Allows everything, so that only new-member limits apply. */
const OPEN = { consume: async () => ({ allowed: true, retryAfterSeconds: 0 }) };
const [fresh, known, trusted] = TRUST_LEVELS;
const world: TestForum = await openTestForum({ limits: OPEN, maxConnections: 25 });
afterAll(() => world.database.drop());

let ada: Member;
let admin: Member;
beforeEach(async () => {
  const id = randomUUID().slice(0, 8);
  ada = await world.member(`ada_${id}`);
  admin = await world.member("boss", "admin");
  await setTrustLevel(ada, fresh);
});

/** Makes a member just meet a trust level's requirements. Their earlier posts are too old for daily limits. */
async function setTrustLevel(
  { id }: Member,
  { needs }: (typeof TRUST_LEVELS)[number],
  isVerified = false,
): Promise<void> {
  const { pool } = world.database;
  const joined = new Date(world.clock.now().getTime() - needs.days * 86_400_000);
  await pool.query("update public.profiles set join_date = $2, karma = $3, is_verified = $4 where id = $1", [
    id,
    joined,
    Math.max(0, needs.karma),
    isVerified,
  ]);
  await pool.query(
    `insert into public.forum_posts (title, content, category, author_id, created_at)
     select 'Old', 'Old words.', 'tech', $1, $2::timestamptz - interval '2 days' from generate_series(1, $3::int)`,
    [id, world.clock.now(), needs.written],
  );
  await pool.query(
    `insert into public.daily_counts as d (name, day, amount)
     values ('posts', (($1::timestamptz - interval '2 days') at time zone 'UTC')::date, $2)
     on conflict (name, day) do update set amount = d.amount + excluded.amount`,
    [world.clock.now(), needs.written],
  );
}

const links = (amount: number) =>
  Array.from({ length: amount }, (_, at) => `https://e${at}.example`).join(" ");
const words = (content: string) => ({ title: "A title", content, category: "tech", tags: [] });
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { code?: string }) => error.code ?? error,
  );
/** Counters that don't match their rows, except karma and ranks, which these tests set by hand. */
const findWrongCounters = async () =>
  (await world.forum.recountForum({ repair: false })).filter(
    ({ figure }) => figure !== "profiles.karma" && figure !== "forum_posts.hot_rank",
  );
const contentsBy = async ({ id }: Member, table: "forum_posts" | "comments" = "forum_posts") =>
  (
    await world.database.pool.query<{ content: string }>(
      `select content from public.${table} where author_id = $1 and content <> 'Old words.' order by created_at, content`,
      [id],
    )
  ).rows.map(({ content }) => content);

describe("links and pictures", () => {
  test("of a new member are limited in posts and comments, with an error on the field", async () => {
    const postId = await world.post(admin);
    const most = links(fresh.limits.links);
    const over = links(fresh.limits.links + 1);
    await world.forum.createPost(ada, words(most));
    await world.forum.addComment(ada, { postId, content: most });
    const refused = {
      code: "too_many_links",
      status: 422,
      message:
        /^New members can add up to 2 links to a post\. This one has 3\. These limits are lifted after/,
    };
    await expect(world.forum.createPost(ada, words(over))).rejects.toMatchObject({
      code: refused.code,
      status: refused.status,
      message: expect.stringMatching(refused.message),
      fields: { content: expect.stringMatching(refused.message) },
    });
    expect(await code(world.forum.addComment(ada, { postId, content: over }))).toBe("too_many_links");
    const pictures = "![a](/storage/v1/object/public/post-images/me/a.webp) ".repeat(fresh.limits.images + 1);
    expect(await code(world.forum.createPost(ada, words(pictures)))).toBe("too_many_pictures");
    const names = "@one_of @two_of @three_of @four_of";
    expect(await code(world.forum.addComment(ada, { postId, content: names }))).toBe("too_many_mentions");
    expect(await contentsBy(ada)).toEqual([most]);
    expect(await contentsBy(ada, "comments")).toEqual([most]);
  });

  test("can't be added by an edit, but existing ones may stay", async () => {
    const postId = await world.post(admin);
    await setTrustLevel(ada, known);
    const many = links(known.limits.links);
    const post = await world.forum.createPost(ada, words(many));
    const comment = await world.forum.addComment(ada, { postId, content: many });
    await world.database.pool.query("update public.profiles set karma = -1 where id = $1", [ada.id]);

    const edit = (content: string) => world.forum.editPost(ada, { id: post.id, ...words(content) });
    const editComment = (content: string) => world.forum.editComment(ada, { id: comment.id, content });
    expect(await code(edit(`${many} and words`))).toBe("done");
    expect(await code(editComment(`${many} and words`))).toBe("done");
    expect(await code(edit(`${many} https://more.example`))).toBe("too_many_links");
    expect(await code(editComment(`${many} https://more.example`))).toBe("too_many_links");
    expect(await code(edit("plain"))).toBe("done");
    expect(await code(edit(many))).toBe("too_many_links");
    // Saving an unchanged edit is never refused.
    expect(await code(editComment(`${many} and words`))).toBe("done");
  });

  test("aren't limited for administrators, trusted and verified members, or in an administrator's edit", async () => {
    const many = links(30);
    const bea = await world.member("bea");
    await setTrustLevel(bea, trusted);
    await setTrustLevel(ada, fresh, true);
    for (const author of [admin, bea, ada])
      expect(await code(world.forum.createPost(author, words(many)))).toBe("done");
    const newcomer = await world.member("newcomer");
    const { id } = await world.forum.createPost(newcomer, words("plain"));
    expect(await code(world.forum.editPost(admin, { id, ...words(many) }))).toBe("done");
  });

  test("are limited when a draft is published, and the draft is preserved", async () => {
    const content = links(9);
    const draft = await world.forum.saveDraft(ada, words(content));
    const post = { ...words(content), draftId: draft.id, requestId: draft.id };
    expect(await code(world.forum.createPost(ada, post))).toBe("too_many_links");
    expect(await world.forum.listDrafts(ada)).toMatchObject([{ id: draft.id, content }]);
  });
});

describe("the daily limit", () => {
  test("of posts ends after 24 hours and includes deleted posts", async () => {
    for (let at = 0; at < fresh.limits.posts; at += 1) {
      const { id } = await world.forum.createPost(ada, words(`Post ${at}`));
      await world.forum.deletePost(ada, id);
      world.clock.advance(3600);
    }
    await expect(world.forum.createPost(ada, words("one more"))).rejects.toMatchObject({
      code: "daily_limit",
      status: 429,
      fields: { content: expect.stringContaining("You can publish your next one in 21 hours.") },
    });
    world.clock.advance(21 * 3600 - 1);
    expect(await code(world.forum.createPost(ada, words("a second early")))).toBe("daily_limit");
    world.clock.advance(1);
    expect(await code(world.forum.createPost(ada, words("in time")))).toBe("done");
    expect(await code(world.forum.createPost(ada, words("and no further")))).toBe("daily_limit");
    expect(await findWrongCounters()).toEqual([]);
  });

  test("applies to concurrent posts, and a form sent twice counts once", async () => {
    const requestId = randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, at) => code(world.forum.createPost(ada, words(`Race ${at}`)))),
      ...Array.from({ length: 3 }, () => code(world.forum.createPost(ada, { ...words("Twice"), requestId }))),
    ]);
    expect(new Set(answers)).toEqual(new Set(["done", "daily_limit"]));
    expect(await contentsBy(ada)).toHaveLength(fresh.limits.posts);
    expect(await findWrongCounters()).toEqual([]);
  });

  test("still accepts the same form again after the last post", async () => {
    const requestId = randomUUID();
    for (let at = 1; at < fresh.limits.posts; at += 1) await world.forum.createPost(ada, words(`Post ${at}`));
    const last = { ...words("The last"), requestId };
    expect((await world.forum.createPost(ada, last)).id).toBe(requestId);
    expect((await world.forum.createPost(ada, last)).id).toBe(requestId);
    expect(await code(world.forum.createPost(ada, { ...last, content: "Other words" }))).toBe("daily_limit");
  });

  test("applies to concurrent comments on several posts", async () => {
    const posts = await Promise.all([world.post(admin), world.post(admin), world.post(admin)]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        code(world.forum.addComment(ada, { postId: posts[at % 3] ?? "", content: `Comment ${at}` })),
      ),
    );
    expect(answers.filter((answer) => answer === "done")).toHaveLength(fresh.limits.comments);
    expect(answers.filter((answer) => answer === "daily_limit")).toHaveLength(40 - fresh.limits.comments);
    expect(await contentsBy(ada, "comments")).toHaveLength(fresh.limits.comments);
    expect(await findWrongCounters()).toEqual([]);
  });

  test("applies per member and not to trust levels without limits", async () => {
    const bea = await world.member(`bea_${randomUUID().slice(0, 8)}`);
    await setTrustLevel(bea, trusted);
    const cleo = await world.member(`cleo_${randomUUID().slice(0, 8)}`);
    for (let at = 0; at < 12; at += 1)
      for (const author of [bea, admin])
        expect(await code(world.forum.createPost(author, words("w")))).toBe("done");
    for (let at = 0; at < fresh.limits.posts; at += 1) await world.forum.createPost(ada, words("w"));
    expect(await code(world.forum.createPost(ada, words("w")))).toBe("daily_limit");
    expect(await code(world.forum.createPost(cleo, words("w")))).toBe("done");
  });

  test("rises at once with the trust level", async () => {
    for (let at = 0; at < fresh.limits.posts; at += 1) await world.forum.createPost(ada, words(`Post ${at}`));
    expect(await code(world.forum.createPost(ada, words("w")))).toBe("daily_limit");
    await setTrustLevel(ada, known);
    expect(await code(world.forum.createPost(ada, words("w")))).toBe("done");
  });
});
