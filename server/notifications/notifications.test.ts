import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renameProfile } from "#server/profiles/index.ts";
import { openTestNotifications, type TestNotifications } from "./testing.ts";

let site: TestNotifications;
beforeAll(async () => {
  site = await openTestNotifications({ maxConnections: 20 });
});
afterAll(() => site.database.drop());

let memberCount = 0;
/** Creates a member without notifications from other tests. */
const createMember = (prefix = "member", role: "user" | "admin" = "user") => {
  memberCount += 1;
  return site.createMember(`${prefix}_${memberCount}`, role);
};
const post = (author: Awaited<ReturnType<typeof createMember>>, title = "A thread") =>
  site.createPost(author, { title });

describe("posts and comments:", () => {
  test("comments notify the post's author, and replies the comment's author, but never the member who wrote them", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada);
    const firstCommentId = await site.comment(ben, id, "First.");
    site.clock.advance(1);
    await site.comment(ada, id, "An answer.", firstCommentId);
    site.clock.advance(1);
    await site.comment(ada, id, "By myself.");
    expect(await site.readLines(ada)).toEqual([`· ${ben.username} commented on your post “A thread”`]);
    expect(await site.readLines(ben)).toEqual([
      `· ${ada.username} commented on “A thread”, which you follow`,
      `· ${ada.username} replied to your comment on “A thread”`,
    ]);
  });

  test("a member mentioned twice, or in a comment on their own post, is notified once, even if an edit mentions them again", async () => {
    const [ada, ben, cleo] = [
      await createMember("ada"),
      await createMember("ben"),
      await createMember("cleo"),
    ];
    const id = await post(ada);
    const commentId = await site.comment(
      ben,
      id,
      `@${ada.username} @${cleo.username} @${cleo.username.toUpperCase()} @nobody_at_all \`@${ben.username}\``,
    );
    expect(await site.readLines(ada)).toEqual([`· ${ben.username} commented on your post “A thread”`]);
    expect(await site.readLines(cleo)).toEqual([
      `· ${ben.username} mentioned you in a comment on “A thread”`,
    ]);
    await site.forum.editComment(ben, {
      id: commentId,
      content: `Again @${cleo.username} and @${ada.username}`,
    });
    expect(await site.readLines(cleo)).toHaveLength(1);
    expect(await site.readLines(ada)).toHaveLength(1);
  });

  test("members mentioned in a post are notified, as are those first mentioned in an edit", async () => {
    const [ada, ben, cleo] = [
      await createMember("ada"),
      await createMember("ben"),
      await createMember("cleo"),
    ];
    const fields = { title: "Named", category: "ai", tags: [] };
    const id = await site.createPost(ada, { title: fields.title, content: `Hello @${ben.username}` });
    await site.forum.editPost(ada, { id, ...fields, content: `Hello @${ben.username}, @${cleo.username}` });
    for (const member of [ben, cleo])
      expect(await site.readLines(member)).toEqual([`· ${ada.username} mentioned you in “Named”`]);
  });

  test("a member mentioned by both their former and their current username is notified once", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada);
    const newName = `${ben.username}_later`;
    await site.database.db.transaction((tx) => renameProfile(tx, ben.id, newName, site.clock.now()));
    await site.comment(ada, id, `@${ben.username} and @${newName}`);
    expect(await site.readLines(ben)).toEqual([`· ${ada.username} mentioned you in a comment on “A thread”`]);
  });

  test("only the first ten members among two hundred mentioned names are notified", async () => {
    const ada = await createMember("ada");
    const mentionedMembers = await Promise.all(Array.from({ length: 12 }, () => createMember("named")));
    const id = await post(ada);
    const strangers = Array.from({ length: 188 }, (_, index) => `@stranger_${index}`);
    await site.comment(
      ada,
      id,
      [...mentionedMembers.map(({ username }) => `@${username}`), ...strangers].join(" "),
    );
    const lines = await Promise.all(mentionedMembers.map((member) => site.readLines(member)));
    expect(lines.map(({ length }) => length)).toEqual([...Array(10).fill(1), 0, 0]);
  });

  test("a post or comment notifies at most ten members, including those its edits mention", async () => {
    const ada = await createMember("ada");
    const mentionedMembers = await Promise.all(Array.from({ length: 14 }, () => createMember("mentioned")));
    const formatMentions = (from: number, to: number) =>
      mentionedMembers
        .slice(from, to)
        .map(({ username }) => `@${username}`)
        .join(" ");
    const fields = { title: "Mentions", category: "ai", tags: [] };
    const id = await site.createPost(ada, { title: fields.title, content: formatMentions(0, 6) });
    const commentId = await site.comment(ada, id, formatMentions(0, 6));
    for (const [from, to] of [[6, 9] as const, [7, 14] as const]) {
      await site.forum.editPost(ada, { id, ...fields, content: formatMentions(from, to) });
      await site.forum.editComment(ada, { id: commentId, content: formatMentions(from, to) });
    }
    const lines = await Promise.all(mentionedMembers.map((member) => site.readLines(member)));
    // Ten members get one notification for the post and one for the comment.
    expect(lines.map(({ length }) => length)).toEqual([...Array(10).fill(2), 0, 0, 0, 0]);
  });

  test("followers are notified, except those who muted the thread, are suspended, are leaving or opted out", async () => {
    const [ada, follower, mutingMember, leavingMember, suspendedMember, optedOutMember] = await Promise.all(
      ["ada", "follower", "muted", "leaving", "suspended", "opted_out"].map((name) => createMember(name)),
    );
    if (!ada || !follower || !mutingMember || !leavingMember || !suspendedMember || !optedOutMember)
      throw new Error("no members");
    const id = await post(ada);
    for (const member of [follower, leavingMember, suspendedMember, optedOutMember])
      await site.forum.followThread(member, { postId: id, state: "following" });
    await site.forum.followThread(mutingMember, { postId: id, state: "muted" });
    await site.database.pool.query("update auth.users set deleted_at = now() where id = $1", [
      leavingMember.id,
    ]);
    await site.database.pool.query("update auth.users set banned_until = '2100-01-01' where id = $1", [
      suspendedMember.id,
    ]);
    const preferences = await site.notifications.readOwnPreferences(optedOutMember);
    await site.notifications.saveOwnPreferences(optedOutMember, {
      ...preferences,
      mention: "never",
      thread: "never",
    });
    const mentions = [follower, mutingMember, leavingMember, suspendedMember, optedOutMember]
      .map(({ username }) => `@${username}`)
      .join(" ");
    await site.comment(ada, id, mentions);
    await site.comment(ada, id, "Without names.");
    expect(await site.readLines(follower)).toEqual([
      expect.stringMatching(/mentioned you|commented on/),
      expect.stringMatching(/mentioned you|commented on/),
    ]);
    for (const member of [mutingMember, leavingMember, suspendedMember, optedOutMember])
      expect(await site.readLines(member), member.username).toEqual([]);
  });

  test("authors who turned off notifications about replies are still notified of replies to others in their threads", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada);
    await site.notifications.saveOwnPreferences(ada, {
      ...(await site.notifications.readOwnPreferences(ada)),
      reply: "never",
    });
    const firstCommentId = await site.comment(ben, id, "An answer.");
    expect(await site.readLines(ada)).toEqual([]);
    await site.comment(await createMember("cleo"), id, "A reply to someone else.", firstCommentId);
    expect(await site.readLines(ada)).toEqual([expect.stringContaining("which you follow")]);
  });

  test("a comment submitted twice concurrently notifies once", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada);
    const comment = { postId: id, content: "Twice.", requestId: randomUUID() };
    await Promise.all([site.forum.addComment(ben, comment), site.forum.addComment(ben, comment)]);
    expect(await site.readLines(ada)).toHaveLength(1);
  });

  test("deleting a comment deletes its notifications, and deleting a post deletes those of its entire thread", async () => {
    const [ada, ben, cleo] = [
      await createMember("ada"),
      await createMember("ben"),
      await createMember("cleo"),
    ];
    const id = await post(ada);
    const firstCommentId = await site.comment(ben, id, `@${cleo.username}`);
    await site.comment(cleo, id, "An answer.", firstCommentId);
    await site.forum.voteOnPost(ben, { postId: id, voteType: 1, rule: "toggle" });
    await site.forum.deleteComment(ben, firstCommentId);
    expect(await site.readLines(cleo)).toEqual([]);
    expect(await site.notifications.countUnread(cleo.id)).toBe(0);
    expect(await site.readLines(ben)).toEqual([`· ${cleo.username} replied to your comment on “A thread”`]);
    await site.forum.deletePost(ada, id);
    expect(await site.readLines(ben)).toEqual([]);
    expect(await site.readLines(ada)).toEqual([]);
  });
});

