import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_PREFERENCES } from "#core/notifications/kinds.ts";
import { openTestNotifications, type TestNotifications } from "./testing.ts";

let site: TestNotifications;
beforeAll(async () => {
  site = await openTestNotifications();
});
afterAll(() => site.database.drop());

let memberCount = 0;
const createMember = (prefix: string) => {
  memberCount += 1;
  return site.createMember(`${prefix}_${memberCount}`);
};
type Member = Awaited<ReturnType<typeof createMember>>;
const followTag = (member: Member, tag: string) =>
  site.forum.followLists(member, { tag, categories: [], isFollowed: true });
const followCategory = (member: Member, ...categories: string[]) =>
  site.forum.followLists(member, { tag: "", categories, isFollowed: true });
const publish = (author: Member, fields: Partial<Parameters<typeof site.forum.createPost>[1]>) =>
  site.forum.createPost(author, { title: "New", content: "Some text.", category: "ai", tags: [], ...fields });

test("followers of a tag or category are notified once of each new post there, and the author isn't", async () => {
  const [author, tagFollower, tagAndCategoryFollower, otherFollower] = [
    await createMember("author"),
    await createMember("tag"),
    await createMember("tag_and_category"),
    await createMember("other"),
  ];
  await followTag(author, "zk");
  await followTag(tagFollower, "ZK");
  await followTag(tagAndCategoryFollower, "zk");
  await followTag(tagAndCategoryFollower, "proofs");
  await followCategory(tagAndCategoryFollower, "quantum", "defi");
  await followCategory(otherFollower, "defi");
  await publish(author, { title: "Mine", category: "quantum", tags: ["Zk", "Proofs"] });
  expect(await site.readLines(tagFollower)).toEqual([
    `· ${author.username} posted “Mine” in #zk, which you follow`,
  ]);
  expect(await site.readLines(tagAndCategoryFollower)).toEqual([
    `· ${author.username} posted “Mine” in #proofs, which you follow`,
  ]);
  for (const member of [author, otherFollower]) expect(await site.readLines(member)).toEqual([]);
  await publish(author, { title: "Farming", category: "defi" });
  expect(await site.readLines(otherFollower)).toEqual([
    `· ${author.username} posted “Farming” in DeFi, which you follow`,
  ]);
  expect(await site.notifications.countUnread(otherFollower.id)).toBe(1);

  await site.forum.followLists(tagFollower, { tag: "zk", categories: [], isFollowed: false });
  await publish(author, { title: "Later", tags: ["zk"] });
  // The notification no longer says that they follow the tag.
  expect(await site.readLines(tagFollower)).toEqual([`· ${author.username} posted “Mine”`]);
});

test("a mention in the post takes precedence, and submitting twice notifies once", async () => {
  const [author, follower] = [await createMember("author"), await createMember("follower")];
  await followTag(follower, "mentions");
  const requestId = "7a1d4c0e-0000-4000-8000-000000000001";
  const fields = { content: `Hello @${follower.username}`, tags: ["mentions"], requestId };
  await Promise.all([publish(author, fields), publish(author, fields)]);
  expect(await site.readLines(follower)).toEqual([`· ${author.username} mentioned you in “New”`]);
});

test("suspended members and members who turned off notifications about new posts get none, and deleting a post deletes its notifications", async () => {
  const [author, follower, optedOutMember, suspendedMember] = [
    await createMember("author"),
    await createMember("follower"),
    await createMember("opted_out"),
    await createMember("suspended"),
  ];
  for (const member of [follower, optedOutMember, suspendedMember]) await followTag(member, "quiet");
  await site.notifications.saveOwnPreferences(optedOutMember, { ...DEFAULT_PREFERENCES, post: "never" });
  await site.database.pool.query("update auth.users set banned_until = '2099-01-01' where id = $1", [
    suspendedMember.id,
  ]);
  const { id } = await publish(author, { tags: ["quiet"] });
  expect(await site.listItems(follower)).toMatchObject([{ kind: "post", hasPage: true, targetKind: "post" }]);
  for (const member of [optedOutMember, suspendedMember]) expect(await site.listItems(member)).toEqual([]);
  await site.forum.deletePost(author, id);
  expect(await site.listItems(follower)).toEqual([]);
});

test("a notification about a new post opens the post and can be emailed", async () => {
  const [author, follower] = [await createMember("author"), await createMember("follower")];
  await site.notifications.saveOwnPreferences(follower, { ...DEFAULT_PREFERENCES, post: "email" });
  await site.database.pool.query(
    "update auth.users set email = $2, email_confirmed_at = now() where id = $1",
    [follower.id, `${follower.username}@example.org`],
  );
  await followCategory(follower, "trading");
  const { id } = await publish(author, { title: "Order books", category: "trading" });
  site.clock.advance(6 * 60);
  await site.sendEmails();
  const emails = site.emails.filter(({ to }) => to === `${follower.username}@example.org`);
  expect(emails.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    [`${author.username} posted “Order books” in Trading, which you follow`],
  ]);
  const [notification] = await site.listItems(follower);
  expect(await site.notifications.open(follower, notification?.id ?? "")).toEqual({ path: `/forum/${id}` });
});
