import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createRequestId } from "#web/forms/use-form.ts";
import { createDraftSaver } from "./draft-saver.ts";
import { deleteBackups } from "./local-backup.ts";
import type { PostValues } from "./post-form.ts";
import { sendDraft } from "./send-draft.ts";

/** Saves the form as a draft while the member types. `initial` is what the page was loaded with. */
export function useDraft(initial: { values: PostValues; savedAt: string | null }, values: PostValues) {
  const [saver] = useState(() =>
    createDraftSaver({
      async send(input, ids, isLeaving) {
        const result = await sendDraft(input, ids, isLeaving);
        // Done here rather than in a component, because the response may arrive after the user has left the page.
        if (result.ok) deleteBackups(ids.requestId, input);
        return result;
      },
      setTimer: (run, delayMs) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      createRequestId,
      initial: {
        input: initial.values,
        draftId: initial.values.draftId,
        requestId: initial.values.requestId,
        savedAt: initial.savedAt,
      },
    }),
  );
  const state = useSyncExternalStore(saver.subscribe, saver.getState, saver.getState);

  // Updated during rendering rather than in an effect, so that text typed just before leaving is saved too.
  const latestValues = useRef(values);
  if (latestValues.current !== values) latestValues.current = values;
  useEffect(() => saver.change(values), [saver, values]);

  useEffect(() => {
    const leave = () => {
      saver.change(latestValues.current);
      saver.leave();
    };
    const onVisibilityChange = () => {
      if (document.visibilityState === "hidden") leave();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener("pagehide", leave, { signal });
    addEventListener("online", () => void saver.save(), { signal });
    document.addEventListener("visibilitychange", onVisibilityChange, { signal });
    return () => {
      listeners.abort();
      leave();
    };
  }, [saver]);

  return { ...state, saver };
}
