import type { RawPostInput } from "#core/forum/post-input.ts";
import { hasSameContent, isBlankInput } from "./post-form.ts";

/** "idle": nothing to save. */
export type DraftStatus =
  | { readonly phase: "idle" | "waiting" | "saving" }
  | { readonly phase: "saved"; readonly at: string }
  | { readonly phase: "failed"; readonly reason: string };

export interface DraftState {
  readonly status: DraftStatus;
  /** "" until the first save has succeeded. */
  readonly draftId: string;
  readonly requestId: string;
  /** Whether the server has everything that was typed. */
  readonly isSaved: boolean;
}

export type SaveAnswer =
  | { readonly ok: true; readonly id: string; readonly savedAt: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface DraftSaverDeps {
  /** Sends one save; never rejects. With `leaving` the page may be gone before the response. */
  send(
    words: RawPostInput,
    ids: { readonly draftId: string; readonly requestId: string },
    leaving: boolean,
  ): Promise<SaveAnswer>;
  /** Runs a function later; returns a function that cancels it. */
  later(run: () => void, milliseconds: number): () => void;
  newRequestId(): string;
  readonly start: {
    readonly words: RawPostInput;
    readonly draftId: string;
    readonly requestId: string;
    readonly savedAt: string | null;
  };
}

export const SAVE_AFTER_MS = 1500;
const RETRY_AFTER_MS = [5000, 15_000, 30_000];
/** Errors that a retry can't fix; the next change or the button tries again. */
const FINAL = new Set(["draft_not_found", "invalid_input", "too_large", "not_signed_in"]);

/**
 * Saves a draft to the server after a pause in typing, or at once on request. Only one save runs at a time, so that
 * an older text never overwrites a newer one. Leaving the page is the exception, because it can't wait.
 */
export function createDraftSaver({ send, later, newRequestId, start }: DraftSaverDeps) {
  let words = start.words;
  let saved = start.words;
  let { draftId, requestId } = start;
  let status: DraftStatus = start.savedAt ? { phase: "saved", at: start.savedAt } : { phase: "idle" };
  let state = snapshot();
  let cancelTimer = () => {};
  let running: Promise<void> | null = null;
  let failures = 0;
  let closed = false;
  const listeners = new Set<() => void>();

  function snapshot(): DraftState {
    return { status, draftId, requestId, isSaved: hasSameContent(words, saved) };
  }

  function show(next: DraftStatus): void {
    status = next;
    state = snapshot();
    for (const listener of listeners) listener();
  }

  const hasChanges = () => !hasSameContent(words, saved) && !(draftId === "" && isBlankInput(words));

  function schedule(milliseconds: number): void {
    cancelTimer();
    cancelTimer = later(() => void save(false), milliseconds);
  }

  async function save(leaving: boolean): Promise<void> {
    cancelTimer();
    if (closed || !hasChanges()) return;
    if (running && !leaving) {
      await running;
      return save(false);
    }
    const sent = words;
    show({ phase: "saving" });
    const work = send(sent, { draftId, requestId }, leaving).then((answer) => settle(sent, answer));
    running = work;
    await work;
    if (running === work) running = null;
  }

  function settle(sent: RawPostInput, answer: SaveAnswer): void {
    if (answer.ok) {
      failures = 0;
      saved = sent;
      draftId = answer.id;
      if (hasChanges() && !closed) {
        show({ phase: "waiting" });
        schedule(SAVE_AFTER_MS);
      } else show({ phase: "saved", at: answer.savedAt });
      return;
    }
    if (answer.code === "draft_not_found") {
      // Deleted or published elsewhere. The text is still here, so the next save creates a new draft.
      draftId = "";
      requestId = newRequestId();
    }
    show({ phase: "failed", reason: answer.message });
    if (FINAL.has(answer.code) || closed) return;
    schedule(RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length - 1)] as number);
    failures += 1;
  }

  return {
    getState: (): DraftState => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Reports the form's current content. */
    change(next: RawPostInput): void {
      if (hasSameContent(next, words)) return;
      words = next;
      if (hasChanges()) {
        show(status.phase === "saving" ? status : { phase: "waiting" });
        if (!closed) schedule(SAVE_AFTER_MS);
      } else {
        cancelTimer();
        show(status.phase === "waiting" || status.phase === "failed" ? { phase: "idle" } : status);
      }
    },
    /** Continues with a restored local backup under its request id. */
    adopt(name: string): void {
      if (draftId === "" && name !== "") requestId = name;
      state = snapshot();
    },
    /** Saves pending changes now. */
    save: () => save(false),
    /** Saves pending changes while the page is left. */
    leave: () => void save(true),
    /** Stops saving because the post is being sent; resolves when a running save has finished. */
    async close(): Promise<void> {
      closed = true;
      cancelTimer();
      await running;
    },
    /** Resumes saving because the post was refused. */
    reopen(): void {
      closed = false;
      if (hasChanges()) schedule(SAVE_AFTER_MS);
    },
  };
}
