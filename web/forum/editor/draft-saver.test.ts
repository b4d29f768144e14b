import { describe, expect, test } from "vitest";
import type { RawPostInput } from "#core/forum/post-input.ts";
import { createDraftSaver, SAVE_AFTER_MS, type SaveAnswer } from "./draft-saver.ts";

const words = (content: string): RawPostInput => ({ title: "", content, category: "", tags: [] });

interface Sent {
  readonly words: RawPostInput;
  readonly ids: { readonly draftId: string; readonly requestId: string };
  readonly leaving: boolean;
  answer(answer: SaveAnswer): Promise<void>;
}

/** A saver whose network answers when the test says so, and whose clock runs when the test says so. */
function setUp(start: { draftId?: string; content?: string } = {}) {
  const sent: Sent[] = [];
  const timers = new Map<() => void, number>();
  const saver = createDraftSaver({
    send: (words, ids, leaving) =>
      new Promise((resolve) => {
        sent.push({
          words,
          ids: { ...ids },
          leaving,
          answer: async (answer) => {
            resolve(answer);
            await settled();
          },
        });
      }),
    later: (run, milliseconds) => {
      timers.set(run, milliseconds);
      return () => {
        timers.delete(run);
      };
    },
    newRequestId: () => "another name",
    start: {
      words: words(start.content ?? ""),
      draftId: start.draftId ?? "",
      requestId: "name",
      savedAt: null,
    },
  });
  return {
    saver,
    sent,
    planned: () => [...timers.values()],
    async runTimers() {
      for (const run of [...timers.keys()]) {
        timers.delete(run);
        run();
      }
      await settled();
    },
  };
}

/** Everything that waits for an answered promise has run after this. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const saved = (id = "name"): SaveAnswer => ({ ok: true, id, savedAt: "2026-01-01T00:00:00.000Z" });
const failed = (code: string): SaveAnswer => ({ ok: false, code, message: "why" });

describe("saving by itself", () => {
  test("waits until nothing has changed for a while, then sends the last words once", async () => {
    const { saver, sent, planned, runTimers } = setUp();
    saver.change(words("a"));
    saver.change(words("ab"));
    expect(planned()).toEqual([SAVE_AFTER_MS]);
    expect(saver.getState().status.phase).toBe("waiting");
    await runTimers();
    expect(sent.map((one) => one.words.content)).toEqual(["ab"]);
    await sent[0]?.answer(saved());
    expect(saver.getState()).toMatchObject({ draftId: "name", isKept: true, status: { phase: "saved" } });
    expect(planned()).toEqual([]);
  });

  test("makes no draft of nothing, but empties one that is there", async () => {
    const blank = setUp();
    blank.saver.change(words("   "));
    await blank.saver.save();
    expect(blank.sent).toEqual([]);

    const emptied = setUp({ draftId: "d", content: "text" });
    emptied.saver.change(words(""));
    void emptied.saver.save();
    expect(emptied.sent.map((one) => one.ids.draftId)).toEqual(["d"]);
  });

  test("never has two savings under way; what came meanwhile follows under the draft's own name", async () => {
    const { saver, sent } = setUp();
    saver.change(words("a"));
    void saver.save();
    saver.change(words("ab"));
    void saver.save();
    await settled();
    expect(sent).toHaveLength(1);
    await sent[0]?.answer(saved());
    expect(sent.map((one) => [one.words.content, one.ids.draftId])).toEqual([
      ["a", ""],
      ["ab", "name"],
    ]);
  });

  test("going back to what is saved sends nothing", async () => {
    const { saver, sent, runTimers } = setUp({ draftId: "d", content: "a" });
    saver.change(words("ab"));
    saver.change(words("a"));
    await runTimers();
    expect(sent).toEqual([]);
    expect(saver.getState().isKept).toBe(true);
  });
});

describe("leaving", () => {
  test("sends at once and overtakes a saving under way, both under one name", async () => {
    const { saver, sent } = setUp();
    saver.change(words("a"));
    void saver.save();
    saver.change(words("ab"));
    saver.leave();
    expect(sent.map((one) => [one.words.content, one.leaving, one.ids.requestId])).toEqual([
      ["a", false, "name"],
      ["ab", true, "name"],
    ]);
  });
});

describe("when saving fails", () => {
  test("says why, keeps the words and tries again, later each time", async () => {
    const { saver, sent, planned, runTimers } = setUp();
    saver.change(words("a"));
    void saver.save();
    await sent[0]?.answer(failed("unreachable"));
    expect(saver.getState()).toMatchObject({ isKept: false, status: { phase: "failed", why: "why" } });
    const [first] = planned();
    await runTimers();
    await sent[1]?.answer(failed("unreachable"));
    const [second] = planned();
    expect(Number(second)).toBeGreaterThan(Number(first));
    await runTimers();
    await sent[2]?.answer(saved());
    expect(saver.getState().isKept).toBe(true);
  });

  test.each(["not_signed_in", "invalid_input", "too_large"])(
    "does not repeat itself after %s",
    async (code) => {
      const { saver, sent, planned } = setUp();
      saver.change(words("a"));
      void saver.save();
      await sent[0]?.answer(failed(code));
      expect(planned()).toEqual([]);
    },
  );

  test("a draft that was deleted elsewhere is made anew under another name with the next words", async () => {
    const { saver, sent } = setUp({ draftId: "gone", content: "a" });
    saver.change(words("ab"));
    void saver.save();
    await sent[0]?.answer(failed("draft_not_found"));
    saver.change(words("abc"));
    void saver.save();
    await settled();
    expect(sent[1]?.ids).toEqual({ draftId: "", requestId: "another name" });
  });
});

describe("posting", () => {
  test("waits for the saving under way and lets none follow, so that no draft outlives its post", async () => {
    const { saver, sent, planned } = setUp();
    saver.change(words("a"));
    void saver.save();
    let closed = false;
    const closing = saver.close().then(() => {
      closed = true;
    });
    await settled();
    expect(closed).toBe(false);
    saver.change(words("ab"));
    await sent[0]?.answer(saved());
    await closing;
    saver.leave();
    await saver.save();
    expect(sent).toHaveLength(1);
    expect(planned()).toEqual([]);
  });

  test("a refused post is saved on", async () => {
    const { saver, sent, runTimers } = setUp();
    await saver.close();
    saver.change(words("a"));
    saver.reopen();
    await runTimers();
    expect(sent).toHaveLength(1);
  });
});
