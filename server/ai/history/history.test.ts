import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { formatToolCall } from "#core/ai/tools.ts";
import { buildTokenEvent, sendTokens } from "#server/ai/fake-provider.fixture.ts";
import { readAnswer, TEST_ANALYSIS } from "#server/ai/testing.ts";
import { startRequest } from "#server/testing/late-body.ts";
import { createHistoryFixture, type HistoryFixture } from "./testing.ts";

let fixture: HistoryFixture;
beforeAll(async () => {
  fixture = await createHistoryFixture();
});
afterAll(() => fixture.end());
afterEach(() => {
  fixture.provider.handler = sendTokens("Hello");
});

describe("an answer", () => {
  test("is saved only while the member has saving turned on", async () => {
    const member = await fixture.register({ isSavingOn: false });
    expect(await fixture.history.readSettings(member.viewer)).toEqual({ isSavingOn: false });
    expect(await fixture.ask(member, "Why?")).toBeUndefined();
    await fixture.history.setSaving(member.viewer, true);
    await fixture.history.setSaving(member.viewer, true);
    expect(await fixture.history.readSettings(member.viewer)).toEqual({ isSavingOn: true });
    expect(await fixture.ask(member, "Now?")).toMatchObject({ turn: expect.any(String) });
    await fixture.history.setSaving(member.viewer, false);
    expect(await fixture.ask(member, "Later?")).toBeUndefined();
    expect(await fixture.listTitles(member)).toEqual(["Now?"]);
  });

  test("isn't saved for visitors or for clients other than the page", async () => {
    const member = await fixture.register();
    const before = await fixture.query("select count(*)::int as n from ai_turns");
    const history = { conversation: null };
    const visitorAnswer = await readAnswer(fixture.aiFixture.ask("chatbot", "Why?", { history }));
    expect(visitorAnswer.events[0]?.analysis?.saved).toBeUndefined();
    await readAnswer(fixture.aiFixture.ask("chatbot", "Why?", { token: member.token }));
    expect(await fixture.query("select count(*)::int as n from ai_turns")).toEqual(before);
  });

  test("isn't given or saved if the session ends before the rest of the question arrives", async () => {
    const start = ({ token }: { token: string }) =>
      startRequest("POST", fixture.aiFixture.url, token, {
        messages: formatToolCall("chatbot", "Late?"),
        history: { conversation: null },
      });
    const [signedIn, signedOut] = [await fixture.register(), await fixture.register()];
    const [finishSignedIn, finishSignedOut] = [start(signedIn), start(signedOut)];
    // Once this is answered, the server has checked the access tokens of both pending requests.
    await fixture.ask(signedOut, "Earlier?");
    await fixture.aiFixture.edge.app.auth.signOut(signedOut.token, "global");
    expect([(await finishSignedIn()).status, (await finishSignedOut()).status]).toEqual([200, 401]);
    expect(await fixture.listTitles(signedIn)).toEqual(["Late?"]);
    expect(await fixture.listTitles(signedOut)).toEqual(["Earlier?"]);
  });

  test("is saved with everything needed to show it again", async () => {
    const member = await fixture.register();
    fixture.provider.handler = sendTokens("It is ", "so.");
    const savedTurn = await fixture.ask(member, "Why\u0000?\uD800");
    expect(await fixture.read(member, savedTurn?.conversation)).toEqual({
      id: savedTurn?.conversation,
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
          saved: savedTurn,
        },
      ],
      earlierCursor: null,
    });
  });

  test("from any tool is in the same list, and follow-ups share an entry with the first question", async () => {
    const member = await fixture.register();
    await fixture.ask(member, "BTC", { tool: "sentiment" });
    await fixture.ask(member, "contract Vault {}", { tool: "scanner" });
    const firstTurn = await fixture.ask(member, "What is a rollup?");
    await fixture.ask(member, "Why?", { conversation: firstTurn?.conversation ?? null });
    expect(await fixture.list(member)).toMatchObject([
      { tool: "chatbot", title: "What is a rollup?", turnCount: 2 },
      { tool: "scanner", title: "Vault", turnCount: 1 },
      { tool: "sentiment", title: "BTC", turnCount: 1 },
    ]);
    const { answers } = await fixture.read(member, firstTurn?.conversation);
    expect(answers.map(({ input }) => input)).toEqual(["What is a rollup?", "Why?"]);
  });

  test("that was stopped is saved as far as it was received, and one that failed is marked as failed", async () => {
    const member = await fixture.register();
    const page = new AbortController();
    fixture.provider.handler = (response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(buildTokenEvent("The start"));
    };
    const response = await fixture.aiFixture.ask("chatbot", "Stopped", {
      token: member.token,
      history: { conversation: null },
      signal: page.signal,
    });
    const reader = response.body?.getReader();
    let text = "";
    while (!text.includes("The start")) text += new TextDecoder().decode((await reader?.read())?.value);
    page.abort();
    await expect.poll(() => fixture.listTitles(member)).toEqual(["Stopped"]);

    fixture.provider.handler = (response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(buildTokenEvent("Half"), () => response.destroy());
    };
    await fixture.ask(member, "Failed");
    const conversations = await Promise.all(
      (await fixture.list(member)).map(({ id }) => fixture.read(member, id)),
    );
    expect(conversations.map(({ answers }) => [answers[0]?.markdown, answers[0]?.ending])).toEqual([
      ["Half", "failed"],
      ["The start", "stopped"],
    ]);
  });

  test("without text isn't saved", async () => {
    const member = await fixture.register();
    fixture.provider.handler = (response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.end("data: [DONE]\n\n");
    };
    await fixture.ask(member, "Nothing");
    expect(await fixture.listTitles(member)).toEqual([]);
  });

  test("isn't saved if, while it is being written, its conversation is deleted or saving is turned off", async () => {
    const member = await fixture.register();
    const firstTurn = await fixture.ask(member, "First");
    const whileAnswering = (run: () => Promise<void>) => {
      fixture.provider.handler = async (response, call) => {
        await run();
        await sendTokens("Late")(response, call);
      };
    };
    whileAnswering(() => fixture.history.deleteConversation(member.viewer, firstTurn?.conversation ?? ""));
    expect(await fixture.ask(member, "Second", { conversation: firstTurn?.conversation ?? null })).toBeNull();
    whileAnswering(() => fixture.history.setSaving(member.viewer, false));
    expect(await fixture.ask(member, "Third")).toBeNull();
    expect(await fixture.listTitles(member)).toEqual([]);
  });

  test("that can't be saved is still sent, and reports that it isn't saved", async () => {
    const member = await fixture.register();
    await fixture.query("alter table ai_turns add constraint refused check (question <> 'Refused')");
    expect(await fixture.ask(member, "Refused")).toBeNull();
    expect(await fixture.listTitles(member)).toEqual([]);
    await fixture.query("alter table ai_turns drop constraint refused");
  });

  test("isn't saved while the account is being deleted, and doesn't prevent the deletion", async () => {
    const member = await fixture.register();
    const { logLines } = fixture.aiFixture;
    const previousCount = logLines.length;
    const deletingClient = await fixture.database.pool.connect();
    await deletingClient.query("begin");
    await deletingClient.query("select from public.profiles where id = $1 for update", [member.viewer.id]);
    const answerPromise = fixture.ask(member, "Too late?");
    const waitingQuery = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%ai_history_members%'`;
    await expect.poll(() => fixture.query(waitingQuery)).not.toEqual([]);
    await deletingClient.query("delete from auth.users where id = $1", [member.viewer.id]);
    await deletingClient.query("commit");
    deletingClient.release();
    expect(await answerPromise).toBeNull();
    expect(logLines.slice(previousCount).join()).not.toContain("could not be saved");
  });

  test("can replace turns, and removes no others", async () => {
    const member = await fixture.register();
    const otherMember = await fixture.register();
    const firstTurn = await fixture.ask(member, "First");
    const conversation = firstTurn?.conversation ?? null;
    const secondTurn = await fixture.ask(member, "Second", { conversation });
    const otherTurn = await fixture.ask(otherMember, "Someone else's");
    // This happens in another tab, before the second question is edited here.
    await fixture.ask(member, "Elsewhere", { conversation });
    const replaces = [secondTurn?.turn ?? "", otherTurn?.turn ?? ""];
    await fixture.ask(member, "Second, edited", { conversation, replaces });
    const { answers } = await fixture.read(member, conversation ?? "");
    expect(answers.map(({ input }) => input)).toEqual(["First", "Elsewhere", "Second, edited"]);
    expect(await fixture.list(member)).toMatchObject([{ title: "First", turnCount: 3 }]);
    expect((await fixture.read(otherMember, otherTurn?.conversation)).answers).toHaveLength(1);

    await fixture.ask(member, "All new", {
      conversation,
      replaces: answers.map(({ saved }) => saved?.turn ?? ""),
    });
    expect(await fixture.list(member)).toMatchObject([{ title: "All new", turnCount: 1 }]);
  });
});