describe("votes", () => {
  test("by fifty members at the same time, both up and down, cause one notification with the right count", async () => {
    const ada = await createMember("ada");
    const id = await post(ada, "Voted on");
    const voters = await Promise.all(Array.from({ length: 50 }, () => createMember("voter")));
    await site.forum.voteOnPost(ada, { postId: id, voteType: 1, rule: "toggle" });
    expect(await site.readLines(ada)).toEqual([]);
    await Promise.all(
      voters.map((voter, index) =>
        site.forum.voteOnPost(voter, { postId: id, voteType: index % 2 ? 1 : -1, rule: "toggle" }),
      ),
    );
    expect(await site.readLines(ada)).toEqual(["· 50 people voted on your post “Voted on”"]);
    expect((await site.listItems(ada))[0]?.actor).toBeNull();
  });

  test("no longer count once they are withdrawn, and voting again doesn't notify again", async () => {
    const [ada, ben, cleo] = [
      await createMember("ada"),
      await createMember("ben"),
      await createMember("cleo"),
    ];
    const id = await post(ada);
    const commentId = await site.comment(ada, id, "Mine.");
    const vote = (voter: typeof ada, voteType: 1 | -1) =>
      site.forum.voteOnComment(voter, { commentId, voteType });
    await vote(ben, 1);
    await vote(ben, -1);
    expect(await site.readLines(ada)).toEqual(["· One person voted on your comment on “A thread”"]);
    await vote(ben, -1);
    expect(await site.readLines(ada)).toEqual([]);
    expect(await site.notifications.countUnread(ada.id)).toBe(0);
    await vote(ben, 1);
    const [item] = await site.listItems(ada);
    await site.notifications.mark(ada, { id: item?.id ?? "", isRead: true });
    await vote(ben, 1);
    await vote(ben, 1);
    expect(await site.readLines(ada)).toEqual(["One person voted on your comment on “A thread”"]);
    await vote(cleo, -1);
    expect(await site.readLines(ada)).toEqual(["· 2 people voted on your comment on “A thread”"]);
    await vote(cleo, -1);
    expect(await site.readLines(ada)).toEqual(["One person voted on your comment on “A thread”"]);
  });

  test("of a deleted account are no longer counted", async () => {
    const [ada, ben, cleo] = [
      await createMember("ada"),
      await createMember("ben"),
      await createMember("cleo"),
    ];
    const id = await post(ada);
    for (const voter of [ben, cleo])
      await site.forum.voteOnPost(voter, { postId: id, voteType: 1, rule: "toggle" });
    await site.forum.anonymizeMember(ben.id);
    expect(await site.readLines(ada)).toEqual(["· One person voted on your post “A thread”"]);
  });
});

