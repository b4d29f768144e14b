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
  const posts: string[] = [];
  for (let count = 0; count < 8; count += 1) {
    site.clock.advance(3600);
    posts.unshift(await site.createPost(ada, { category: "ai", title: `Post ${count}` }));
  }
  const list = async (id = "") => {
    site.clock.advance(60);
    const morePosts = await site.forum.listMorePosts({ id, category: "ai" });
    return morePosts.map((post) => post.id);
  };
  expect(await list(posts[7])).toEqual(posts.slice(0, 5));
  expect(await list(posts[0])).toEqual(posts.slice(1, 6));

  for (const member of [grace, await site.createMember("linus"), await site.createMember("edsger")])
    await site.forum.voteOnPost(member, { postId: posts[3] ?? "", voteType: 1, rule: "once" });
  expect((await list(posts[0]))[0]).toBe(posts[3]);

  await site.forum.deletePost(ada, posts[3] ?? "");
  expect(await list(posts[0])).toEqual([posts[1], posts[2], posts[4], posts[5], posts[6]]);
  expect(await site.forum.listMorePosts({ id: "", category: "defi" })).toEqual([]);
});
