import { useState } from "react";
import { formatCount } from "#core/format-count.ts";
import { blankToEmpty } from "#core/text.ts";
import type { FormResult } from "#web/forms/answer-form.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { showRefusal, useQueuedForm } from "#web/lists/use-queued-form.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Illustration } from "#web/ui/illustration.tsx";
import { Link } from "#web/ui/link.tsx";

export interface DraftSummary {
  readonly id: string;
  readonly title: string;
  readonly wordCount: number;
  readonly updatedAt: string;
}

const INITIAL_COUNT = 3;

interface DraftListProps {
  /** Without the draft that is open. */
  readonly drafts: readonly DraftSummary[];
  readonly hasOpenDraft: boolean;
}

export function DraftList({ drafts, hasOpenDraft }: DraftListProps) {
  const { pending, sendFields } = useQueuedForm<FormResult>("/create/drafts", (result) => {
    if (!result.ok) showRefusal(result);
  });
  const [deletionTarget, setDeletionTarget] = useState<DraftSummary | null>(null);
  const visibleDrafts = drafts.filter(({ id }) => !pending.some((form) => form.get("draftId") === id));

  return (
    <section aria-labelledby="drafts-title" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="drafts-title" className="text-base">
        Your drafts
      </h2>
      {visibleDrafts.length > 0 ? (
        <DraftRows drafts={visibleDrafts.slice(0, INITIAL_COUNT)} onDelete={setDeletionTarget} />
      ) : (
        <div className="grid justify-items-center gap-2 px-2 pt-3 pb-1 text-center text-sm text-muted">
          <Illustration name="page" />
          <p>
            {hasOpenDraft ? "No other drafts." : "No drafts yet."} What you write is saved here as you type.
          </p>
        </div>
      )}
      {visibleDrafts.length > INITIAL_COUNT ? (
        <details className="group mt-2.5 border-t border-line pt-2.5">
          <summary className="flex list-none items-center gap-1 text-sm font-semibold text-muted hover:text-text">
            <Icon name="chevron-right" size={14} className="transition-transform group-open:rotate-90" />
            {visibleDrafts.length - INITIAL_COUNT} more
          </summary>
          <DraftRows drafts={visibleDrafts.slice(INITIAL_COUNT)} onDelete={setDeletionTarget} />
        </details>
      ) : null}
      <ConfirmDialog
        open={deletionTarget !== null}
        title="Delete this draft?"
        description={`“${getTitle(deletionTarget)}” will be deleted permanently.`}
        onCancel={() => setDeletionTarget(null)}
        onConfirm={() => {
          if (!deletionTarget) return;
          setDeletionTarget(null);
          sendFields({ intent: "delete", draftId: deletionTarget.id });
        }}
      />
    </section>
  );
}

const getTitle = (draft: DraftSummary | null) => blankToEmpty(draft?.title.trim() ?? "") || "Untitled";

interface DraftRowsProps {
  readonly drafts: readonly DraftSummary[];
  readonly onDelete: (draft: DraftSummary) => void;
}

function DraftRows({ drafts, onDelete }: DraftRowsProps) {
  return (
    <ul className="mt-1 divide-y divide-line">
      {drafts.map((draft) => (
        <li key={draft.id} className="py-2.5 last:pb-0">
          <p className="line-clamp-2 text-sm font-semibold">{getTitle(draft)}</p>
          <div className="mt-0.5 flex items-center gap-1">
            <p className="figures min-w-0 flex-1 text-xs text-faint">
              <RelativeTime time={draft.updatedAt} format="detail" /> · {formatCount(draft.wordCount, "word")}
            </p>
            <Link
              to={`/create?draft=${draft.id}`}
              className="rounded-sm px-2 py-1.5 text-sm font-semibold text-accent transition-colors hover:bg-hover"
              aria-label={`Resume ${getTitle(draft)}`}
            >
              Resume
            </Link>
            <form
              method="post"
              action="/create/drafts"
              onSubmit={(event) => {
                event.preventDefault();
                onDelete(draft);
              }}
            >
              <input type="hidden" name="draftId" value={draft.id} />
              <button
                type="submit"
                name="intent"
                value="delete"
                aria-label={`Delete ${getTitle(draft)}`}
                title="Delete"
                className="grid size-8 place-items-center rounded-sm text-faint transition-colors hover:bg-danger-soft hover:text-danger"
              >
                <Icon name="trash-2" size={15} />
              </button>
            </form>
          </div>
        </li>
      ))}
    </ul>
  );
}
