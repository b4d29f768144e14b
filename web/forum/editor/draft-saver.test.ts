import { describe, expect, test } from "vitest";
import type { RawPostInput } from "#core/forum/post-input.ts";
import { createDraftSaver, SAVE_DELAY_MS, type SaveResult } from "./draft-saver.ts";

const buildInput = (content: string): RawPostInput => ({ title: "", content, category: "", tags: [] });

interface SentRequest {
  readonly input: RawPostInput;
  readonly ids: { readonly draftId: string; readonly requestId: string };
  readonly isLeaving: boolean;
  respond(result: SaveResult): Promise<void>;
}

/** A saver with a network and timers that the test controls. */
function setUp(initial: { draftId?: string; content?: string } = {}) {
  const requests: SentRequest[] = [];
  const timers = new Map<() => void, number>();
  const saver = createDraftSaver({
    send: (input, ids, isLeaving) =>
      new Promise((resolve) => {
        requests.push({
          input,
          ids: { ...ids },
          isLeaving,
          respond: async (result) => {
            resolve(result);
            await flushPromises();
          },
        });
      }),
    setTimer: (run, delayMs) => {
      timers.set(run, delayMs);
      return () => {
        timers.delete(run);
      };
    },
    createRequestId: () => "request-2",
    initial: {
      input: buildInput(initial.content ?? ""),
      draftId: initial.draftId ?? "",
      requestId: "request-1",
      savedAt: null,
    },
  });
  return {
    saver,
    requests,
    getScheduledDelays: () => [...timers.values()],
    async runTimers() {
      for (const run of [...timers.keys()]) {
        timers.delete(run);
        run();
      }
      await flushPromises();
    },
  };
}

/** Resolves after everything that waits for a resolved promise has run. */
const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));
const createSavedResult = (id = "request-1"): SaveResult => ({
  ok: true,
  id,
  savedAt: "2026-01-01T00:00:00.000Z",
});
const createFailedResult = (code: string): SaveResult => ({ ok: false, code, message: "Unreachable." });

describe("autosave", () => {
  test("waits for a pause in typing, then sends the latest text once", async () => {
    const { saver, requests, getScheduledDelays, runTimers } = setUp();
    saver.change(buildInput("a"));
    saver.change(buildInput("ab"));
    expect(getScheduledDelays()).toEqual([SAVE_DELAY_MS]);
    expect(saver.getState().status.phase).toBe("waiting");
    await runTimers();
    expect(requests.map((request) => request.input.content)).toEqual(["ab"]);
    await requests[0]?.respond(createSavedResult());
    expect(saver.getState()).toMatchObject({
      draftId: "request-1",
      isSaved: true,
      status: { phase: "saved" },
    });
    expect(getScheduledDelays()).toEqual([]);
  });

  test("doesn't create a blank draft, but can empty an existing one", async () => {
    const newDraft = setUp();
    newDraft.saver.change(buildInput("   "));
    await newDraft.saver.save();
    expect(newDraft.requests).toEqual([]);

    const existingDraft = setUp({ draftId: "d", content: "text" });
    existingDraft.saver.change(buildInput(""));
    void existingDraft.saver.save();
    expect(existingDraft.requests.map((request) => request.ids.draftId)).toEqual(["d"]);
  });

  test("never runs two saves at once; later changes follow with the draft's ID", async () => {
    const { saver, requests } = setUp();
    saver.change(buildInput("a"));
    void saver.save();
    saver.change(buildInput("ab"));
    void saver.save();
    await flushPromises();
    expect(requests).toHaveLength(1);
    await requests[0]?.respond(createSavedResult());
    expect(requests.map((request) => [request.input.content, request.ids.draftId])).toEqual([
      ["a", ""],
      ["ab", "request-1"],
    ]);
  });

  test("sends nothing when the text is changed back to what was saved", async () => {
    const { saver, requests, runTimers } = setUp({ draftId: "d", content: "a" });
    saver.change(buildInput("ab"));
    saver.change(buildInput("a"));
    await runTimers();
    expect(requests).toEqual([]);
    expect(saver.getState().isSaved).toBe(true);
  });
});

