import type { StoredConversation } from "#core/ai/history/types.ts";
import { TOOLS } from "#core/ai/tools.ts";
import { buildToolsHref, buildTranscriptHref } from "#web/ai-tools/tools-query.ts";
import { TurnList } from "#web/ai-tools/turn-list.tsx";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";

/** A read-only page of a conversation's earlier turns, for browsers without JavaScript. */
export default function Transcript({ page }: { readonly page: StoredConversation | "missing" }) {
  if (page === "missing")
    return (
      <div className="page-main grid grid-cols-1 gap-5">
        <h1 className="text-xl sm:text-2xl">AI conversation</h1>
        <EmptyState illustration="page" action={<ButtonLink to="/ai-tools/history">AI history</ButtonLink>}>
          This conversation doesn't exist or was deleted.
        </EmptyState>
      </div>
    );
  const { id, title, answers, earlierCursor } = page;
  const tool = TOOLS.find((candidate) => candidate.id === page.tool) ?? null;
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <div>
        <h1 className="text-xl wrap-anywhere sm:text-2xl">{title}</h1>
        <p className="mt-1 text-sm text-muted">
          You're reading earlier answers from this conversation.{" "}
          <Link
            to={`${buildToolsHref({ tool, conversation: id })}#results`}
            className="font-semibold text-accent text-link"
          >
            Back to the latest answer
          </Link>
        </p>
      </div>
      {earlierCursor ? (
        <ButtonLink to={buildTranscriptHref(id, earlierCursor)} className="justify-self-center">
          Show earlier answers
        </ButtonLink>
      ) : null}
      <section aria-label="Conversation" className="tool-answer rounded-lg border border-line bg-surface p-4">
        <TurnList answers={answers} parentLevel={1} />
      </section>
    </div>
  );
}
