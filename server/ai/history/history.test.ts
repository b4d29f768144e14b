import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import type { SavedTurn } from "#core/ai/export.ts";
import {
  CONVERSATION_TURNS_MAX,
  CONVERSATIONS_MAX,
  HISTORY_BYTES_MAX,
  HISTORY_PAGE_SIZE,
} from "#core/ai/history/limits.ts";
import type { ToolId } from "#core/ai/tools.ts";
import {
  type AiFixture,
  type AskOptions,
  buildTokenEvent,
  createAiFixture,
  type FakeProvider,
  readAnswer,
  sendTokens,
  startFakeProvider,
  TEST_ANALYSIS,
} from "#server/ai/testing.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";

let database: TestDatabase;
let provider: FakeProvider;
let fixture: AiFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  provider = await startFakeProvider();
  fixture = await createAiFixture(database, { provider, analysis: TEST_ANALYSIS });
});
afterAll(async () => {
  await fixture.end();
  await provider.close();
  await database.drop();
});
afterEach(() => {
  provider.handler = sendTokens("Hello");
});

interface SignedIn {
  readonly viewer: Member;
  readonly token: string;
}

let members = 0;
async function signIn({ isSaving = true } = {}): Promise<SignedIn> {
  members += 1;
  const username = `reader${members}`;
  const session = await fixture.edge.app.auth.signUp(
    { email: `${username}@example.org`, password: "wooden-Lantern-9-7391", username },
    { ip: "203.0.113.1", userAgent: "a test" },
  );
  const id = session.user.id;
  const viewer: Member = {
    id,
    username,
    email: null,
    avatarUrl: null,
    isVerified: false,
    role: "user",
    sessionId: randomUUID(),
  };
  if (isSaving) await history().setSaving(viewer, true);
  return { viewer, token: session.access_token };
}

const history = () => fixture.ai.history;
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

interface AskHistoryOptions extends AskOptions {
  readonly tool?: ToolId;
  readonly conversation?: string | null;
  readonly replaces?: readonly string[];
}

/** Asks as the page does, and returns where the answer was saved. */
async function ask(
  { token }: SignedIn,
  input: string,
  { tool = "chatbot", conversation = null, replaces = [], ...options }: AskHistoryOptions = {},
): Promise<SavedTurn | null | undefined> {
  const { events } = await readAnswer(
    fixture.ask(tool, input, { token, history: { conversation, replaces }, ...options }),
  );
  return events.reduce<SavedTurn | null | undefined>(
    (saved, { analysis }) => (analysis?.saved === undefined ? saved : analysis.saved),
    undefined,
  );
}

const list = async ({ viewer }: SignedIn, search = "") =>
  (await history().listConversations(viewer, { search, cursor: null })).items;
const titles = async (member: SignedIn, search = "") =>
  (await list(member, search)).map(({ title }) => title);
const read = ({ viewer }: SignedIn, id = "") => history().readConversation(viewer, id);

