import { useCallback, useEffect, useRef, useState } from "react";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { LoadMore } from "#web/lists/load-more.tsx";
import { useFetcher, useResponse } from "#web/router/use-fetcher.ts";
import { Button } from "#web/ui/button.tsx";
import { buildTranscriptHref } from "./tools-query.ts";
import { TurnList } from "./turn-list.tsx";

interface EarlierTurnsProps {
  readonly answers: readonly ToolAnswer[];
  readonly openedConversation: StoredConversation | null;
  readonly isRunning: boolean;
  readonly isSaved: boolean;
  readonly onNewConversation: () => void;
  readonly onEdit: (index: number) => void;
}

export default function EarlierTurns(props: EarlierTurnsProps) {
  const { answers, openedConversation, isRunning } = props;
  const latestOnEdit = useRef(props.onEdit);
  latestOnEdit.current = props.onEdit;
  const edit = useCallback((index: number) => latestOnEdit.current(index), []);
  return (
    <section aria-label="Conversation" className="mt-3 grid grid-cols-1 gap-2 border-b border-line pb-3">
      {openedConversation?.earlierCursor ? (
        <OlderTurns conversation={openedConversation} shownAnswers={answers} />
      ) : null}
      {answers.length > 0 ? <TurnList answers={answers} isRunning={isRunning} onEdit={edit} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-faint">
          You can ask a follow-up, such as “Explain it more simply” or “Why?”.{" "}
          {props.isSaved
            ? "The conversation is saved in your history."
            : "The conversation stays in this tab."}
        </p>
        <Button size="sm" disabled={isRunning} onClick={props.onNewConversation}>
          New conversation
        </Button>
      </div>
    </section>
  );
}

interface OlderTurnsProps {
  readonly conversation: StoredConversation;
  readonly shownAnswers: readonly ToolAnswer[];
}

const NO_ANSWERS: readonly ToolAnswer[] = [];

/** The turns before those that came with the page, loaded on demand. Without JavaScript, a link to them. */
function OlderTurns({ conversation, shownAnswers }: OlderTurnsProps) {
  const [olderTurns, setOlderTurns] = useState({
    answers: NO_ANSWERS,
    earlierCursor: conversation.earlierCursor,
  });
  const fetcher = useFetcher<StoredConversation | "missing" | null>();
  const list = useRef<HTMLDivElement>(null);
  useResponse(fetcher, (loaded) =>
    setOlderTurns(({ answers }) =>
      loaded === "missing"
        ? { answers: NO_ANSWERS, earlierCursor: null }
        : { answers: [...loaded.answers, ...answers], earlierCursor: loaded.earlierCursor },
    ),
  );

  // Moves focus to the first of the loaded turns, because the link now leads to the next page or has disappeared.
  useEffect(() => {
    if (olderTurns.answers.length > 0) list.current?.querySelector("summary")?.focus();
  }, [olderTurns]);

  const shownTurnIds = new Set(shownAnswers.map(({ saved }) => saved?.turn));
  const answers = olderTurns.answers.filter(({ saved }) => !shownTurnIds.has(saved?.turn));
  return (
    <div ref={list} className="grid grid-cols-1 gap-1">
      <LoadMore
        list={{
          nextCursor: olderTurns.earlierCursor,
          isLoading: fetcher.state !== "idle",
          loadMore: (href) => void fetcher.load(href),
        }}
        buildHref={(before) => buildTranscriptHref(conversation.id, before)}
        label="Show earlier answers"
      />
      {answers.length > 0 ? <TurnList answers={answers} /> : null}
    </div>
  );
}
