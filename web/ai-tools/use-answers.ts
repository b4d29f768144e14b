import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { applyChatEvent, createToolAnswer } from "#core/ai/build-answer.ts";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { TOOL_IDS, type ToolId, TURNS_MAX } from "#core/ai/tools.ts";
import { toast } from "#web/ui/toast.tsx";
import { buildSaveRequest } from "./history/build-save-request.ts";
import { AI_MESSAGES, AI_SUCCESS, getErrorMessage } from "./messages.ts";
import { type ModelOption, readChosenModel } from "./model-select.tsx";
import {
  getOwnerChangeCount,
  isSavedIn,
  readStoredAnswer,
  readStoredEarlierAnswers,
  removeStoredAnswer,
  removeStoredAnswersOfConversation,
  storeAnswer,
  storeEarlierAnswers,
} from "./stored-answers.ts";

export interface ToolState {
  readonly isRunning: boolean;
  readonly isStopped?: boolean;
  readonly answer: ToolAnswer | null;
}

const IDLE: ToolState = { isRunning: false, answer: null };

const RENDER_INTERVAL_MS = 50;

/** The answers of all tools. `submittedAnswer` and `openedConversation` came with the page. */
export function useAnswers(
  submittedAnswer: ToolAnswer | null,
  initialLeftToday: number | null,
  models: readonly ModelOption[],
  openedConversation: StoredConversation | null,
) {
  const initialAnswer = submittedAnswer ?? openedConversation?.answers.at(-1) ?? null;
  const [states, setStates] = useState<Partial<Record<ToolId, ToolState>>>(
    initialAnswer ? { [initialAnswer.tool]: { isRunning: false, answer: initialAnswer } } : {},
  );
  const [leftToday, setLeftToday] = useState(initialLeftToday);
  const [earlierAnswers, setEarlierAnswers] = useState<readonly ToolAnswer[]>(
    (openedConversation?.answers ?? []).filter(({ saved }) => saved?.turn !== initialAnswer?.saved?.turn),
  );
  const [openedConversationId, setOpenedConversationId] = useState(openedConversation?.id ?? null);
  const runs = useRef(new Map<ToolId, AbortController>());

  const setToolState = useCallback((tool: ToolId, state: ToolState) => {
    setStates((states) => ({ ...states, [tool]: state }));
  }, []);

  useEffect(() => {
    if (submittedAnswer) storeAnswer(submittedAnswer);
    setEarlierAnswers(readStoredEarlierAnswers());
    for (const tool of TOOL_IDS) {
      const storedAnswer = readStoredAnswer(tool);
      if (storedAnswer && !runs.current.has(tool))
        setToolState(tool, { isRunning: false, answer: storedAnswer });
    }
  }, [submittedAnswer, setToolState]);

  const showOpenedConversation = useEffectEvent(() => {
    if (!openedConversation || submittedAnswer) return;
    setOpenedConversationId(openedConversation.id);
    const { tool, answers } = openedConversation;
    const lastAnswer = answers.at(-1);
    if (!lastAnswer) return;
    abandonRun(tool);
    storeAnswer(lastAnswer);
    setToolState(tool, { isRunning: false, answer: lastAnswer });
    if (tool === "chatbot") updateEarlierAnswers(answers.slice(0, -1));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: loading the same conversation again changes nothing
  useEffect(showOpenedConversation, [openedConversation?.id]);

  // Another user may have signed in since the page loaded.
  useEffect(() => setLeftToday(initialLeftToday), [initialLeftToday]);

  useEffect(() => {
    const { current } = runs;
    return () => {
      for (const run of current.values()) run.abort();
    };
  }, []);

  const abandonRun = (tool: ToolId) => {
    const run = runs.current.get(tool);
    runs.current.delete(tool);
    run?.abort();
  };

  const updateEarlierAnswers = (answers: readonly ToolAnswer[]) => {
    setEarlierAnswers(answers);
    storeEarlierAnswers(answers.slice(-TURNS_MAX));
  };

  const analyze = async (tool: ToolId, input: string, from?: number): Promise<void> => {
    const run = new AbortController();
    runs.current.get(tool)?.abort();
    runs.current.set(tool, run);
    const previousAnswer = states[tool]?.answer ?? null;
    const isConversation = tool === "chatbot";
    const previousAnswers = previousAnswer ? [previousAnswer] : [];
    const shownAnswers = isConversation
      ? [...earlierAnswers, ...previousAnswers]
      : from === undefined
        ? []
        : previousAnswers;
    const history = buildSaveRequest(shownAnswers, from);
    const precedingAnswers = isConversation ? shownAnswers.slice(0, from) : [];
    const turns = precedingAnswers.map(({ input, markdown }) => ({ question: input, answer: markdown }));
    if (isConversation) setEarlierAnswers(precedingAnswers);
    let answer = createToolAnswer({ tool, input, time: new Date().toISOString() });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleRender = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setToolState(tool, { isRunning: true, answer });
      }, RENDER_INTERVAL_MS);
    };
    const ownerChangeCount = getOwnerChangeCount();
    /** Returns whether the run's result is shown. */
    const finish = (ending: ToolAnswer["ending"]): boolean => {
      clearTimeout(timer);
      // A newer run has started, the conversation was replaced or deleted, or the user has changed.
      if (runs.current.get(tool) !== run || getOwnerChangeCount() !== ownerChangeCount) return false;
      runs.current.delete(tool);
      // A run that ended before its first word doesn't replace the previous answer.
      const finalAnswer = answer.markdown === "" ? previousAnswer : { ...answer, ending };
      if (finalAnswer) storeAnswer(finalAnswer);
      if (isConversation) {
        if (finalAnswer === previousAnswer) setEarlierAnswers(earlierAnswers);
        else updateEarlierAnswers(precedingAnswers);
      }
      setToolState(tool, { isRunning: false, isStopped: ending === "stopped", answer: finalAnswer });
      return true;
    };

    setToolState(tool, { isRunning: true, answer: null });
    try {
      const { askTool } = await import("./ask-tool.ts");
      const model = readChosenModel(models);
      for await (const event of askTool(tool, input, { turns, model, history, signal: run.signal })) {
        if (event.analysis?.leftToday !== undefined) setLeftToday(event.analysis.leftToday);
        answer = applyChatEvent(answer, event);
        scheduleRender();
      }
      if (finish("complete")) toast(AI_SUCCESS);
    } catch (error) {
      const isShown = finish(run.signal.aborted ? "stopped" : "failed");
      if (!isShown || run.signal.aborted) return;
      toast({ title: "Error", description: getErrorMessage(error), destructive: true });
    }
  };

  return {
    getState: (tool: ToolId) => states[tool] ?? IDLE,
    leftToday,
    /** `from`: the index of the answer to replace; later ones are dropped. Only the assistant has several answers. */
    analyze: (tool: ToolId, input: string, from?: number) => {
      analyze(tool, input, from).catch(() =>
        toast({ title: "Error", description: AI_MESSAGES.failed, destructive: true }),
      );
    },
    earlierAnswers,
    startConversation() {
      abandonRun("chatbot");
      updateEarlierAnswers([]);
      removeStoredAnswer("chatbot");
      setToolState("chatbot", IDLE);
    },
    openedConversationId,
    /** Removes a conversation that was deleted from the history or, if `id` is null, all saved conversations. */
    forgetConversations(id: string | null) {
      setEarlierAnswers((answers) => answers.filter((answer) => !isSavedIn(answer, id)));
      for (const tool of removeStoredAnswersOfConversation(id)) {
        abandonRun(tool);
        setToolState(tool, IDLE);
        if (tool === "chatbot") setEarlierAnswers([]);
      }
    },
    stop: (tool: ToolId) => runs.current.get(tool)?.abort(),
  };
}