describe("the same conversation in two tabs", () => {
  test("gets both answers, in the order of their questions", async () => {
    const member = await fixture.register();
    const firstTurn = await fixture.ask(member, "First");
    const conversation = firstTurn?.conversation ?? null;
    const finishers: (() => void)[] = [];
    fixture.provider.handler = (response, call) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(buildTokenEvent("Begun"));
      finishers.push(
        () => void sendTokens(" and done")(Object.assign(response, { writeHead: () => response }), call),
      );
    };
    const pendingAnswers = [];
    for (const input of ["In one tab", "In the other"]) {
      pendingAnswers.push(fixture.ask(member, input, { conversation }));
      await expect.poll(() => finishers.length).toBe(pendingAnswers.length);
    }
    for (const finish of finishers.reverse()) finish();
    await Promise.all(pendingAnswers);
    const { answers } = await fixture.read(member, conversation ?? "");
    expect(answers.map(({ input }) => input)).toEqual(["First", "In one tab", "In the other"]);
    expect(await fixture.list(member)).toMatchObject([{ turnCount: 3 }]);
  });

  test("counts all answers that end at the same time", async () => {
    const member = await fixture.register();
    const firstTurn = await fixture.ask(member, "First");
    const conversation = firstTurn?.conversation ?? null;
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => fixture.ask(member, `Question ${index}`, { conversation })),
    );
    expect(await fixture.list(member)).toMatchObject([{ turnCount: 9 }]);
    const [sums] = await fixture.query(
      `select c.byte_count, sum(t.byte_count)::int as bytes, count(*)::int as turns from ai_conversations c
       join ai_turns t on t.conversation_id = c.id where c.id = $1 group by c.id`,
      [conversation],
    );
    expect(sums).toMatchObject({ turns: 9, byte_count: sums.bytes });
  });
});

