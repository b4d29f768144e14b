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

/** A saver with a network and timers that the test controls. */
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

/** Resolves after everything that waits for a resolved promise has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const saved = (id = "name"): SaveAnswer => ({ ok: true, id, savedAt: "2026-01-01T00:00:00.000Z" });
const failed = (code: string): SaveAnswer => ({ ok: false, code, message: "why" });

describe("autosave", () => {
  test("waits for a pause in typing, then sends the latest text once", async () => {
    const { saver, sent, planned, runTimers } = setUp();
    saver.change(words("a"));
    saver.change(words("ab"));
    expect(planned()).toEqual([SAVE_AFTER_MS]);
    expect(saver.getState().status.phase).toBe("waiting");
    await runTimers();
    expect(sent.map((one) => one.words.content)).toEqual(["ab"]);
    await sent[0]?.answer(saved());
    expect(saver.getState()).toMatchObject({ draftId: "name", isSaved: true, status: { phase: "saved" } });
    expect(planned()).toEqual([]);
  });

  test("doesn't create a blank draft, but can empty an existing one", async () => {
    const blank = setUp();
    blank.saver.change(words("   "));
    await blank.saver.save();
    expect(blank.sent).toEqual([]);

    const emptied = setUp({ draftId: "d", content: "text" });
    emptied.saver.change(words(""));
    void emptied.saver.save();
    expect(emptied.sent.map((one) => one.ids.draftId)).toEqual(["d"]);
  });

  test("never runs two saves at once; later changes follow with the draft's id", async () => {
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

  test("sends nothing when the text is back to what was saved", async () => {
    const { saver, sent, runTimers } = setUp({ draftId: "d", content: "a" });
    saver.change(words("ab"));
    saver.change(words("a"));
    await runTimers();
    expect(sent).toEqual([]);
    expect(saver.getState().isSaved).toBe(true);
  });
});

describe("leaving", () => {
  test("sends at once with the same request id, even while another save is running", async () => {
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
  test("shows the reason and retries with growing delays", async () => {
    const { saver, sent, planned, runTimers } = setUp();
    saver.change(words("a"));
    void saver.save();
    await sent[0]?.answer(failed("unreachable"));
    expect(saver.getState()).toMatchObject({ isSaved: false, status: { phase: "failed", reason: "why" } });
    const [first] = planned();
    await runTimers();
    await sent[1]?.answer(failed("unreachable"));
    const [second] = planned();
    expect(Number(second)).toBeGreaterThan(Number(first));
    await runTimers();
    await sent[2]?.answer(saved());
    expect(saver.getState().isSaved).toBe(true);
  });

  test.each(["not_signed_in", "invalid_input", "too_large"])("doesn't retry after %s", async (code) => {
    const { saver, sent, planned } = setUp();
    saver.change(words("a"));
    void saver.save();
    await sent[0]?.answer(failed(code));
    expect(planned()).toEqual([]);
  });

  test("a draft deleted elsewhere is created again with a new request id", async () => {
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
  test("waits for a running save and prevents further ones, so that no draft outlives its post", async () => {
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

  test("saving continues when the post is refused", async () => {
    const { saver, sent, runTimers } = setUp();
    await saver.close();
    saver.change(words("a"));
    saver.reopen();
    await runTimers();
    expect(sent).toHaveLength(1);
  });
});
