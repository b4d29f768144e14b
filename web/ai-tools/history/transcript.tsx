import type { StoredConversation } from "#core/ai/history/types.ts";
import { TurnAnswer } from "#web/ai-tools/turn-answer.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { conversationHref, HISTORY_PATH, transcriptHref } from "./history-href.ts";

/** A page of a conversation, to read. Without JavaScript, the way to its earlier turns. */
export function Transcript({ page }: { readonly page: StoredConversation | "missing" }) {
  if (page === "missing")
    return (
      <div className="page-main grid grid-cols-1 gap-5">
        <h1 className="text-xl sm:text-2xl">AI conversation</h1>
        <EmptyState illustration="page" action={<ButtonLink to={HISTORY_PATH}>AI history</ButtonLink>}>
          This conversation doesn't exist or was deleted.
        </EmptyState>
      </div>
    );
  const { id, title, answers, earlier } = page;
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <div>
        <h1 className="text-xl wrap-anywhere sm:text-2xl">{title}</h1>
        <p className="mt-1 text-sm text-muted">
          You're reading earlier turns of this conversation.{" "}
          <Link to={conversationHref(page)} className="font-semibold text-accent hover:underline">
            Back to the last answer
          </Link>
        </p>
      </div>
      {earlier ? (
        <ButtonLink to={transcriptHref(id, earlier)} className="justify-self-center">
          Show earlier turns
        </ButtonLink>
      ) : null}
      <ol aria-label="Turns" className="grid grid-cols-1 gap-6">
        {answers.map((answer) => (
          <li key={answer.saved?.turn} className="tool-answer rounded-lg border border-line bg-surface p-4">
            <h2 className="text-base wrap-anywhere whitespace-pre-wrap">{answer.input}</h2>
            <div className="mt-3">
              <TurnAnswer answer={answer} parentLevel={2} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