describe("a conversation", () => {
  test("can't be read, continued, renamed or deleted by another member, not even by an administrator", async () => {
    const owner = await fixture.register();
    const ownerTurn = await fixture.ask(owner, "A secret question");
    const id = ownerTurn?.conversation ?? "";
    const otherMember = await fixture.register();
    const admin = { ...(await fixture.register()).viewer, role: "admin" as const };
    for (const viewer of [otherMember.viewer, admin]) {
      const notFoundError = { code: "conversation_not_found" };
      await expect(fixture.history.readConversation(viewer, id)).rejects.toMatchObject(notFoundError);
      await expect(fixture.history.renameConversation(viewer, id, "Mine")).rejects.toMatchObject(
        notFoundError,
      );
      await expect(fixture.history.deleteConversation(viewer, id)).rejects.toMatchObject(notFoundError);
      await fixture.history.deleteConversations(viewer);
      expect(
        (await fixture.history.listConversations(viewer, { search: "secret", cursor: null })).items,
      ).toEqual([]);
    }
    const savedTurn = await fixture.ask(otherMember, "Mine", {
      conversation: id,
      replaces: [ownerTurn?.turn ?? ""],
    });
    expect(savedTurn?.conversation).not.toBe(id);
    expect(await fixture.list(owner)).toMatchObject([{ id, title: "A secret question", turnCount: 1 }]);
  });
});

test("visitors are refused by all operations", async () => {
  for (const [name, operation] of Object.entries(fixture.history))
    await expect(
      (operation as (...args: unknown[]) => Promise<unknown>)(null, "", ""),
      name,
    ).rejects.toMatchObject({ code: "not_signed_in" });
});

test("deleting one conversation or all of them also deletes their turns, and leaves saving turned on", async () => {
  const member = await fixture.register();
  const firstTurn = await fixture.ask(member, "First");
  await fixture.ask(member, "Second");
  await fixture.ask(member, "Third");
  await fixture.history.deleteConversation(member.viewer, firstTurn?.conversation ?? "");
  expect(await fixture.listTitles(member)).toEqual(["Third", "Second"]);
  expect(await fixture.query("select from ai_turns where id = $1", [firstTurn?.turn])).toEqual([]);
  await fixture.history.deleteConversations(member.viewer);
  expect(await fixture.listTitles(member)).toEqual([]);
  const ownTurnsQuery =
    "select from ai_turns t join ai_conversations c on c.id = t.conversation_id where c.member_id = $1";
  expect(await fixture.query(ownTurnsQuery, [member.viewer.id])).toEqual([]);
  expect(await fixture.history.readSettings(member.viewer)).toEqual({ isSavingOn: true });
});

test("without JavaScript, a form continues a saved conversation, and the model gets its earlier turns", async () => {
  const member = await fixture.register();
  const askForm = (input: string, conversation: string | null) =>
    fixture.aiFixture.ai.answerForm({
      tool: "chatbot",
      input,
      authorization: `Bearer ${member.token}`,
      address: "203.0.113.7",
      conversation,
    });
  fixture.provider.handler = sendTokens("A first answer.");
  const firstResult = await askForm("First?", null);
  const conversation = firstResult.answer.saved?.conversation ?? null;
  expect(conversation).not.toBeNull();
  const secondResult = await askForm("Second?", conversation);
  expect(secondResult).toMatchObject({ answer: { saved: { conversation } } });
  expect(fixture.provider.calls.at(-1)?.body).toContain("A first answer.");
  expect((await fixture.read(member, conversation ?? "")).answers.map(({ input }) => input)).toEqual([
    "First?",
    "Second?",
  ]);
  const thirdResult = await askForm("Third?", randomUUID());
  expect(thirdResult).toMatchObject({ problem: null });
});
