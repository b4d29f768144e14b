import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture, createPlainImage } from "#server/testing/app.ts";

const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
const SECRET = "a secret of at least thirty-two characters";
let fixture: AppFixture;
beforeAll(async () => {
  fixture = await createAppFixture({ AUTH_JWT_SECRET: SECRET });
});
afterAll(() => fixture.end());

const query = async (text: string, values: unknown[] = []) =>
  (await fixture.database.pool.query(text, values)).rows;
const forum = () => fixture.app.forum;
const post = (viewer: Member, content = "Some text.") =>
  forum().createPost(viewer, { title: "A post", content, category: "ai", tags: [] });
const comment = (viewer: Member, postId: string, content = "A comment.") =>
  forum().addComment(viewer, { postId, content, parentId: null });
/** Mutes, saves and reads a post, and follows a tag. */
async function followAndRead(viewer: Member, postId: string): Promise<void> {
  await forum().followThread(viewer, { postId, state: "muted" });
  await forum().followLists(viewer, { tag: "zk", categories: [], isFollowed: true });
  await forum().savePost(viewer, { postId, isSaved: true });
  const { readUntil } = await forum().getPost(viewer, postId);
  await forum().recordVisit(viewer, { postId, readUntil: readUntil ?? 0, isArrival: true });
}
/** Saves a conversation with an AI tool in the history. */
async function saveConversation(viewer: Member, question: string): Promise<void> {
  await fixture.app.ai.history.setSaving(viewer, true);
  const authorization = fixture.getBearer(viewer);
  const form = {
    tool: "chatbot",
    input: question,
    authorization,
    address: "203.0.113.9",
    conversation: null,
  } as const;
  expect(await fixture.app.ai.answerForm(form)).toMatchObject({ answer: { saved: expect.any(Object) } });
}
const isServed = async (url: string) => (await fixture.fetchFile(url)).ok;

/** Deletes a member's account, after removing the password and email address, so that no confirmation is needed. */
async function deleteAccount(viewer: Member): Promise<void> {
  await query("update auth.users set encrypted_password = null, email = null where id = $1", [viewer.id]);
  await fixture.app.auth.account.deleteAccount(
    viewer,
    { username: viewer.username, password: "", code: "" },
    CLIENT,
  );
}