describe("leaving the page", () => {
  test("sends the text immediately with the same request ID, even while another save is running", async () => {
    const { saver, requests } = setUp();
    saver.change(buildInput("a"));
    void saver.save();
    saver.change(buildInput("ab"));
    saver.leave();
    expect(
      requests.map((request) => [request.input.content, request.isLeaving, request.ids.requestId]),
    ).toEqual([
      ["a", false, "request-1"],
      ["ab", true, "request-1"],
    ]);
  });

  test("leads to another save of the newer text if the older save responds last", async () => {
    const { saver, requests, runTimers } = setUp();
    saver.change(buildInput("a"));
    void saver.save();
    saver.change(buildInput("ab"));
    saver.leave();
    await requests[1]?.respond(createSavedResult());
    await requests[0]?.respond(createSavedResult());
    expect(saver.getState()).toMatchObject({ isSaved: false, status: { phase: "waiting" } });
    await runTimers();
    expect(requests.map((request) => request.input.content)).toEqual(["a", "ab", "ab"]);
    await requests[2]?.respond(createSavedResult());
    expect(saver.getState()).toMatchObject({ isSaved: true, status: { phase: "saved" } });
  });

  test("doesn't let a later save overtake the two running ones", async () => {
    const { saver, requests } = setUp();
    saver.change(buildInput("a"));
    void saver.save();
    saver.change(buildInput("ab"));
    saver.leave();
    saver.change(buildInput("abc"));
    void saver.save();
    await requests[1]?.respond(createSavedResult());
    expect(requests).toHaveLength(2);
    await requests[0]?.respond(createSavedResult());
    expect(requests.map((request) => request.input.content)).toEqual(["a", "ab", "abc"]);
  });
});

describe("a failed save", () => {
  test("shows the reason and is retried with increasing delays", async () => {
    const { saver, requests, getScheduledDelays, runTimers } = setUp();
    saver.change(buildInput("a"));
    void saver.save();
    await requests[0]?.respond(createFailedResult("unreachable"));
    expect(saver.getState()).toMatchObject({
      isSaved: false,
      status: { phase: "failed", reason: "Unreachable." },
    });
    const [firstDelay] = getScheduledDelays();
    await runTimers();
    await requests[1]?.respond(createFailedResult("unreachable"));
    const [secondDelay] = getScheduledDelays();
    expect(Number(secondDelay)).toBeGreaterThan(Number(firstDelay));
    await runTimers();
    await requests[2]?.respond(createSavedResult());
    expect(saver.getState().isSaved).toBe(true);
  });

  test.each(["not_signed_in", "invalid_input", "too_large"])("isn't retried after %s", async (code) => {
    const { saver, requests, getScheduledDelays } = setUp();
    saver.change(buildInput("a"));
    void saver.save();
    await requests[0]?.respond(createFailedResult(code));
    expect(getScheduledDelays()).toEqual([]);
  });

  test("of a draft that was deleted elsewhere leads to a new draft with a new request ID", async () => {
    const { saver, requests } = setUp({ draftId: "gone", content: "a" });
    saver.change(buildInput("ab"));
    void saver.save();
    await requests[0]?.respond(createFailedResult("draft_not_found"));
    saver.change(buildInput("abc"));
    void saver.save();
    await flushPromises();
    expect(requests[1]?.ids).toEqual({ draftId: "", requestId: "request-2" });
  });
});

describe("posting", () => {
  test("waits for a running save and prevents more, so that no draft outlives its post", async () => {
    const { saver, requests, getScheduledDelays } = setUp();
    saver.change(buildInput("a"));
    void saver.save();
    let isClosed = false;
    const closePromise = saver.close().then(() => {
      isClosed = true;
    });
    await flushPromises();
    expect(isClosed).toBe(false);
    saver.change(buildInput("ab"));
    await requests[0]?.respond(createSavedResult());
    await closePromise;
    saver.leave();
    await saver.save();
    expect(requests).toHaveLength(1);
    expect(getScheduledDelays()).toEqual([]);
  });

  test("waits for both saves if leaving the page started a second one", async () => {
    const { saver, requests } = setUp();
    saver.change(buildInput("a"));
    void saver.save();
    saver.change(buildInput("ab"));
    saver.leave();
    let isClosed = false;
    const closePromise = saver.close().then(() => {
      isClosed = true;
    });
    await requests[1]?.respond(createSavedResult());
    expect(isClosed).toBe(false);
    await requests[0]?.respond(createSavedResult());
    await closePromise;
  });

  test("resumes saving when the post is refused", async () => {
    const { saver, requests, runTimers } = setUp();
    await saver.close();
    saver.change(buildInput("a"));
    saver.reopen();
    await runTimers();
    expect(requests).toHaveLength(1);
  });
});
