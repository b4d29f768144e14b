import type { RawPostInput } from "#core/forum/post-input.ts";
import { createStore } from "#web/ui/create-store.ts";
import { hasSameContent, isBlankInput } from "./post-form.ts";

/** "idle": nothing to save. */
export type DraftStatus =
  | { readonly phase: "idle" | "waiting" | "saving" }
  | { readonly phase: "saved"; readonly at: string }
  | { readonly phase: "failed"; readonly reason: string };

export type SaveResult =
  | { readonly ok: true; readonly id: string; readonly savedAt: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface DraftSaverDeps {
  /** Sends one save; never rejects. If `isLeaving` is true, the page may be closed before the response arrives. */
  send(
    input: RawPostInput,
    ids: { readonly draftId: string; readonly requestId: string },
    isLeaving: boolean,
  ): Promise<SaveResult>;
  /** Runs a function later; returns a function that cancels it. */
  setTimer(run: () => void, delayMs: number): () => void;
  createRequestId(): string;
  readonly initial: {
    readonly input: RawPostInput;
    readonly draftId: string;
    readonly requestId: string;
    readonly savedAt: string | null;
  };
}

export const SAVE_DELAY_MS = 1500;
const RETRY_DELAYS_MS = [5000, 15_000, 30_000];
/** Errors that a retry can't fix. The next change or the Save Draft button tries again. */
const PERMANENT_ERROR_CODES = new Set(["draft_not_found", "invalid_input", "too_large", "not_signed_in"]);

/**
 * Saves a draft after a pause in typing. Saves run one at a time, so that an older text doesn't overwrite a newer one.
 * The exception is the save sent when the user leaves the page: it doesn't wait for the previous save. Later saves wait
 * for both.
 */
export function createDraftSaver({ send, setTimer, createRequestId, initial }: DraftSaverDeps) {
  let currentInput = initial.input;
  let savedInput = initial.input;
  let { draftId, requestId } = initial;
  let status: DraftStatus = initial.savedAt ? { phase: "saved", at: initial.savedAt } : { phase: "idle" };
  let cancelTimer = () => {};
  let runningSave: Promise<unknown> | null = null;
  let failureCount = 0;
  let isClosed = false;
  const store = createStore(createState());

  function createState() {
    return { status, draftId, requestId, isSaved: hasSameContent(currentInput, savedInput) };
  }

  function setStatus(next: DraftStatus): void {
    status = next;
    store.set(createState());
  }

  const hasChanges = () =>
    !hasSameContent(currentInput, savedInput) && !(draftId === "" && isBlankInput(currentInput));

  function schedule(delayMs: number): void {
    cancelTimer();
    cancelTimer = setTimer(() => void save(false), delayMs);
  }

  async function save(isLeaving: boolean): Promise<void> {
    cancelTimer();
    if (isClosed || !hasChanges()) return;
    if (runningSave && !isLeaving) {
      await runningSave;
      return save(false);
    }
    const input = currentInput;
    setStatus({ phase: "saving" });
    const pendingSave = Promise.all([
      runningSave,
      send(input, { draftId, requestId }, isLeaving).then((result) => handleResult(input, result)),
    ]);
    runningSave = pendingSave;
    await pendingSave;
    if (runningSave === pendingSave) runningSave = null;
  }

  function handleResult(input: RawPostInput, result: SaveResult): void {
    if (result.ok) {
      failureCount = 0;
      // If an older save responds last, the server may also have stored it last, so the newer text is sent again.
      savedInput = input;
      draftId = result.id;
      if (hasChanges() && !isClosed) {
        setStatus({ phase: "waiting" });
        schedule(SAVE_DELAY_MS);
      } else setStatus({ phase: "saved", at: result.savedAt });
      return;
    }
    if (result.code === "draft_not_found") {
      // The draft was deleted or published in another tab. The text is still here; the next save creates a new draft.
      draftId = "";
      requestId = createRequestId();
    }
    setStatus({ phase: "failed", reason: result.message });
    if (PERMANENT_ERROR_CODES.has(result.code) || isClosed) return;
    schedule(RETRY_DELAYS_MS[Math.min(failureCount, RETRY_DELAYS_MS.length - 1)] as number);
    failureCount += 1;
  }

  return {
    getState: store.get,
    subscribe: store.subscribe,
    change(next: RawPostInput): void {
      if (hasSameContent(next, currentInput)) return;
      currentInput = next;
      if (hasChanges()) {
        setStatus(status.phase === "saving" ? status : { phase: "waiting" });
        if (!isClosed) schedule(SAVE_DELAY_MS);
      } else {
        cancelTimer();
        setStatus(status.phase === "waiting" || status.phase === "failed" ? { phase: "idle" } : status);
      }
    },
    /** For a restored local backup: a form that isn't a draft yet continues under the backup's request ID. */
    adopt(restoredRequestId: string): void {
      if (draftId === "" && restoredRequestId !== "") requestId = restoredRequestId;
      store.set(createState());
    },
    save: () => save(false),
    leave: () => void save(true),
    /** Stops saving because the post is being sent; resolves when all running saves have finished. */
    async close(): Promise<void> {
      isClosed = true;
      cancelTimer();
      await runningSave;
    },
    reopen(): void {
      isClosed = false;
      if (hasChanges()) schedule(SAVE_DELAY_MS);
    },
  };
}
