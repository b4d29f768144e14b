import { afterEach, expect, test } from "vitest";
import { type AnalystThread, createAnalystThread } from "./analyst-thread.ts";

/** A worker script for the tests: echoes its input, and fails on request. */
const SCRIPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ number, question: { input } }) => {
      if (input === "hang") for (;;);
      if (input === "eat") for (const eaten = []; ; ) eaten.push(new Array(1e6).fill(Math.random()));
      if (input === "exit") throw new Error("out");
      if (input === "fail") parentPort.postMessage({ number, refusal: "no" });
      else parentPort.postMessage({ number, answer: { markdown: input } });
    });
    parentPort.postMessage("ready");`)}`,
);
const open: AnalystThread[] = [];
afterEach(() => Promise.all(open.splice(0).map((thread) => thread.close())));

function start(
  options: Parameters<typeof createAnalystThread>[0],
): (input: string, signal?: AbortSignal) => Promise<string> {
  const thread = createAnalystThread(options);
  open.push(thread);
  return async (input, signal = new AbortController().signal) => {
    const question = { tool: "chatbot", input, documents: [], histories: null, today: "2026-05-10" } as const;
    return (await thread.analyze(question, signal)).markdown;
  };
}

test("questions are answered one at a time, each with its own answer", async () => {
  const ask = start({ script: SCRIPT });
  expect(await Promise.all(["a", "b", "c"].map((input) => ask(input)))).toEqual(["a", "b", "c"]);
});

test("one that fails, crashes its thread or uses too much memory is refused, and the next is answered", async () => {
  const ask = start({ script: SCRIPT });
  for (const input of ["fail", "exit", "eat"]) {
    await expect(ask(input)).rejects.toThrow(/no|ended/);
    expect(await ask("after")).toBe("after");
  }
});

test("one that never ends is aborted, and the waiting ones are answered by a new thread", async () => {
  const ask = start({ script: SCRIPT, milliseconds: 300 });
  const [hung, after] = await Promise.allSettled([ask("hang"), ask("after")]);
  expect(hung).toMatchObject({ status: "rejected", reason: { name: "AnalystTimeout" } });
  expect(after).toEqual({ status: "fulfilled", value: "after" });
});

test("one whose client disconnected before its turn is dropped", async () => {
  const ask = start({ script: SCRIPT });
  const page = new AbortController();
  const first = ask("first");
  const gone = ask("exit", page.signal);
  page.abort(new Error("gone"));
  await expect(gone).rejects.toThrow("gone");
  expect([await first, await ask("after")]).toEqual(["first", "after"]);
});

test("closing refuses waiting questions", async () => {
  const ask = start({ script: SCRIPT });
  const answers = Promise.allSettled([ask("hang"), ask("after")]);
  await open[0]?.close();
  expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
