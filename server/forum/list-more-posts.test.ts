import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestForum, type TestForum } from "./testing.ts";

let site: TestForum;
beforeAll(async () => {
  site = await openTestForum();
});
afterAll(() => site.database.drop());

test("a post is shown with up to five others in its category, the hottest first", async () => {
  const [ada, grace] = [await site.createMember("ada"), await site.createMember("grace")];
  await site.createPost(ada, { category: "nft" });
  const postIds: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    site.clock.advance(3600);
    postIds.unshift(await site.createPost(ada, { category: "ai", title: `Post ${index}` }));
  }
  const list = async (id = "") => {
    site.clock.advance(60);
    const morePosts = await site.forum.listMorePosts({ id, category: "ai" });
    return morePosts.map((post) => post.id);
  };
  expect(await list(postIds[7])).toEqual(postIds.slice(0, 5));
  expect(await list(postIds[0])).toEqual(postIds.slice(1, 6));

  for (const member of [grace, await site.createMember("linus"), await site.createMember("edsger")])
    await site.forum.voteOnPost(member, { postId: postIds[3] ?? "", voteType: 1, rule: "once" });
  expect((await list(postIds[0]))[0]).toBe(postIds[3]);

  await site.forum.deletePost(ada, postIds[3] ?? "");
  expect(await list(postIds[0])).toEqual([postIds[1], postIds[2], postIds[4], postIds[5], postIds[6]]);
  expect(await site.forum.listMorePosts({ id: "", category: "defi" })).toEqual([]);
});
