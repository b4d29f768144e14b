import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyChatEvent, createToolAnswer } from "#core/ai/build-answer.ts";
import { formatAnswerAsJson } from "#core/ai/export.ts";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import { TOOL_IDS, type ToolId } from "#core/ai/tools.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { createAnalyzerPool } from "./analyzers/analyzer-pool.ts";
import { sendTokens, startFakeProvider } from "./fake-provider.fixture.ts";
import { type AiFixture, createAiFixture, readAnswer } from "./testing.ts";

let database: TestDatabase;
let fixture: AiFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createAiFixture(database);
  const author = await insertMember(database, "wren");
  await database.pool.query(
    `insert into news_articles (identity, content_digest, title, content, excerpt, category, source, published_at, is_sample) values
       ('1', '', 'Bitcoin surges after approval', 'Bitcoin surges to a record high after the approval. Investors are optimistic.',
        'Bitcoin surges to a record high after the approval. Investors are optimistic.', 'crypto', 'Made-up Wire', now(), true),
       ('2', '', 'Weather in the mountains', 'Rain.', 'Rain.', 'blockchain', 'Made-up Wire', now(), false)`,
  );
  await fixture.edge.app.forum.createPost(author, {
    title: "Bitcoin fees are terrible again",
    content: "Fees went up, which is bad for bitcoin payments.",
    category: "crypto",
    tags: [],
    requestId: crypto.randomUUID(),
  });
});
afterAll(async () => {
  await fixture.end();
  await database.drop();
});

const CONTRACT = `pragma solidity ^0.7.0;
contract Vault {
  mapping(address => uint) balances;
  function take(uint amount) external {
    require(balances[msg.sender] >= amount);
    (bool ok, ) = msg.sender.call{value: amount}("");
    balances[msg.sender] -= amount;
  }
}`;
const INPUTS: Readonly<Record<ToolId, string>> = {
  sentiment: "BTC",
  prediction: "BTC in 30 days",
  chatbot: "What is a blockchain?",
  generator: "Bitcoin",
  scanner: CONTRACT,
  optimizer: "0.5 BTC, 4 ETH, 20 SOL, 1000 USDC",
};