describe("admin actions", () => {
  test("notify the author with the reason, even if they muted the thread, but not an administrator who acts on their own post", async () => {
    const [ada, boss] = [await createMember("ada"), await createMember("boss", "admin")];
    const id = await post(ada, "Moderated");
    const commentId = await site.comment(ada, id, "Rude.");
    await site.forum.followThread(ada, { postId: id, state: "muted" });
    await site.forum.moderation.setPostLocked(boss, { id, isLocked: true, reason: "It went in circles." });
    site.clock.advance(1);
    await site.forum.moderation.deleteComment(boss, { id: commentId, reason: "Be kind." });
    expect(await site.readLines(ada)).toEqual([
      "· An administrator deleted your comment on “Moderated”",
      "· An administrator locked comments on your post “Moderated”",
    ]);
    expect((await site.listItems(ada)).map(({ excerpt }) => excerpt)).toEqual([
      "Be kind.",
      "It went in circles.",
    ]);
    const ownPostId = await site.createPost(boss, { title: "Own" });
    await site.forum.moderation.setPostPinned(boss, { id: ownPostId, isPinned: true });
    expect(await site.readLines(boss)).toEqual([]);
  });
});

describe("reading:", () => {
  test("marking everything up to a point as read leaves newer notifications unread", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada);
    await site.comment(ben, id, "Seen.");
    const { upTo } = await site.notifications.listNewest(ada);
    site.clock.advance(1);
    await Promise.all([
      site.notifications.markAllRead(ada, upTo),
      ...Array.from({ length: 5 }, (_, index) => site.comment(ben, id, `Later ${index}.`)),
    ]);
    expect(await site.notifications.countUnread(ada.id)).toBe(5);
    const { items } = await site.notifications.list(ada, { filter: "unread", cursor: null });
    expect(items).toHaveLength(5);
  });

  test("a notification opens its comment and is marked as read, for its recipient only", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada);
    const commentId = await site.comment(ben, id, "Look here.");
    const [item] = await site.listItems(ada);
    const notificationId = item?.id ?? "";
    await expect(site.notifications.open(ben, notificationId)).rejects.toMatchObject({
      code: "notification_not_found",
    });
    await expect(site.notifications.mark(ben, { id: notificationId, isRead: true })).rejects.toMatchObject({
      code: "notification_not_found",
    });
    await expect(site.notifications.open(ada, "no id")).rejects.toMatchObject({
      code: "notification_not_found",
    });
    expect(await site.notifications.open(ada, notificationId)).toEqual({
      path: `/forum/${id}#comment-${commentId}`,
    });
    expect(await site.notifications.countUnread(ada.id)).toBe(0);
    await site.notifications.mark(ada, { id: notificationId, isRead: false });
    expect(await site.notifications.countUnread(ada.id)).toBe(1);
    // A comment nested too deeply for the post's page has its own page.
    let parentId = commentId;
    for (let depth = 0; depth < 8; depth += 1)
      parentId = await site.comment(depth % 2 ? ben : ada, id, "Deeper.", parentId);
    site.clock.advance(1);
    const deepestCommentId = await site.comment(ben, id, "The deepest.", parentId);
    const [newest] = await site.listItems(ada);
    expect(await site.notifications.open(ada, newest?.id ?? "")).toEqual({
      path: `/forum/${id}/comments/${deepestCommentId}#comment-${deepestCommentId}`,
    });
  });

  test("pages are stable while new notifications arrive, and invalid cursors are rejected", async () => {
    const [ada, ben] = [await createMember("ada"), await createMember("ben")];
    const id = await post(ada);
    for (let index = 0; index < 25; index += 1) await site.comment(ben, id, `Number ${index}.`);
    const first = await site.notifications.list(ada, { filter: "all", cursor: null });
    site.clock.advance(1);
    await site.comment(ben, id, "Later.");
    const second = await site.notifications.list(ada, { filter: "all", cursor: first.nextCursor });
    const excerpts = [...first.items, ...second.items].map(({ excerpt }) => excerpt);
    expect(new Set(excerpts).size).toBe(25);
    expect(excerpts).not.toContain("Later.");
    expect(second.nextCursor).toBeNull();
    await site.notifications.markAllRead(ada, second.upTo);
    // From a later page, too, everything up to now is marked, not only what that page and the older ones contain.
    expect(await site.notifications.countUnread(ada.id)).toBe(0);
    for (const cursor of ["x", Buffer.from('["a",1]').toString("base64url")])
      await expect(site.notifications.list(ada, { filter: "all", cursor })).rejects.toMatchObject({
        code: "invalid_input",
      });
  });

  test("every operation on a member's own notifications requires signing in", async () => {
    const { notifications } = site;
    const calls = [
      notifications.list(null, { filter: "all", cursor: null }),
      notifications.listNewest(null),
      notifications.mark(null, { id: randomUUID(), isRead: true }),
      notifications.markAllRead(null, "1"),
      notifications.open(null, randomUUID()),
      notifications.readOwnPreferences(null),
      notifications.saveOwnPreferences(null, {}),
      notifications.suggestNames(null, { prefix: "a", postId: null }),
    ];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.code)).toEqual(
      calls.map(() => "not_signed_in"),
    );
  });
});

