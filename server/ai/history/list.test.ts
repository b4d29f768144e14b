import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  CONVERSATION_BYTES_MAX,
  CONVERSATION_PAGE_BYTES,
  CONVERSATION_TURNS_MAX,
  CONVERSATIONS_MAX,
  HISTORY_BYTES_MAX,
  HISTORY_PAGE_SIZE,
} from "#core/ai/history/limits.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { sendTokens } from "#server/ai/fake-provider.fixture.ts";
import { createHistoryFixture, type HistoryFixture, type SignedInMember } from "./testing.ts";

let fixture: HistoryFixture;
beforeAll(async () => {
  fixture = await createHistoryFixture();
});
afterAll(() => fixture.end());
afterEach(() => {
  fixture.provider.handler = sendTokens("Hello");
});

describe("a long conversation", () => {
  /** Adds turns with answers of these sizes in bytes, one second apart. */
  const addTurns = (turnId: string, sizes: readonly number[]) =>
    fixture.query(
      `insert into ai_turns (id, conversation_id, asked_at, question, answer, details, byte_count, words)
       select gen_random_uuid(), conversation_id, asked_at + index * interval '1 second', 'Question ' || index,
         repeat('**a** [1]\n', size / 10), details, size, words
       from ai_turns, unnest($2::int[]) with ordinality as sizes (size, index) where id = $1`,
      [turnId, sizes],
    );
  const readPages = async (member: SignedInMember, id: string) => {
    const pages: StoredConversation[] = [];
    let cursor: string | null = null;
    do {
      const page: StoredConversation = await fixture.history.readConversation(member.viewer, id, cursor);
      pages.push(page);
      cursor = page.earlierCursor;
    } while (cursor !== null);
    return pages;
  };

  test("is read in pages of limited size, no matter how long it is", async () => {
    const member = await fixture.register();
    const savedTurn = await fixture.ask(member, "Question 0");
    const sizes = Array.from({ length: CONVERSATION_TURNS_MAX - 1 }, (_, index) => 1_000 + 400 * index);
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(CONVERSATION_BYTES_MAX);
    await addTurns(savedTurn?.turn ?? "", sizes);
    const pages = await readPages(member, savedTurn?.conversation ?? "");
    for (const { answers } of pages) {
      const bytes = answers.slice(0, -1).reduce((sum, { markdown }) => sum + markdown.length, 0);
      expect(bytes).toBeLessThanOrEqual(CONVERSATION_PAGE_BYTES);
    }
    expect(pages.length).toBeLessThan(50);
    const questions = pages.toReversed().flatMap(({ answers }) => answers.map(({ input }) => input));
    expect(questions).toEqual(sizes.concat(0).map((_, index) => `Question ${index}`));
  });

  test("has a page of its own for an answer that is larger than the page size", async () => {
    const member = await fixture.register();
    const savedTurn = await fixture.ask(member, "Question 0");
    await addTurns(savedTurn?.turn ?? "", [200_000, 200_000, 100]);
    const pages = await readPages(member, savedTurn?.conversation ?? "");
    expect(pages.map(({ answers }) => answers.map(({ input }) => input))).toEqual([
      ["Question 3"],
      ["Question 2"],
      ["Question 0", "Question 1"],
    ]);
  });

  test("can't be read by another member or with an invalid cursor", async () => {
    const member = await fixture.register();
    const savedTurn = await fixture.ask(member, "Question 0");
    await addTurns(savedTurn?.turn ?? "", [50_000, 50_000]);
    const id = savedTurn?.conversation ?? "";
    const { earlierCursor } = await fixture.history.readConversation(member.viewer, id);
    const otherMember = await fixture.register();
    await expect(
      fixture.history.readConversation(otherMember.viewer, id, earlierCursor),
    ).rejects.toMatchObject({
      code: "conversation_not_found",
    });
    await expect(fixture.history.readConversation(member.viewer, id, "x")).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("a source", () => {
  test("is shown with its current title, and as no longer available once it is deleted", async () => {
    const member = await fixture.register();
    const { forum } = fixture.aiFixture.edge.app;
    const post = await forum.createPost(member.viewer, {
      title: "How bridges fail",
      content: "Words.",
      category: "ai",
      tags: [],
    });
    const comment = await forum.addComment(member.viewer, {
      postId: post.id,
      content: "An answer.",
      parentId: null,
    });
    const paths = [`/forum/${post.id}`, `/forum/${post.id}/comments/${comment.id}`];
    const help = {
      number: 3,
      title: "Saved posts",
      path: "/saved",
      attribution: "Help",
      date: null,
      isSample: false,
    };
    const savedTurn = await fixture.ask(member, "Bridges?");
    await fixture.query(
      `update ai_turns set details = (details::jsonb || jsonb_build_object('sources', $2::jsonb))::json where id = $1`,
      [savedTurn?.turn, JSON.stringify([{ number: 1, path: paths[0] }, { number: 2, path: paths[1] }, help])],
    );
    const readSources = async () => (await fixture.read(member, savedTurn?.conversation)).answers[0]?.sources;
    const source = { title: "How bridges fail", attribution: member.viewer.username, isSample: false };
    expect(await readSources()).toEqual([
      { ...source, number: 1, path: paths[0], date: expect.any(String) },
      { ...source, number: 2, path: paths[1], date: expect.any(String) },
      help,
    ]);
    await forum.deletePost(member.viewer, post.id);
    const deletedSource = {
      title: "No longer available",
      path: null,
      attribution: "",
      date: null,
      isSample: false,
    };
    expect(await readSources()).toEqual([
      { ...deletedSource, number: 1 },
      { ...deletedSource, number: 2 },
      help,
    ]);
  });

  test("is stored without its title", async () => {
    const member = await fixture.register();
    const savedTurn = await fixture.ask(member, "Why?");
    const [row] = await fixture.query("select details::text from ai_turns where id = $1", [savedTurn?.turn]);
    expect(row.details).toContain('"sources":[{"number":1,"path":"/news/1"}');
  });
});

describe("the list", () => {
  test("continues from a cursor without gaps, even if several conversations were last updated at the same time", async () => {
    const member = await fixture.register();
    const total = HISTORY_PAGE_SIZE * 2 + 5;
    await fixture.query(
      `insert into ai_conversations (id, member_id, tool, title, created_at, updated_at, turn_count, byte_count)
       select gen_random_uuid(), $1, 'chatbot', 'Question ' || n, now(), timestamptz '2026-11-01' + n / 10 * interval '1 hour', 1, 10
       from generate_series(1, $2::int) n`,
      [member.viewer.id, total],
    );
    const ids: string[] = [];
    const times: string[] = [];
    for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages += 1) {
      const page = await fixture.history.listConversations(member.viewer, { search: "", cursor });
      ids.push(...page.items.map(({ id }) => id));
      times.push(...page.items.map(({ updatedAt }) => updatedAt));
      cursor = page.nextCursor;
    }
    expect(new Set(ids).size).toBe(total);
    expect(times).toEqual([...times].sort().reverse());
    await expect(
      fixture.history.listConversations(member.viewer, { search: "", cursor: "nonsense" }),
    ).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("is read from its index, in order", async () => {
    const member = await fixture.register();
    await fixture.query("analyze ai_conversations");
    const { rows } = await fixture.database.pool
      .query(
        `set enable_seqscan = off; explain select id from ai_conversations where member_id = '${member.viewer.id}'
       and (updated_at, id) < (now(), '${randomUUID()}') order by updated_at desc, id desc limit 31`,
      )
      .then((results) => (results as unknown as { rows: Record<string, string>[] }[])[1] ?? { rows: [] });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("ai_conversations_newest");
    expect(plan).not.toContain("Sort");
  });

  test("finds words and beginnings of words in questions and answers, anywhere in a conversation", async () => {
    const member = await fixture.register();
    fixture.provider.handler = sendTokens("A **bridge** locks tokens on one chain.");
    const firstTurn = await fixture.ask(member, "How do bridges work?");
    fixture.provider.handler = sendTokens("Rollups post their data to Ethereum.");
    await fixture.ask(member, "And rollups?", { conversation: firstTurn?.conversation ?? null });
    fixture.provider.handler = sendTokens("Nothing about those.");
    await fixture.ask(member, "What is a 100% safe wallet?");

    const expectedTitles = ["How do bridges work?"];
    for (const search of [
      "bridge",
      "BRIDGES",
      "ethereum tokens",
      "roll",
      "chain, Ethereum!",
      "how do",
      "work?",
    ])
      expect(await fixture.listTitles(member, search), search).toEqual(expectedTitles);
    expect(await fixture.listTitles(member, "100%")).toEqual(["What is a 100% safe wallet?"]);
    for (const search of ["bridge wallet", "quantum", "'", "the", ":*", "\\", "_"])
      expect(await fixture.listTitles(member, search), search).toEqual([]);

    const [match] = await fixture.list(member, "ethereum data");
    expect(match?.excerpt?.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual([
      "data",
      "Ethereum",
    ]);
    expect(match?.excerpt?.map(({ text }) => text).join("")).not.toContain("*");

    await fixture.history.renameConversation(
      member.viewer,
      firstTurn?.conversation ?? "",
      "Notes on\n scaling",
    );
    expect(await fixture.listTitles(member, "scaling")).toEqual(["Notes on scaling"]);
  });

  test("refuses too many searches, and a conversation can't get a blank title", async () => {
    const member = await fixture.register();
    const savedTurn = await fixture.ask(member, "Why?");
    await expect(
      fixture.history.renameConversation(member.viewer, savedTurn?.conversation ?? "", " \n"),
    ).rejects.toMatchObject({ code: "missing_information" });
    const searchRepeatedly = async () => {
      for (let count = 0; count < 80; count += 1) await fixture.list(member, "x");
    };
    await expect(searchRepeatedly()).rejects.toMatchObject({ code: "too_many_requests" });
    expect(await fixture.list(member)).toHaveLength(1);
  });
});

describe("at a limit", () => {
  const insertConversations = (member: SignedInMember, count: number, bytes: number) =>
    fixture.query(
      `insert into ai_conversations (id, member_id, tool, title, created_at, updated_at, turn_count, byte_count)
       select gen_random_uuid(), $1, 'chatbot', 'Old ' || n, now(), timestamptz '2026-01-01' + n * interval '1 minute', 1, $3::int
       from generate_series(1, $2::int) n`,
      [member.viewer.id, count, bytes],
    );
  const countConversations = async ({ viewer }: SignedInMember) =>
    (await fixture.query("select count(*)::int from ai_conversations where member_id = $1", [viewer.id]))[0]
      .count;

  test("a conversation that is being continued is never deleted", async () => {
    const member = await fixture.register();
    await insertConversations(member, CONVERSATIONS_MAX, 10);
    const otherClient = await fixture.database.pool.connect();
    await otherClient.query("begin");
    await otherClient.query("select from ai_history_members where member_id = $1 for update", [
      member.viewer.id,
    ]);
    const answerPromise = fixture.ask(member, "New");
    const waitingQuery = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%ai_history_members%'`;
    await expect.poll(() => fixture.query(waitingQuery)).not.toEqual([]);
    await otherClient.query(
      "update ai_conversations set updated_at = '2026-11-22' where member_id = $1 and title = 'Old 1'",
      [member.viewer.id],
    );
    await otherClient.query("commit");
    otherClient.release();
    await answerPromise;
    const titles = await fixture.query(
      "select title from ai_conversations where member_id = $1 and title in ('Old 1', 'Old 2')",
      [member.viewer.id],
    );
    expect(titles).toEqual([{ title: "Old 1" }]);
    expect(await countConversations(member)).toBe(CONVERSATIONS_MAX);
  });

  test("the oldest conversations are deleted", async () => {
    const member = await fixture.register();
    await insertConversations(member, CONVERSATIONS_MAX, 10);
    await fixture.ask(member, "New");
    expect(await countConversations(member)).toBe(CONVERSATIONS_MAX);
    expect(await fixture.listTitles(member, "Old 1")).not.toContain("Old 1");

    const memberAtByteLimit = await fixture.register();
    await insertConversations(memberAtByteLimit, 10, HISTORY_BYTES_MAX / 10);
    const savedTurn = await fixture.ask(memberAtByteLimit, "New");
    expect(await fixture.listTitles(memberAtByteLimit)).toEqual([
      "New",
      ...[10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Old ${n}`),
    ]);
    await fixture.ask(memberAtByteLimit, "More", { conversation: savedTurn?.conversation ?? null });
    expect(await fixture.list(memberAtByteLimit)).toHaveLength(10);
  });

  test("a full conversation is continued in a new one", async () => {
    const member = await fixture.register();
    const firstTurn = await fixture.ask(member, "First");
    await fixture.query("update ai_conversations set turn_count = $2 where id = $1", [
      firstTurn?.conversation,
      CONVERSATION_TURNS_MAX,
    ]);
    const nextTurn = await fixture.ask(member, "Next", { conversation: firstTurn?.conversation ?? null });
    expect(nextTurn?.conversation).not.toBe(firstTurn?.conversation);
    expect(await fixture.listTitles(member)).toEqual(["Next", "First"]);
  });

  test("the longest question and hostile questions are saved", async () => {
    const member = await fixture.register();
    fixture.provider.handler = sendTokens("漢字仮名".repeat(20_000));
    for (const input of [
      "漢".repeat(60_000),
      "\u0001".repeat(60_000),
      `${"x".repeat(3_000)} y`,
      "<script>'\"\\%_",
    ]) {
      const savedTurn = await fixture.ask(member, input);
      const { answers } = await fixture.read(member, savedTurn?.conversation);
      expect(answers[0]?.input).toBe(input);
      expect(answers[0]?.markdown).toHaveLength(80_000);
    }
  });
});
