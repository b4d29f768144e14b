import { useCallback, useEffect, useRef, useState } from "react";
import { applyChatEvent, createToolAnswer } from "#core/ai/build-answer.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import { TOOL_IDS, type ToolId, TURNS_MAX } from "#core/ai/tools.ts";
import { toast } from "#web/ui/toast.tsx";
import { AI_MESSAGES, AI_SUCCESS, getErrorMessage } from "./messages.ts";
import { type ModelOption, readChosenModel } from "./model-choice.ts";
import {
  readStoredAnswer,
  readStoredConversation,
  removeStoredAnswer,
  storeAnswer,
  storeConversation,
} from "./stored-answers.ts";

/** One tool's state: whether it is running, whether the user stopped it, and its answer, which grows while it runs. */
export interface ToolState {
  readonly isRunning: boolean;
  readonly isStopped?: boolean;
  readonly answer: ToolAnswer | null;
}

const IDLE: ToolState = { isRunning: false, answer: null };

/** How often a growing answer is rendered. */
const RENDER_INTERVAL_MS = 50;

/**
 * The answers of all tools, including those not on screen. `initialAnswer` came with the page; `models` are those to
 * choose from.
 */
export function useAnswers(
  initialAnswer: ToolAnswer | null,
  initialLeftToday: number | null,
  models: readonly ModelOption[],
) {
  const [states, setStates] = useState<Partial<Record<ToolId, ToolState>>>(
    initialAnswer ? { [initialAnswer.tool]: { isRunning: false, answer: initialAnswer } } : {},
  );
  const [leftToday, setLeftToday] = useState(initialLeftToday);
  const [earlier, setEarlier] = useState<readonly ToolAnswer[]>([]);
  const runs = useRef(new Map<ToolId, AbortController>());

  const setToolState = useCallback((tool: ToolId, state: ToolState) => {
    setStates((states) => ({ ...states, [tool]: state }));
  }, []);

  useEffect(() => {
    if (initialAnswer) storeAnswer(initialAnswer);
    setEarlier(readStoredConversation());
    for (const tool of TOOL_IDS) {
      const stored = readStoredAnswer(tool);
      if (stored && !runs.current.has(tool)) setToolState(tool, { isRunning: false, answer: stored });
    }
  }, [initialAnswer, setToolState]);

  // Another user may have signed in since the page loaded.
  useEffect(() => setLeftToday(initialLeftToday), [initialLeftToday]);

  // Leaving the page aborts all running requests.
  useEffect(() => {
    const { current } = runs;
    return () => {
      for (const run of current.values()) run.abort();
    };
  }, []);

  const saveConversation = (answers: readonly ToolAnswer[]) => {
    const last = answers.slice(-TURNS_MAX);
    setEarlier(last);
    storeConversation(last);
  };

  const analyze = async (tool: ToolId, input: string, from?: number): Promise<void> => {
    const run = new AbortController();
    runs.current.get(tool)?.abort();
    runs.current.set(tool, run);
    const previousAnswer = states[tool]?.answer ?? null;
    const isConversation = tool === "chatbot";
    const conversation = isConversation
      ? [...earlier, ...(previousAnswer ? [previousAnswer] : [])].slice(0, from)
      : [];
    const turns = conversation.map(({ input, markdown }) => ({ question: input, answer: markdown }));
    if (isConversation) setEarlier(conversation.slice(-TURNS_MAX));
    let answer = createToolAnswer({ tool, input, time: new Date().toISOString() });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleRender = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setToolState(tool, { isRunning: true, answer });
      }, RENDER_INTERVAL_MS);
    };
    const finish = (ending: ToolAnswer["ending"]) => {
      clearTimeout(timer);
      if (runs.current.get(tool) === run) runs.current.delete(tool);
      // A run that failed before its first word doesn't replace the previous answer.
      const finalAnswer = answer.markdown === "" ? previousAnswer : { ...answer, ending };
      if (finalAnswer) storeAnswer(finalAnswer);
      if (isConversation) {
        if (finalAnswer === previousAnswer) setEarlier(earlier);
        else saveConversation(conversation);
      }
      setToolState(tool, { isRunning: false, isStopped: ending === "stopped", answer: finalAnswer });
    };

    setToolState(tool, { isRunning: true, answer: null });
    try {
      const { askTool } = await import("./ask-tool.ts");
      const model = readChosenModel(models);
      for await (const event of askTool(tool, input, { turns, model, signal: run.signal })) {
        if (event.analysis?.leftToday !== undefined) setLeftToday(event.analysis.leftToday);
        answer = applyChatEvent(answer, event);
        scheduleRender();
      }
      finish("complete");
      toast(AI_SUCCESS);
    } catch (error) {
      finish(run.signal.aborted ? "stopped" : "failed");
      if (run.signal.aborted) return;
      toast({ title: "Error", description: getErrorMessage(error), destructive: true });
    }
  };

  return {
    getState: (tool: ToolId) => states[tool] ?? IDLE,
    leftToday,
    /** `from`: the index of the assistant's answer to replace; those after it are dropped. */
    analyze: (tool: ToolId, input: string, from?: number) => {
      analyze(tool, input, from).catch(() =>
        toast({ title: "Error", description: AI_MESSAGES.failed, destructive: true }),
      );
    },
    /** The assistant's earlier answers, oldest first. */
    earlier,
    startConversation() {
      runs.current.get("chatbot")?.abort();
      saveConversation([]);
      removeStoredAnswer("chatbot");
      setToolState("chatbot", IDLE);
    },
    stop: (tool: ToolId) => runs.current.get(tool)?.abort(),
  };
}