describe("without a provider", () => {
  test.each(TOOL_IDS)("%s is answered by its analyzer in the stream format of a model", async (tool) => {
    const { status, events, text, isDone, error } = await readAnswer(fixture.ask(tool, INPUTS[tool]));
    expect([status, isDone, error]).toEqual([200, true, undefined]);
    expect(events[0]?.analysis).toMatchObject({
      answeredBy: "analyzer",
      model: null,
      leftToday: expect.any(Number),
    });
    expect(events.at(-1)?.analysis).toHaveProperty("chart");
    expect(text.length).toBeGreaterThan(80);
    const chunks = events.map(({ choices }) => choices[0]?.delta.content ?? "");
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(61);
    const citedNumbers = [...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
    const numbers = events[0]?.analysis?.sources?.map(({ number }) => number) ?? [];
    expect(citedNumbers.filter((number) => !numbers.includes(number))).toEqual([]);
  });

  test("the sentiment and the brief on a topic come from the site's own articles and posts, cited by their paths", async () => {
    for (const tool of ["sentiment", "generator"] as const) {
      const { events } = await readAnswer(fixture.ask(tool, "Bitcoin"));
      const sources = events[0]?.analysis?.sources ?? [];
      expect(sources.map(({ title }) => title)).toContain("Bitcoin surges after approval");
      expect(sources.map(({ title }) => title)).not.toContain("Weather in the mountains");
      expect(sources.every(({ path }) => path !== null && /^\/(news|forum)\//.test(path))).toBe(true);
      expect(sources.find(({ title }) => title.includes("surges"))?.isSample).toBe(true);
    }
  });

  test("the analyzer reads more of a document than its excerpt", async () => {
    const author = await insertMember(database, "sandpiper");
    await fixture.edge.app.forum.createPost(author, {
      title: "What I learned about mempools",
      content: `${"An opening that says little about the topic. ".repeat(12)}\n\n- a first point\n- Zero-fee transactions leave a **mempool** after fourteen days.`,
      category: "crypto",
      tags: [],
      requestId: crypto.randomUUID(),
    });
    await database.pool.query(
      `insert into news_articles (identity, content_digest, title, content, excerpt, category, source, published_at, is_sample) values
         ('3', '', 'Notes', $1, 'An opening.', 'crypto', 'Made-up Wire', now(), false)`,
      ["An opening. The mempool was emptied by miners in an hour on Sunday."],
    );
    const { text } = await readAnswer(fixture.ask("chatbot", "What leaves a mempool after fourteen days?"));
    expect(text).toContain("“Zero-fee transactions leave a mempool after fourteen days.”");
    const newsAnswer = await readAnswer(
      fixture.ask("chatbot", "Who emptied the mempool in an hour on Sunday?"),
    );
    expect(newsAnswer.text).toContain("“The mempool was emptied by miners in an hour on Sunday.”");
  });

  test("a brief without a topic covers the latest news, and one on an unknown topic is refused", async () => {
    const latestBrief = await readAnswer(fixture.ask("generator", "Write a summary of the latest news"));
    expect(latestBrief.events[0]?.analysis?.sources?.map(({ title }) => title)).toContain(
      "Bitcoin surges after approval",
    );
    const refusedBrief = await readAnswer(fixture.ask("generator", "llama farming in Peru"));
    expect(refusedBrief.text).toMatch(
      /^\*\*Not enough for a brief\.\*\* This site has nothing on “llama farming in Peru”/,
    );
    expect(refusedBrief.events[0]?.analysis?.sources).toEqual([]);
  });

  test("a follow-up is answered from the conversation, and only the assistant accepts one", async () => {
    const turns = [{ question: "What is a blockchain?", answer: "**Blockchain.** …" }];
    const { text } = await readAnswer(fixture.ask("chatbot", "explain it more simply", { turns }));
    expect(text).toContain("**Blockchain.**");
    expect((await readAnswer(fixture.ask("generator", "more", { turns }))).status).toBe(400);
  });

  test("outlooks and portfolios from sample prices say so and include the disclaimer", async () => {
    for (const tool of ["prediction", "optimizer"] as const) {
      const { events, text } = await readAnswer(fixture.ask(tool, INPUTS[tool]));
      expect(events.at(-1)?.analysis?.chart).toMatchObject({ isSample: true });
      expect(text).toMatch(/sample/i);
      expect(text).toContain("Not financial advice.");
    }
  });

  test("a contract's findings are in the last event, most severe first", async () => {
    const { events } = await readAnswer(fixture.ask("scanner", CONTRACT));
    const findings = events.at(-1)?.analysis?.findings ?? [];
    expect(findings[0]?.impact).toBe("high");
    expect(findings.map(({ detector }) => detector)).toContain("reentrancy");
  });

  test("if a contract has more findings than the last event contains, the event also contains their counts", async () => {
    const source = `contract A { function f(address a) external { ${"a.call('');".repeat(300)} } }`;
    const { events } = await readAnswer(fixture.ask("scanner", source));
    const answer = events.reduce(
      applyChatEvent,
      createToolAnswer({ tool: "scanner", input: source, time: "2026-11-21T23:05:09.000Z" }),
    );
    const counts = { high: 0, medium: 300, low: 0, informational: 1 };
    expect(answer).toMatchObject({ findings: { length: 200 }, findingCounts: counts });
    expect(JSON.parse(formatAnswerAsJson(answer, ""))).toMatchObject({ findingCounts: counts });
  });

  test.each(TOOL_IDS)("%s answers hostile inputs of the maximum length", async (tool) => {
    for (const piece of [
      "(",
      "[a](",
      "`",
      "{",
      "0x",
      "BTC ",
      "!",
      "\n",
      "a.b.",
      "😀",
      "\u0000",
      "not ",
      "1.5 ETH,",
    ]) {
      const input = piece.repeat(Math.floor(INPUT_LIMIT / piece.length));
      if (input.trim() === "") continue;
      const { status, isDone } = await readAnswer(fixture.ask(tool, input));
      expect([status, isDone], JSON.stringify(piece)).toEqual([200, true]);
    }
  });
});

test("a contract scan that would take forever is aborted with a message, and other questions are answered", async () => {
  const impatientFixture = await createAiFixture(database, {
    analyzers: createAnalyzerPool({ timeoutMs: 3_000 }),
  });
  const nestedCode = `x = ${"a[(".repeat(9)}1${")]".repeat(9)};\n`;
  // Only the slower of the two parsers accepts `throw`.
  const hostileContract = `contract A { function f() public { throw; ${nestedCode.repeat(600)} } }`;
  const [abortedAnswer, sentimentAnswer, contractAnswer] = await Promise.all([
    readAnswer(impatientFixture.ask("scanner", hostileContract)),
    readAnswer(impatientFixture.ask("sentiment", "Bitcoin")),
    readAnswer(impatientFixture.ask("scanner", CONTRACT)),
  ]);
  expect([abortedAnswer.status, abortedAnswer.error]).toEqual([
    422,
    expect.stringContaining("takes too long to scan"),
  ]);
  expect([sentimentAnswer.status, sentimentAnswer.isDone]).toEqual([200, true]);
  expect(contractAnswer.events.at(-1)?.analysis?.findings?.[0]?.detector).toBe("reentrancy");
  await impatientFixture.end();
});

test("with a provider, the model gets the findings, and its answer includes the chart data and sources", async () => {
  const provider = await startFakeProvider(sendTokens("The mood is good [1]."));
  const modelFixture = await createAiFixture(database, { provider });
  const { events, text } = await readAnswer(modelFixture.ask("sentiment", "Bitcoin"));
  expect(text).toBe("The mood is good [1].");
  expect(events[0]?.analysis).toMatchObject({
    answeredBy: "model",
    model: "test/model",
    sources: expect.arrayContaining([expect.objectContaining({ title: "Bitcoin surges after approval" })]),
  });
  expect(events.at(-1)?.analysis?.chart).toMatchObject({ kind: "drivers" });
  const [, user] = JSON.parse(provider.calls[0]?.body ?? "{}").messages;
  const analyzerAnswer = await readAnswer(fixture.ask("sentiment", "Bitcoin"));
  expect(user.content).toContain(`<findings>\n${analyzerAnswer.text.trim().slice(0, 60)}`);
  expect(user.content).toContain("Made-up sample prices in US dollars:");
  expect(user.content).toMatch(/\[\d\] news article, "Bitcoin surges after approval", by Made-up Wire/);
  await modelFixture.end();
  await provider.close();
});