describe("an answer", () => {
  test("isn't saved until the member turns the history on, nor after they turn it off", async () => {
    const member = await signIn({ isSaving: false });
    expect(await history().readSettings(member.viewer)).toEqual({ isSaving: false });
    expect(await ask(member, "Why?")).toBeUndefined();
    await history().setSaving(member.viewer, true);
    await history().setSaving(member.viewer, true);
    expect(await history().readSettings(member.viewer)).toEqual({ isSaving: true });
    expect(await ask(member, "Now?")).toMatchObject({ turn: expect.any(String) });
    await history().setSaving(member.viewer, false);
    expect(await ask(member, "Later?")).toBeUndefined();
    expect(await titles(member)).toEqual(["Now?"]);
  });

  test("isn't saved for visitors, nor for clients other than the page", async () => {
    const member = await signIn();
    const before = await query("select count(*)::int as n from ai_turns");
    const history = { conversation: null };
    const visitor = await readAnswer(fixture.ask("chatbot", "Why?", { history }));
    expect(visitor.events[0]?.analysis?.saved).toBeUndefined();
    await readAnswer(fixture.ask("chatbot", "Why?", { token: member.token }));
    expect(await query("select count(*)::int as n from ai_turns")).toEqual(before);
  });

  test("is saved with all that is needed to show it again", async () => {
    const member = await signIn();
    provider.handler = sendTokens("It is ", "so.");
    const saved = await ask(member, "Why\u0000?\uD800");
    expect(await read(member, saved?.conversation)).toEqual({
      id: saved?.conversation,
      tool: "chatbot",
      title: "Why?\uFFFD",
      answers: [
        {
          tool: "chatbot",
          input: "Why?\uFFFD",
          markdown: "It is so.",
          time: expect.stringMatching(/^\d{4}-.*Z$/),
          answeredBy: "model",
          model: "test/model",
          ending: "complete",
          sources: expect.any(Array),
          chart: TEST_ANALYSIS.chart,
          findings: [],
          saved,
        },
      ],
    });
  });

  test("of every tool is in one list; only a conversation has several", async () => {
    const member = await signIn();
    await ask(member, "BTC", { tool: "sentiment" });
    await ask(member, "contract Vault {}", { tool: "scanner" });
    const first = await ask(member, "What is a rollup?");
    await ask(member, "Why?", { conversation: first?.conversation ?? null });
    expect(await list(member)).toMatchObject([
      { tool: "chatbot", title: "What is a rollup?", turnCount: 2 },
      { tool: "scanner", title: "Vault", turnCount: 1 },
      { tool: "sentiment", title: "BTC", turnCount: 1 },
    ]);
    const { answers } = await read(member, first?.conversation);
    expect(answers.map(({ input }) => input)).toEqual(["What is a rollup?", "Why?"]);
  });

  test("that was stopped is saved as far as it was received, and one that failed says so", async () => {
    const member = await signIn();
    const page = new AbortController();
    provider.handler = (response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(buildTokenEvent("The start"));
    };
    const response = await fixture.ask("chatbot", "Stopped", {
      token: member.token,
      history: { conversation: null },
      signal: page.signal,
    });
    const reader = response.body?.getReader();
    let text = "";
    while (!text.includes("The start")) text += new TextDecoder().decode((await reader?.read())?.value);
    page.abort();
    await expect.poll(() => titles(member)).toEqual(["Stopped"]);

    provider.handler = (response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(buildTokenEvent("Half"), () => response.destroy());
    };
    await ask(member, "Failed");
    const endings = await Promise.all((await list(member)).map(({ id }) => read(member, id)));
    expect(endings.map(({ answers }) => [answers[0]?.markdown, answers[0]?.ending])).toEqual([
      ["Half", "failed"],
      ["The start", "stopped"],
    ]);
  });

  test("without a word isn't saved", async () => {
    const member = await signIn();
    provider.handler = (response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.end("data: [DONE]\n\n");
    };
    await ask(member, "Nothing");
    expect(await titles(member)).toEqual([]);
  });

  test("isn't saved if its conversation is deleted or saving is turned off while it is written", async () => {
    const member = await signIn();
    const first = await ask(member, "First");
    const whileAnswering = (run: () => Promise<void>) => {
      provider.handler = async (response, call) => {
        await run();
        await sendTokens("Late")(response, call);
      };
    };
    whileAnswering(() => history().deleteConversation(member.viewer, first?.conversation ?? ""));
    expect(await ask(member, "Second", { conversation: first?.conversation ?? null })).toBeNull();
    whileAnswering(() => history().setSaving(member.viewer, false));
    expect(await ask(member, "Third")).toBeNull();
    expect(await titles(member)).toEqual([]);
  });

  test("that can't be saved is still answered, and says that it isn't saved", async () => {
    const member = await signIn();
    await query("alter table ai_turns add constraint refused check (question <> 'Refused')");
    expect(await ask(member, "Refused")).toBeNull();
    expect(await titles(member)).toEqual([]);
    await query("alter table ai_turns drop constraint refused");
  });

  test("can replace turns, and takes no others with it", async () => {
    const member = await signIn();
    const other = await signIn();
    const first = await ask(member, "First");
    const conversation = first?.conversation ?? null;
    const second = await ask(member, "Second", { conversation });
    const foreign = await ask(other, "Foreign");
    // In another tab, before the second question is edited here.
    await ask(member, "Elsewhere", { conversation });
    const replaces = [second?.turn ?? "", foreign?.turn ?? ""];
    await ask(member, "Second, edited", { conversation, replaces });
    const { answers } = await read(member, conversation ?? "");
    expect(answers.map(({ input }) => input)).toEqual(["First", "Elsewhere", "Second, edited"]);
    expect(await list(member)).toMatchObject([{ title: "First", turnCount: 3 }]);
    expect((await read(other, foreign?.conversation)).answers).toHaveLength(1);

    await ask(member, "All new", { conversation, replaces: answers.map(({ saved }) => saved?.turn ?? "") });
    expect(await list(member)).toMatchObject([{ title: "All new", turnCount: 1 }]);
  });
});

