import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { TRUST_LEVELS } from "#core/forum/trust-level.ts";
import type { ForumDeps } from "./deps.ts";
import { createForum } from "./index.ts";
import { openTestForum, type TestForum } from "./testing.ts";

/** Allows every request, so that only new-member limits apply. */
const NO_RATE_LIMITS = { consume: async () => ({ allowed: true, retryAfterSeconds: 0 }) };
const [fresh, basic, trusted] = TRUST_LEVELS;
const site: TestForum = await openTestForum({ limits: NO_RATE_LIMITS, maxConnections: 25 });
afterAll(() => site.database.drop());

let ada: Member;
let admin: Member;
beforeEach(async () => {
  const id = randomUUID().slice(0, 8);
  ada = await site.createMember(`ada_${id}`);
  admin = await site.createMember("boss", "admin");
  await setTrustLevel(ada, fresh);
});

/** Gives a member exactly what a trust level requires. The posts that it adds are too old for daily limits. */
async function setTrustLevel(
  { id }: Member,
  { requirements }: (typeof TRUST_LEVELS)[number],
  isVerified = false,
): Promise<void> {
  const { pool } = site.database;
  const joinDate = new Date(site.clock.now().getTime() - requirements.days * 86_400_000);
  await pool.query("update public.profiles set join_date = $2, karma = $3, is_verified = $4 where id = $1", [
    id,
    joinDate,
    Math.max(0, requirements.karma),
    isVerified,
  ]);
  await pool.query(
    `insert into public.forum_posts (title, content, category, author_id, created_at)
     select 'Old', 'Old text.', 'tech', $1, $2::timestamptz - interval '2 days' from generate_series(1, $3::int)`,
    [id, site.clock.now(), requirements.contributionCount],
  );
  await pool.query(
    `insert into public.category_counts as c (category, amount) values ('tech', $1)
     on conflict (category) do update set amount = c.amount + excluded.amount`,
    [requirements.contributionCount],
  );
  await pool.query(
    `insert into public.daily_counts as d (name, day, amount)
     values ('posts', (($1::timestamptz - interval '2 days') at time zone 'UTC')::date, $2)
     on conflict (name, day) do update set amount = d.amount + excluded.amount`,
    [site.clock.now(), requirements.contributionCount],
  );
}

const buildLinks = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://e${index}.example`).join(" ");
const buildPost = (content: string) => ({ title: "A title", content, category: "tech", tags: [] });
const getOutcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { code?: string }) => error.code ?? error,
  );
/** Finds counters that don't match their rows, except karma and hot ranks, which `setTrustLevel` gets wrong. */
const findWrongCounters = async () =>
  (await site.forum.recountForum({ repair: false })).filter(
    ({ figure }) => figure !== "profiles.karma" && figure !== "forum_posts.hot_rank",
  );
const listContents = async ({ id }: Member, table: "forum_posts" | "comments" = "forum_posts") =>
  (
    await site.database.pool.query<{ content: string }>(
      `select content from public.${table} where author_id = $1 and content <> 'Old text.' order by created_at, content`,
      [id],
    )
  ).rows.map(({ content }) => content);

