import { useCallback, useEffect, useRef, useState } from "react";
import { applyChatEvent, createToolAnswer } from "#core/ai/build-answer.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import { TOOL_IDS, type ToolId } from "#core/ai/tools.ts";
import { toast } from "#web/ui/toast.tsx";
import { AI_MESSAGES, AI_SUCCESS, getErrorMessage } from "./messages.ts";
import { readStoredAnswer, storeAnswer } from "./stored-answers.ts";

/** One tool's state: whether it is running, whether the user stopped it, and its answer, which grows while it runs. */
export interface ToolState {
  readonly isRunning: boolean;
  readonly isStopped?: boolean;
  readonly answer: ToolAnswer | null;
}

const IDLE: ToolState = { isRunning: false, answer: null };

/** How often a growing answer is rendered. */
const PACE_MS = 50;

/** The answers of all tools, including those not on screen. `given` came with the page. */
export function useAnswers(given: ToolAnswer | null, leftAtFirst: number | null) {
  const [states, setStates] = useState<Partial<Record<ToolId, ToolState>>>(
    given ? { [given.tool]: { isRunning: false, answer: given } } : {},
  );
  const [leftToday, setLeftToday] = useState(leftAtFirst);
  const runs = useRef(new Map<ToolId, AbortController>());

  const set = useCallback((tool: ToolId, state: ToolState) => {
    setStates((before) => ({ ...before, [tool]: state }));
  }, []);

  useEffect(() => {
    if (given) storeAnswer(given);
    for (const tool of TOOL_IDS) {
      const stored = readStoredAnswer(tool);
      if (stored && !runs.current.has(tool)) set(tool, { isRunning: false, answer: stored });
    }
  }, [given, set]);

  // The user may have changed since the page loaded.
  useEffect(() => setLeftToday(leftAtFirst), [leftAtFirst]);

  // Leaving the page aborts all running requests.
  useEffect(() => {
    const { current } = runs;
    return () => {
      for (const run of current.values()) run.abort();
    };
  }, []);

  const analyze = async (tool: ToolId, input: string): Promise<void> => {
    const run = new AbortController();
    runs.current.get(tool)?.abort();
    runs.current.set(tool, run);
    const before = states[tool]?.answer ?? null;
    let answer = createToolAnswer({ tool, input, time: new Date().toISOString() });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        set(tool, { isRunning: true, answer });
      }, PACE_MS);
    };
    const end = (ending: ToolAnswer["ending"]) => {
      clearTimeout(timer);
      if (runs.current.get(tool) === run) runs.current.delete(tool);
      // If it failed before its first word, keep the previous answer.
      const last = answer.markdown === "" ? before : { ...answer, ending };
      if (last) storeAnswer(last);
      set(tool, { isRunning: false, isStopped: ending === "stopped", answer: last });
    };

    set(tool, { isRunning: true, answer: null });
    try {
      const { askTool } = await import("./ask-tool.ts");
      for await (const event of askTool(tool, input, run.signal)) {
        if (event.analysis?.leftToday !== undefined) setLeftToday(event.analysis.leftToday);
        answer = applyChatEvent(answer, event);
        show();
      }
      end("whole");
      toast(AI_SUCCESS);
    } catch (error) {
      end(run.signal.aborted ? "stopped" : "failed");
      if (run.signal.aborted) return;
      toast({ title: "Error", description: getErrorMessage(error), destructive: true });
    }
  };

  return {
    getState: (tool: ToolId) => states[tool] ?? IDLE,
    leftToday,
    analyze: (tool: ToolId, input: string) => {
      analyze(tool, input).catch(() =>
        toast({ title: "Error", description: AI_MESSAGES.outer, destructive: true }),
      );
    },
    stop: (tool: ToolId) => runs.current.get(tool)?.abort(),
  };
}