describe("the same conversation in two tabs", () => {
  test("gets both answers, in the order of their questions", async () => {
    const member = await signIn();
    const first = await ask(member, "First");
    const conversation = first?.conversation ?? null;
    const finish: (() => void)[] = [];
    provider.handler = (response, call) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(buildTokenEvent("Begun"));
      finish.push(
        () => void sendTokens(" and done")(Object.assign(response, { writeHead: () => response }), call),
      );
    };
    const tabs = [];
    for (const input of ["In one tab", "In the other"]) {
      tabs.push(ask(member, input, { conversation }));
      await expect.poll(() => finish.length).toBe(tabs.length);
    }
    for (const run of finish.reverse()) run();
    await Promise.all(tabs);
    const { answers } = await read(member, conversation ?? "");
    expect(answers.map(({ input }) => input)).toEqual(["First", "In one tab", "In the other"]);
    expect(await list(member)).toMatchObject([{ turnCount: 3 }]);
  });

  test("counts all answers that end at the same time", async () => {
    const member = await signIn();
    const first = await ask(member, "First");
    const conversation = first?.conversation ?? null;
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => ask(member, `Question ${index}`, { conversation })),
    );
    expect(await list(member)).toMatchObject([{ turnCount: 9 }]);
    const [sums] = await query(
      `select c.byte_count, sum(t.byte_count)::int as bytes, count(*)::int as turns from ai_conversations c
       join ai_turns t on t.conversation_id = c.id where c.id = $1 group by c.id`,
      [conversation],
    );
    expect(sums).toMatchObject({ turns: 9, byte_count: sums.bytes });
  });
});

describe("another member", () => {
  test("can't read, continue, rename or delete a conversation, and neither can an administrator", async () => {
    const owner = await signIn();
    const saved = await ask(owner, "A secret question");
    const id = saved?.conversation ?? "";
    const stranger = await signIn();
    const admin = { ...(await signIn()).viewer, role: "admin" as const };
    for (const viewer of [stranger.viewer, admin]) {
      const refused = { code: "conversation_not_found" };
      await expect(history().readConversation(viewer, id)).rejects.toMatchObject(refused);
      await expect(history().renameConversation(viewer, id, "Mine")).rejects.toMatchObject(refused);
      await expect(history().deleteConversation(viewer, id)).rejects.toMatchObject(refused);
      await history().deleteConversations(viewer);
      expect((await history().listConversations(viewer, { search: "secret", cursor: null })).items).toEqual(
        [],
      );
    }
    const own = await ask(stranger, "Mine", { conversation: id, replaces: [saved?.turn ?? ""] });
    expect(own?.conversation).not.toBe(id);
    expect(await list(owner)).toMatchObject([{ id, title: "A secret question", turnCount: 1 }]);
  });

  test("isn't a visitor either: all operations refuse them first", async () => {
    for (const [name, operation] of Object.entries(history()))
      await expect(operation(null, "", ""), name).rejects.toMatchObject({ code: "not_signed_in" });
  });
});

describe("a source", () => {
  test("is shown as it is now, and not at all once it was deleted", async () => {
    const member = await signIn();
    const { forum } = fixture.edge.app;
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
    const saved = await ask(member, "Bridges?");
    await query(
      `update ai_turns set details = (details::jsonb || jsonb_build_object('sources', $2::jsonb))::json where id = $1`,
      [saved?.turn, JSON.stringify([{ number: 1, path: paths[0] }, { number: 2, path: paths[1] }, help])],
    );
    const readSources = async () => (await read(member, saved?.conversation)).answers[0]?.sources;
    const source = { title: "How bridges fail", attribution: member.viewer.username, isSample: false };
    expect(await readSources()).toEqual([
      { ...source, number: 1, path: paths[0], date: expect.any(String) },
      { ...source, number: 2, path: paths[1], date: expect.any(String) },
      help,
    ]);
    await forum.deletePost(member.viewer, post.id);
    const gone = { title: "No longer available", path: null, attribution: "", date: null, isSample: false };
    expect(await readSources()).toEqual([{ ...gone, number: 1 }, { ...gone, number: 2 }, help]);
  });

  test("is stored without its title", async () => {
    const member = await signIn();
    const saved = await ask(member, "Why?");
    const [row] = await query("select details::text from ai_turns where id = $1", [saved?.turn]);
    expect(row.details).toContain('"sources":[{"number":1,"path":"/news/1"}');
  });
});

