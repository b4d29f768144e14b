import { useCallback, useRef } from "react";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { Button } from "#web/ui/button.tsx";
import { OlderTurns } from "./history/older-turns.tsx";
import { TurnList } from "./turn-list.tsx";

interface EarlierTurnsProps {
  readonly answers: readonly ToolAnswer[];
  readonly openedConversation: StoredConversation | null;
  readonly isRunning: boolean;
  readonly isSaved: boolean;
  readonly onClear: () => void;
  readonly onEdit: (index: number) => void;
}

export default function EarlierTurns(props: EarlierTurnsProps) {
  const { answers, openedConversation, isRunning } = props;
  const latestOnEdit = useRef(props.onEdit);
  latestOnEdit.current = props.onEdit;
  const edit = useCallback((index: number) => latestOnEdit.current(index), []);
  return (
    <section
      aria-label="Conversation"
      className="mt-3 grid grid-cols-1 gap-2 border-b border-line pb-3 print:hidden"
    >
      {openedConversation?.earlierCursor ? (
        <OlderTurns conversation={openedConversation} shown={answers} />
      ) : null}
      {answers.length > 0 ? <TurnList answers={answers} isRunning={isRunning} onEdit={edit} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-faint">
          You can ask a follow-up, such as “Explain it more simply” or “Why?”.{" "}
          {props.isSaved
            ? "The conversation is saved in your history."
            : "The conversation stays in this tab."}
        </p>
        <Button size="sm" disabled={isRunning} onClick={props.onClear}>
          New conversation
        </Button>
      </div>
    </section>
  );
}