describe("a member who deletes their account", () => {
  test("leaves behind their posts and comments, and those of their images that a post or comment shows; everything else is deleted", async () => {
    const leaver = await fixture.register();
    const otherMember = await fixture.register();
    const [postImage, commentImage, quotedImage, unusedImage, deletedPostImage] = await Promise.all(
      Array.from({ length: 5 }, () => fixture.uploadImage(leaver)),
    );
    const avatar = await fixture.app.profiles.changeAvatar(leaver, await createPlainImage(40, 40));
    const ownPost = await post(leaver, `See ![it](${postImage}).`);
    const deletedPost = await post(leaver, `Gone ![it](${deletedPostImage}).`);
    await forum().deletePost(leaver, deletedPost.id);
    const otherPost = await post(otherMember, `Quoting ![it](http://lattice.test${quotedImage}#40x40).`);
    await comment(leaver, otherPost.id, `![it](${commentImage})`);
    await forum().voteOnPost(leaver, { postId: otherPost.id, voteType: 1, rule: "toggle" });
    await forum().saveDraft(leaver, { title: "Draft", content: "…", category: "", tags: [] });
    await followAndRead(leaver, otherPost.id);
    await saveConversation(leaver, "What is a rollup?");

    await deleteAccount(leaver);

    expect((await forum().getPost(null, ownPost.id)).content).toContain(postImage);
    expect(await forum().getPost(null, otherPost.id)).toMatchObject({ upvotes: 0, commentCount: 1 });
    const availability = await Promise.all(
      [postImage, commentImage, quotedImage, unusedImage, deletedPostImage].map((file = "") =>
        isServed(file),
      ),
    );
    expect(availability).toEqual([true, true, true, false, false]);
    expect(await isServed(avatar)).toBe(false);
    for (const [table, column] of [
      ["auth.users", "id"],
      ["auth.identities", "user_id"],
      ["auth.sessions", "user_id"],
      ["auth.account_deletions", "user_id"],
      ["public.profiles", "id"],
      ["public.user_roles", "user_id"],
      ["public.votes", "user_id"],
      ["public.post_drafts", "author_id"],
      ["public.thread_follows", "member_id"],
      ["public.list_follows", "member_id"],
      ["public.saved_posts", "member_id"],
      ["public.post_visits", "member_id"],
      ["public.ai_history_members", "member_id"],
      ["public.ai_conversations", "member_id"],
      ["public.forum_posts", "author_id"],
      ["public.comments", "author_id"],
      ["storage.objects", "owner_id"],
    ])
      expect(await query(`select from ${table} where ${column} = $1`, [leaver.id]), table).toEqual([]);
    expect(await query("select from public.ai_turns")).toEqual([]);
    expect(await forum().recountForum({ repair: false })).toEqual([]);
  });

  test("loses their AI history, even if the account is only soft-deleted with the service key", async () => {
    const leaver = await fixture.register();
    const otherMember = await fixture.register();
    for (const viewer of [leaver, otherMember]) await saveConversation(viewer, "What is a rollup?");
    const serviceKey = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer("lattice")
      .setIssuedAt()
      .sign(new TextEncoder().encode(SECRET));
    const response = await fixture.app.auth.http.request(`/admin/users/${leaver.id}`, {
      method: "DELETE",
      headers: {
        authorization: `Bearer ${serviceKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ should_soft_delete: true }),
    });
    expect(response.status).toBe(200);
    const memberIds = [leaver.id, otherMember.id];
    for (const table of ["ai_history_members", "ai_conversations"])
      expect(
        await query(`select member_id from public.${table} where member_id = any($1)`, [memberIds]),
        table,
      ).toEqual([{ member_id: otherMember.id }]);
    await fixture.app.ai.history.deleteConversations(otherMember);
  });

  test("leaves correct counts when the deletion is concurrent with their votes", async () => {
    const author = await fixture.register();
    const leaver = await fixture.register();
    const posts = await Promise.all(Array.from({ length: 6 }, () => post(author)));
    const votes = posts.map(({ id }) =>
      forum()
        .voteOnPost(leaver, { postId: id, voteType: 1, rule: "toggle" })
        .then(
          () => true,
          () => false,
        ),
    );
    await Promise.all([...votes, deleteAccount(leaver)]);
    expect(await query("select from public.votes where user_id = $1", [leaver.id])).toEqual([]);
    expect(await query("select from auth.users where id = $1", [leaver.id])).toEqual([]);
    expect(await forum().recountForum({ repair: false })).toEqual([]);
  });

  test("has their account deleted completely even if a step fails on the first attempt", async () => {
    const leaver = await fixture.register();
    const file = await fixture.uploadImage(leaver);
    const { id } = await post(leaver, `![it](${file})`);
    await forum().saveDraft(leaver, { title: "Draft", content: "…", category: "", tags: [] });
    // The forum's step fails midway, as if the process had been killed.
    await query(
      `create function public.fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`,
    );
    await query("create trigger fail before delete on public.post_drafts execute function public.fail()");
    await deleteAccount(leaver);
    await query("drop trigger fail on public.post_drafts");
    expect(await query("select from auth.users where id = $1", [leaver.id])).toHaveLength(1);
    fixture.clock.advance(5 * 60 + 1);
    expect(await fixture.app.auth.finishAccountDeletions()).toBe(1);
    expect(await query("select from auth.users where id = $1", [leaver.id])).toEqual([]);
    expect((await forum().getPost(null, id)).content).toContain(file);
    expect(await isServed(file)).toBe(true);
    expect(await forum().recountForum({ repair: false })).toEqual([]);
  });
});

describe("the data export", () => {
  const readExport = async (viewer: Member) => {
    const chunks: string[] = [];
    for await (const chunk of await fixture.app.members.exportMember(viewer)) chunks.push(chunk);
    return { chunks, text: chunks.join("") };
  };

  test("is one JSON document with only the member's own data", async () => {
    const member = await fixture.register();
    const otherMember = await fixture.register();
    await fixture.app.profiles.changeBio(member, "A bio.");
    const { id } = await post(member, 'Quotes " and \n lines');
    const otherPost = await post(otherMember, "Their secret text");
    await comment(member, otherPost.id, "My comment");
    await comment(otherMember, id, "Their comment");
    await forum().voteOnPost(member, { postId: otherPost.id, voteType: -1, rule: "toggle" });
    await forum().saveDraft(member, { title: "A draft", content: "…", category: "", tags: ["x"] });
    const file = await fixture.uploadImage(member);
    await followAndRead(member, otherPost.id);
    await followAndRead(otherMember, otherPost.id);
    await saveConversation(member, "What is a rollup?");
    await saveConversation(otherMember, "Their secret question");

    const { text } = await readExport(member);
    const document = JSON.parse(text);
    expect(document).toMatchObject({
      profile: { username: member.username, bio: "A bio.", role: "user" },
      account: { id: member.id, email: member.email },
      identities: [{ provider: "email" }],
      sessions: [{ ip: expect.any(String) }],
      posts: [{ id, content: 'Quotes " and \n lines' }],
      comments: [{ post_id: otherPost.id, content: "My comment" }],
      votes: [{ post_id: otherPost.id, vote_type: -1 }],
      comment_votes: [],
      thread_follows: expect.arrayContaining([
        { post_id: otherPost.id, state: "muted", created_at: expect.any(String) },
      ]),
      list_follows: [{ kind: "tag", name: "zk", created_at: expect.any(String) }],
      saved_posts: [{ post_id: otherPost.id, saved_at: expect.any(String) }],
      post_visits: [{ post_id: otherPost.id, seen_at: expect.any(String), since_at: null }],
      drafts: [{ title: "A draft", tags: ["x"] }],
      ai_history: [{ saving_since: expect.any(String) }],
      ai_conversations: [{ tool: "chatbot", title: "What is a rollup?" }],
      ai_answers: [{ question: "What is a rollup?", answer: expect.stringContaining("rollup") }],
      files: [{ bucket: "post-images", name: file.split("/post-images/")[1] }],
    });
    expect(text).not.toContain("Their secret text");
    expect(text).not.toContain("Their comment");
    expect(text).not.toContain("Their secret question");
    const [{ encrypted_password: hash }] = await query(
      "select encrypted_password from auth.users where id = $1",
      [member.id],
    );
    for (const secret of [hash, "$argon2", "token_hash", "secret_sealed"]) expect(text).not.toContain(secret);
  });

  test("streams large amounts of data row by row, each row once", async () => {
    const member = await fixture.register();
    await query(
      `insert into public.forum_posts (title, content, category, author_id)
       select 'Post ' || n, 'Text', 'ai', $1 from generate_series(1, 450) n`,
      [member.id],
    );
    const { chunks, text } = await readExport(member);
    const titles = JSON.parse(text).posts.map(({ title }: { title: string }) => title);
    expect(titles).toHaveLength(450);
    expect(new Set(titles).size).toBe(450);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(2_000);
  });

  test.each<[string, string, (member: Member) => Promise<void>]>([
    [
      "the member signs out everywhere else",
      "not_signed_in",
      async ({ email }) => {
        const credentials = {
          email: email ?? "",
          password: `wooden-Lantern-${/\d+/.exec(email ?? "")}-7391`,
        };
        const otherSession = await fixture.app.auth.signInWithPassword(credentials, CLIENT);
        await fixture.app.auth.signOut(otherSession.access_token, "others");
      },
    ],
    [
      "the member is suspended",
      "not_signed_in",
      async ({ id }) => {
        const admin: Member = { ...(await fixture.register()), role: "admin" };
        await query("update public.user_roles set role = 'admin' where user_id = $1", [admin.id]);
        await fixture.app.admin.users.suspend(admin, id, { term: "1d", reason: "Spam" });
      },
    ],
    ["the account is deleted", "not_signed_in", deleteAccount],
    ["an hour has passed", "timeout", async () => fixture.clock.advance(60 * 60 + 1)],
  ])("fails without newer data when %s during the export", async (_event, code, end) => {
    const member = await fixture.register();
    await query(
      `insert into public.forum_posts (title, content, category, author_id)
       select 'Post ' || n, 'Text', 'ai', $1 from generate_series(1, 450) n`,
      [member.id],
    );
    let text = "";
    const readRest = async (chunks: AsyncIterable<string>) => {
      for await (const chunk of chunks) {
        text += chunk;
        if (text.split("Post ").length !== 2) continue;
        await end(member);
        await query("update public.forum_posts set content = 'Written later' where author_id = $1", [
          member.id,
        ]);
      }
    };
    await expect(readRest(await fixture.app.members.exportMember(member))).rejects.toMatchObject({ code });
    expect(text.split("Post ").length - 1).toBe(200);
    expect(text).not.toContain("Written later");
  });

  test("is rate limited", async () => {
    const limitedFixture = await createAppFixture({ AUTH_RATE_LIMITS: "on" });
    const viewer = await limitedFixture.register();
    for (let times = 0; times < 10; times += 1) await limitedFixture.app.members.exportMember(viewer);
    await expect(limitedFixture.app.members.exportMember(viewer)).rejects.toMatchObject({
      code: "too_many_requests",
    });
    await limitedFixture.end();
  });
});