describe("the list", () => {
  test("continues from a cursor without gaps, also when conversations share a time", async () => {
    const member = await signIn();
    const total = HISTORY_PAGE_SIZE * 2 + 5;
    await query(
      `insert into ai_conversations (id, member_id, tool, title, created_at, updated_at, turn_count, byte_count)
       select gen_random_uuid(), $1, 'chatbot', 'Question ' || n, now(), timestamptz '2026-11-01' + n / 10 * interval '1 hour', 1, 10
       from generate_series(1, $2::int) n`,
      [member.viewer.id, total],
    );
    const ids: string[] = [];
    const times: string[] = [];
    for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages += 1) {
      const page = await history().listConversations(member.viewer, { search: "", cursor });
      ids.push(...page.items.map(({ id }) => id));
      times.push(...page.items.map(({ updatedAt }) => updatedAt));
      cursor = page.nextCursor;
    }
    expect(new Set(ids).size).toBe(total);
    expect(times).toEqual([...times].sort().reverse());
    await expect(
      history().listConversations(member.viewer, { search: "", cursor: "nonsense" }),
    ).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("is read from its index, in order", async () => {
    const member = await signIn();
    await query("analyze ai_conversations");
    const { rows } = await database.pool
      .query(
        `set enable_seqscan = off; explain select id from ai_conversations where member_id = '${member.viewer.id}'
       and (updated_at, id) < (now(), '${randomUUID()}') order by updated_at desc, id desc limit 31`,
      )
      .then((results) => (results as unknown as { rows: Record<string, string>[] }[])[1] ?? { rows: [] });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("ai_conversations_newest");
    expect(plan).not.toContain("Sort");
  });

  test("finds words of questions and answers, and their beginnings, wherever they are in a conversation", async () => {
    const member = await signIn();
    provider.handler = sendTokens("A **bridge** locks tokens on one chain.");
    const first = await ask(member, "How do bridges work?");
    provider.handler = sendTokens("Rollups post their data to Ethereum.");
    await ask(member, "And rollups?", { conversation: first?.conversation ?? null });
    provider.handler = sendTokens("Nothing about those.");
    await ask(member, "What is a 100% safe wallet?");

    const both = ["How do bridges work?"];
    for (const search of [
      "bridge",
      "BRIDGES",
      "ethereum tokens",
      "roll",
      "chain, Ethereum!",
      "how do",
      "work?",
    ])
      expect(await titles(member, search), search).toEqual(both);
    expect(await titles(member, "100%")).toEqual(["What is a 100% safe wallet?"]);
    for (const search of ["bridge wallet", "quantum", "'", "the", ":*", "\\", "_"])
      expect(await titles(member, search), search).toEqual([]);

    const [found] = await list(member, "ethereum data");
    expect(found?.excerpt?.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual([
      "data",
      "Ethereum",
    ]);
    expect(found?.excerpt?.map(({ text }) => text).join("")).not.toContain("*");

    await history().renameConversation(member.viewer, first?.conversation ?? "", "Notes on\n scaling");
    expect(await titles(member, "scaling")).toEqual(["Notes on scaling"]);
  });

  test("refuses too many searches, and a blank title", async () => {
    const member = await signIn();
    const saved = await ask(member, "Why?");
    await expect(
      history().renameConversation(member.viewer, saved?.conversation ?? "", " \n"),
    ).rejects.toMatchObject({ code: "missing_information" });
    const searches = async () => {
      for (let count = 0; count < 80; count += 1) await list(member, "x");
    };
    await expect(searches()).rejects.toMatchObject({ code: "too_many_requests" });
    expect(await list(member)).toHaveLength(1);
  });
});

describe("the limits", () => {
  const fill = (member: SignedIn, count: number, bytes: number) =>
    query(
      `insert into ai_conversations (id, member_id, tool, title, created_at, updated_at, turn_count, byte_count)
       select gen_random_uuid(), $1, 'chatbot', 'Old ' || n, now(), timestamptz '2026-01-01' + n * interval '1 minute', 1, $3::int
       from generate_series(1, $2::int) n`,
      [member.viewer.id, count, bytes],
    );
  const count = async ({ viewer }: SignedIn) =>
    (
      await query(
        "select count(*)::int as n, min(title) as first from ai_conversations where member_id = $1",
        [viewer.id],
      )
    )[0];

  test("delete the oldest conversations", async () => {
    const member = await signIn();
    await fill(member, CONVERSATIONS_MAX, 10);
    await ask(member, "New");
    expect(await count(member)).toMatchObject({ n: CONVERSATIONS_MAX });
    expect(await titles(member, "Old 1")).not.toContain("Old 1");

    const full = await signIn();
    await fill(full, 10, HISTORY_BYTES_MAX / 10);
    const saved = await ask(full, "New");
    expect(await titles(full)).toEqual(["New", ...[10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Old ${n}`)]);
    await ask(full, "More", { conversation: saved?.conversation ?? null });
    expect(await list(full)).toHaveLength(10);
  });

  test("start a new conversation when one is full", async () => {
    const member = await signIn();
    const first = await ask(member, "First");
    await query("update ai_conversations set turn_count = $2 where id = $1", [
      first?.conversation,
      CONVERSATION_TURNS_MAX,
    ]);
    const next = await ask(member, "Next", { conversation: first?.conversation ?? null });
    expect(next?.conversation).not.toBe(first?.conversation);
    expect(await titles(member)).toEqual(["Next", "First"]);
  });

  test("allow the longest question, and hostile ones", async () => {
    const member = await signIn();
    provider.handler = sendTokens("漢字仮名".repeat(20_000));
    for (const input of [
      "漢".repeat(60_000),
      "\u0001".repeat(60_000),
      `${"x".repeat(3_000)} y`,
      "<script>'\"\\%_",
    ]) {
      const saved = await ask(member, input);
      const { answers } = await read(member, saved?.conversation);
      expect(answers[0]?.input).toBe(input);
      expect(answers[0]?.markdown).toHaveLength(80_000);
    }
  });
});

test("deleting one or all leaves nothing behind", async () => {
  const member = await signIn();
  const first = await ask(member, "First");
  await ask(member, "Second");
  await ask(member, "Third");
  await history().deleteConversation(member.viewer, first?.conversation ?? "");
  expect(await titles(member)).toEqual(["Third", "Second"]);
  expect(await query("select from ai_turns where id = $1", [first?.turn])).toEqual([]);
  await history().deleteConversations(member.viewer);
  expect(await titles(member)).toEqual([]);
  const own =
    "select from ai_turns t join ai_conversations c on c.id = t.conversation_id where c.member_id = $1";
  expect(await query(own, [member.viewer.id])).toEqual([]);
  expect(await history().readSettings(member.viewer)).toEqual({ isSaving: true });
});

test("without scripts, a form continues a saved conversation with its turns", async () => {
  const member = await signIn();
  const askForm = (input: string, conversation: string | null) =>
    fixture.ai.answerForm({
      tool: "chatbot",
      input,
      authorization: `Bearer ${member.token}`,
      address: "203.0.113.7",
      conversation,
    });
  provider.handler = sendTokens("A first answer.");
  const first = await askForm("First?", null);
  const conversation = (first.ok && first.answer.saved?.conversation) || null;
  expect(conversation).not.toBeNull();
  const second = await askForm("Second?", conversation);
  expect(second).toMatchObject({ ok: true, answer: { saved: { conversation } } });
  expect(provider.calls.at(-1)?.body).toContain("A first answer.");
  expect((await read(member, conversation ?? "")).answers.map(({ input }) => input)).toEqual([
    "First?",
    "Second?",
  ]);
  const unknown = await askForm("Third?", randomUUID());
  expect(unknown).toMatchObject({ ok: true, problem: null });
});
