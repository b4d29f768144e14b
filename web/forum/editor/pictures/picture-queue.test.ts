import { describe, expect, test } from "vitest";
import { createPictureQueue, type UploadAnswer } from "./picture-queue.ts";

interface Sent {
  readonly token: string;
  readonly signal: AbortSignal;
  progress(share: number): void;
  answer(answer: UploadAnswer): Promise<void>;
}

/** A queue with a network that the test controls, and a text with placeholders for some tokens. */
function setUp(places = new Set(["a", "b", "c", "d", "e"])) {
  const sent: Sent[] = [];
  const placed: string[] = [];
  const queue = createPictureQueue({
    atOnce: 2,
    send: ({ token }, progress, signal) =>
      new Promise((resolve) => {
        sent.push({
          token,
          signal,
          progress,
          async answer(answer) {
            resolve(answer);
            await new Promise<void>((done) => setImmediate(done));
          },
        });
      }),
    place({ token, alt, address }) {
      if (!places.has(token)) return false;
      placed.push(`${alt} ${address}`);
      return true;
    },
  });
  const add = (...tokens: string[]) =>
    queue.add(tokens.map((token) => ({ token, file: new File([token], `${token}.png`) })));
  const phases = () => queue.getState().map(({ token, phase }) => `${token} ${phase}`);
  return { queue, sent, placed, add, phases };
}

const uploaded = (address: string): UploadAnswer => ({ ok: true, address });
const failed: UploadAnswer = { ok: false, message: "Why.", canRetry: true };

describe("a queue of pictures", () => {
  test("sends a few at a time, in order, and the next when one is done", async () => {
    const { sent, placed, add, phases } = setUp();
    add("a", "b", "c", "d");
    expect(phases()).toEqual(["a uploading", "b uploading", "c waiting", "d waiting"]);
    await sent[1]?.answer(uploaded("B"));
    expect(sent.map(({ token }) => token)).toEqual(["a", "b", "c"]);
    expect(placed).toEqual([" B"]);
    expect(phases()).toEqual(["a uploading", "c uploading", "d waiting"]);
  });

  test("shows progress and uses the alt text typed during the upload", async () => {
    const { queue, sent, placed, add } = setUp();
    add("a");
    sent[0]?.progress(0.5);
    expect(queue.getState()[0]?.progress).toBe(0.5);
    queue.setAlt("a", "a view");
    await sent[0]?.answer(uploaded("A"));
    expect(placed).toEqual(["a view A"]);
    expect(queue.getState()).toEqual([]);
  });

  test("cancelling stops an upload and starts the next", async () => {
    const { queue, sent, placed, add, phases } = setUp();
    add("a", "b", "c");
    queue.drop("a");
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(phases()).toEqual(["b uploading", "c uploading"]);
    sent[0]?.progress(1);
    await sent[0]?.answer(uploaded("A"));
    expect(placed).toEqual([]);
    expect(phases()).toEqual(["b uploading", "c uploading"]);
  });

  test("a failed upload shows the reason, doesn't block others and can be retried", async () => {
    const { queue, sent, placed, add, phases } = setUp();
    add("a", "b", "c");
    await sent[0]?.answer(failed);
    expect(queue.getState()[0]).toMatchObject({ phase: "failed", problem: "Why.", canRetry: true });
    expect(sent.map(({ token }) => token)).toEqual(["a", "b", "c"]);
    await sent[1]?.answer(uploaded("B"));
    queue.retry("a");
    expect(phases()).toEqual(["a uploading", "c uploading"]);
    await sent[3]?.answer(uploaded("A"));
    expect(placed).toEqual([" B", " A"]);
  });

  test("an upload without its placeholder can be inserted again", async () => {
    const { queue, sent, add } = setUp(new Set());
    add("a");
    await sent[0]?.answer(uploaded("A"));
    expect(queue.getState()[0]).toMatchObject({ phase: "loose", address: "A" });
  });

  test("a file that would be refused isn't sent", () => {
    const { queue, sent } = setUp();
    queue.add([{ token: "a", file: new File(["a"], "a"), problem: "Too large." }]);
    expect(sent).toEqual([]);
    expect(queue.getState()[0]).toMatchObject({ phase: "failed", problem: "Too large.", canRetry: false });
  });

  test("leaving stops all uploads", () => {
    const { queue, sent, add } = setUp();
    add("a", "b", "c");
    queue.close();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });
});
