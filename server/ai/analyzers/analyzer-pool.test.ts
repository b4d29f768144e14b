import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { ToolId } from "#core/ai/tools.ts";
import { type AnalyzerPool, createAnalyzerPool } from "./analyzer-pool.ts";

const SCRIPT = join(import.meta.dirname, "analyze.fixture.ts");
const openPools: AnalyzerPool[] = [];
afterEach(() => Promise.all(openPools.splice(0).map((pool) => pool.close())));

function createAskFunction(
  options: Parameters<typeof createAnalyzerPool>[0],
): (input: string, signal?: AbortSignal, tool?: ToolId) => Promise<string> {
  const pool = createAnalyzerPool(options);
  openPools.push(pool);
  return async (input, signal = new AbortController().signal, tool = "chatbot") => {
    const question = {
      tool,
      input,
      documents: [],
      rarity: {},
      turns: [],
      histories: null,
      today: "2026-05-10",
    } as const;
    return (await pool.analyze(question, signal)).markdown;
  };
}

test("each of several simultaneous questions gets its own answer", async () => {
  const ask = createAskFunction({ script: SCRIPT });
  expect(await Promise.all(["a", "b", "c"].map((input) => ask(input)))).toEqual(["a", "b", "c"]);
});

test("a question that fails, crashes the thread or uses too much memory is rejected, and the next one is answered", async () => {
  const ask = createAskFunction({ script: SCRIPT });
  for (const input of ["fail", "exit", "allocate"]) {
    await expect(ask(input)).rejects.toThrow(/no|ended/);
    expect(await ask("after")).toBe("after");
  }
});

test("a question that never ends is aborted, and a new thread answers the waiting questions", async () => {
  const ask = createAskFunction({ script: SCRIPT, timeoutMs: 300 });
  const [hungAnswer, nextAnswer] = await Promise.allSettled([ask("hang"), ask("after")]);
  expect(hungAnswer).toMatchObject({ status: "rejected", reason: { name: "AnalyzerTimeout" } });
  expect(nextAnswer).toEqual({ status: "fulfilled", value: "after" });
});

test("a tool that hangs delays only its own questions", async () => {
  const ask = createAskFunction({ script: SCRIPT });
  const { signal } = new AbortController();
  const hungAnswers = Promise.allSettled([ask("hang", signal, "scanner"), ask("hang", signal, "scanner")]);
  expect(await ask("a", signal, "chatbot")).toBe("a");
  expect(await ask("b", signal, "sentiment")).toBe("b");
  await openPools[0]?.close();
  expect((await hungAnswers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a question is dropped if its client disconnects before its turn", async () => {
  const ask = createAskFunction({ script: SCRIPT });
  const client = new AbortController();
  const firstAnswer = ask("first");
  const droppedAnswer = ask("exit", client.signal);
  client.abort(new Error("gone"));
  await expect(droppedAnswer).rejects.toThrow("gone");
  expect([await firstAnswer, await ask("after")]).toEqual(["first", "after"]);
});

test("close() rejects waiting questions", async () => {
  const ask = createAskFunction({ script: SCRIPT });
  const answers = Promise.allSettled([ask("hang"), ask("after")]);
  await openPools[0]?.close();
  expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("text that isn't in English is refused by the tools that read sentences, except the outlook, which warns about it", async () => {
  const ask = createAskFunction({});
  const { signal } = new AbortController();
  const askEachTool = (input: string) =>
    Promise.all(
      (["sentiment", "chatbot", "generator", "prediction"] as const).map((tool) => ask(input, signal, tool)),
    );
  const [sentiment, chatbot, generator, prediction] = await askEachTool(
    "Der Kurs von Bitcoin fällt und die Anleger verkaufen",
  );
  for (const [markdown, result] of [
    [sentiment, "so there is no score"],
    [chatbot, "so I can't answer this"],
    [generator, "so there is no brief"],
    [prediction, "so it may have missed a date or a price"],
  ])
    expect(markdown).toMatch(new RegExp(`^\\*\\*This doesn't look like English\\.\\*\\* .*${result}`));
  for (const markdown of await askEachTool("The price of Bitcoin falls and investors sell"))
    expect(markdown).not.toContain("doesn't look like English");
});