describe("links, images and mentions", () => {
  test("of a new member are limited in posts and comments, with an error on the field", async () => {
    const postId = await site.createPost(admin);
    const allowedLinks = buildLinks(fresh.limits.links);
    const tooManyLinks = buildLinks(fresh.limits.links + 1);
    await site.forum.createPost(ada, buildPost(allowedLinks));
    await site.forum.addComment(ada, { postId, content: allowedLinks });
    const expectedError = {
      code: "too_many_links",
      status: 422,
      message:
        /^New members can add up to 2 links to a post\. This one has 3\. These limits are lifted after/,
    };
    await expect(site.forum.createPost(ada, buildPost(tooManyLinks))).rejects.toMatchObject({
      code: expectedError.code,
      status: expectedError.status,
      message: expect.stringMatching(expectedError.message),
      fieldErrors: { content: expect.stringMatching(expectedError.message) },
    });
    expect(await getOutcome(site.forum.addComment(ada, { postId, content: tooManyLinks }))).toBe(
      "too_many_links",
    );
    const images = "![a](/storage/v1/object/public/post-images/me/a.webp) ".repeat(fresh.limits.images + 1);
    expect(await getOutcome(site.forum.createPost(ada, buildPost(images)))).toBe("too_many_images");
    const mentions = "@one_of @two_of @three_of @four_of";
    expect(await getOutcome(site.forum.addComment(ada, { postId, content: mentions }))).toBe(
      "too_many_mentions",
    );
    expect(await listContents(ada)).toEqual([allowedLinks]);
    expect(await listContents(ada, "comments")).toEqual([allowedLinks]);
  });

  test("can't exceed the limit through an edit, unless they were already in the text", async () => {
    const postId = await site.createPost(admin);
    await setTrustLevel(ada, basic);
    const manyLinks = buildLinks(basic.limits.links);
    const post = await site.forum.createPost(ada, buildPost(manyLinks));
    const comment = await site.forum.addComment(ada, { postId, content: manyLinks });
    await site.database.pool.query("update public.profiles set karma = -1 where id = $1", [ada.id]);

    const edit = (content: string) => site.forum.editPost(ada, { id: post.id, ...buildPost(content) });
    const editComment = (content: string) => site.forum.editComment(ada, { id: comment.id, content });
    expect(await getOutcome(edit(`${manyLinks} and text`))).toBe("done");
    expect(await getOutcome(editComment(`${manyLinks} and text`))).toBe("done");
    expect(await getOutcome(edit(`${manyLinks} https://more.example`))).toBe("too_many_links");
    expect(await getOutcome(editComment(`${manyLinks} https://more.example`))).toBe("too_many_links");
    expect(await getOutcome(edit("plain"))).toBe("done");
    expect(await getOutcome(edit(manyLinks))).toBe("too_many_links");
    // Saving the text unchanged is never rejected.
    expect(await getOutcome(editComment(`${manyLinks} and text`))).toBe("done");
  });

  test("aren't limited for administrators and trusted or verified members, or when an administrator edits a post", async () => {
    const manyLinks = buildLinks(30);
    const bea = await site.createMember("bea");
    await setTrustLevel(bea, trusted);
    await setTrustLevel(ada, fresh, true);
    for (const author of [admin, bea, ada])
      expect(await getOutcome(site.forum.createPost(author, buildPost(manyLinks)))).toBe("done");
    const newMember = await site.createMember("newmember");
    const { id } = await site.forum.createPost(newMember, buildPost("plain"));
    expect(await getOutcome(site.forum.editPost(admin, { id, ...buildPost(manyLinks) }))).toBe("done");
  });

  test("are limited when a draft is published, and the draft is preserved", async () => {
    const content = buildLinks(9);
    const draft = await site.forum.saveDraft(ada, buildPost(content));
    const post = { ...buildPost(content), draftId: draft.id, requestId: draft.id };
    expect(await getOutcome(site.forum.createPost(ada, post))).toBe("too_many_links");
    expect(await site.forum.listDrafts(ada)).toMatchObject([{ id: draft.id, content }]);
  });
});