test("notifications older than half a year are deleted", async () => {
  const [ada, ben] = [await createMember("ada"), await createMember("ben")];
  const id = await post(ada);
  await site.comment(ben, id, "Long ago.");
  await site.database.pool.query(
    "update public.notifications set at = at - interval '181 days' where member_id = $1",
    [ada.id],
  );
  expect(await site.deleteOld()).toBe(1);
  expect(await site.readLines(ada)).toEqual([]);
});

test("names are suggested by prefix, those in the thread first, ignoring case and accents", async () => {
  const names = ["zoë_first", "zoe_second", "zoeller", "zo_exact"];
  const [first, second] = await Promise.all(names.map((name) => site.createMember(name)));
  if (!first || !second) throw new Error("no members");
  const typist = await createMember("typist");
  const id = await post(second);
  const suggest = async (prefix: string, postId: string | null = null) =>
    (await site.notifications.suggestNames(typist, { prefix, postId })).map(({ username }) => username);
  expect(await suggest("zoe")).toEqual(["zoë_first", "zoe_second", "zoeller"]);
  expect(await suggest("ZOË", id)).toEqual(["zoe_second", "zoë_first", "zoeller"]);
  expect(await suggest("", id)).toEqual(["zoe_second"]);
  expect(await suggest("zo_")).toEqual(["zo_exact"]);
  expect(await suggest("zo%")).toEqual([]);
  expect(await suggest("")).toEqual([]);
  expect(await suggest("\0\ud800".repeat(20))).toEqual([]);
});
