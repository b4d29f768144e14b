import { useEffect, useRef, useState } from "react";
import type { ToolAnswer } from "#core/ai/export.ts";
import type { StoredConversation } from "#core/ai/history/types.ts";
import { buildTranscriptHref } from "#web/ai-tools/tools-query.ts";
import { TurnList } from "#web/ai-tools/turn-list.tsx";
import { LoadMore } from "#web/lists/load-more.tsx";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { useResponse } from "#web/router/use-response.ts";

interface OlderTurnsProps {
  readonly conversation: StoredConversation;
  readonly shown: readonly ToolAnswer[];
}

const NONE: readonly ToolAnswer[] = [];

/** The turns before those that came with the page, loaded on demand. Without JavaScript, a link to them. */
export function OlderTurns({ conversation, shown }: OlderTurnsProps) {
  const [older, setOlder] = useState({ answers: NONE, earlierCursor: conversation.earlierCursor });
  const fetcher = useFetcher<StoredConversation | "missing" | null>();
  const list = useRef<HTMLDivElement>(null);
  useResponse(fetcher, (loaded) =>
    setOlder(({ answers }) =>
      loaded === "missing"
        ? { answers: NONE, earlierCursor: null }
        : { answers: [...loaded.answers, ...answers], earlierCursor: loaded.earlierCursor },
    ),
  );

  // Moves the focus from the link, which now leads to the next page or is gone, to the first of the loaded turns.
  useEffect(() => {
    if (older.answers.length > 0) list.current?.querySelector("summary")?.focus();
  }, [older]);

  const turns = new Set(shown.map(({ saved }) => saved?.turn));
  const answers = older.answers.filter(({ saved }) => !turns.has(saved?.turn));
  return (
    <div ref={list} className="grid grid-cols-1 gap-1">
      <LoadMore
        list={{
          nextCursor: older.earlierCursor,
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