describe("the daily limit", () => {
  test("counts the posts of the last 24 hours, including deleted ones", async () => {
    for (let index = 0; index < fresh.limits.posts; index += 1) {
      const { id } = await site.forum.createPost(ada, buildPost(`Post ${index}`));
      await site.forum.deletePost(ada, id);
      site.clock.advance(3600);
    }
    await expect(site.forum.createPost(ada, buildPost("one more"))).rejects.toMatchObject({
      code: "daily_limit",
      status: 429,
      fieldErrors: { content: expect.stringContaining("You can publish your next one in 21 hours.") },
    });
    site.clock.advance(21 * 3600 - 1);
    expect(await getOutcome(site.forum.createPost(ada, buildPost("a second early")))).toBe("daily_limit");
    site.clock.advance(1);
    expect(await getOutcome(site.forum.createPost(ada, buildPost("in time")))).toBe("done");
    expect(await getOutcome(site.forum.createPost(ada, buildPost("one too many")))).toBe("daily_limit");
    expect(await findWrongCounters()).toEqual([]);
  });

  test("applies to concurrent posts, and a form sent twice counts once", async () => {
    const requestId = randomUUID();
    const outcomes = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) =>
        getOutcome(site.forum.createPost(ada, buildPost(`Race ${index}`))),
      ),
      ...Array.from({ length: 3 }, () =>
        getOutcome(site.forum.createPost(ada, { ...buildPost("Twice"), requestId })),
      ),
    ]);
    expect(new Set(outcomes)).toEqual(new Set(["done", "daily_limit"]));
    expect(await listContents(ada)).toHaveLength(fresh.limits.posts);
    expect(await findWrongCounters()).toEqual([]);
  });

  test("doesn't reject the form of the last accepted post when it is sent again", async () => {
    const requestId = randomUUID();
    for (let index = 1; index < fresh.limits.posts; index += 1)
      await site.forum.createPost(ada, buildPost(`Post ${index}`));
    const last = { ...buildPost("The last"), requestId };
    expect((await site.forum.createPost(ada, last)).id).toBe(requestId);
    expect((await site.forum.createPost(ada, last)).id).toBe(requestId);
    expect(await getOutcome(site.forum.createPost(ada, { ...last, content: "Other text" }))).toBe(
      "daily_limit",
    );
  });

  test("applies to concurrent comments on several posts", async () => {
    const postIds = await Promise.all([
      site.createPost(admin),
      site.createPost(admin),
      site.createPost(admin),
    ]);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        getOutcome(
          site.forum.addComment(ada, { postId: postIds[index % 3] ?? "", content: `Comment ${index}` }),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(fresh.limits.comments);
    expect(outcomes.filter((outcome) => outcome === "daily_limit")).toHaveLength(40 - fresh.limits.comments);
    expect(await listContents(ada, "comments")).toHaveLength(fresh.limits.comments);
    expect(await findWrongCounters()).toEqual([]);
  });

  test("applies per member and not to trust levels without limits", async () => {
    const bea = await site.createMember(`bea_${randomUUID().slice(0, 8)}`);
    await setTrustLevel(bea, trusted);
    const cleo = await site.createMember(`cleo_${randomUUID().slice(0, 8)}`);
    for (let index = 0; index < 12; index += 1)
      for (const author of [bea, admin])
        expect(await getOutcome(site.forum.createPost(author, buildPost("w")))).toBe("done");
    for (let index = 0; index < fresh.limits.posts; index += 1)
      await site.forum.createPost(ada, buildPost("w"));
    expect(await getOutcome(site.forum.createPost(ada, buildPost("w")))).toBe("daily_limit");
    expect(await getOutcome(site.forum.createPost(cleo, buildPost("w")))).toBe("done");
  });

  test("rises with the trust level immediately", async () => {
    for (let index = 0; index < fresh.limits.posts; index += 1)
      await site.forum.createPost(ada, buildPost(`Post ${index}`));
    expect(await getOutcome(site.forum.createPost(ada, buildPost("w")))).toBe("daily_limit");
    await setTrustLevel(ada, basic);
    expect(await getOutcome(site.forum.createPost(ada, buildPost("w")))).toBe("done");
  });
});

test("a member's allowance is shown exactly when limits are enforced", async () => {
  const buildForum = (deps: Partial<ForumDeps>) => createForum({ ...site, limits: NO_RATE_LIMITS, ...deps });
  for (const [forum, areEnforced] of [
    [buildForum({}), true],
    [buildForum({ limits: null }), false],
    [buildForum({ limitsNewMembers: false }), false],
  ] as const) {
    expect((await forum.readAllowance(ada)) !== null).toBe(areEnforced);
    const outcome = await getOutcome(forum.createPost(ada, buildPost(buildLinks(fresh.limits.links + 1))));
    expect(outcome).toBe(areEnforced ? "too_many_links" : "done");
  }
});
