import { useEffect, useRef, useState } from "react";
import { SEARCH_MAX } from "#core/ai/history/limits.ts";
import type { ConversationCard } from "#core/ai/history/types.ts";
import { formatCount } from "#core/format-count.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { ListSearch } from "#web/lists/list-search.tsx";
import { LaterPageNote, LoadMore } from "#web/lists/load-more.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { Button } from "#web/ui/button.tsx";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { buildHistoryHref, HISTORY_PATH } from "./build-history-href.ts";
import { groupByDay } from "./group-by-day.ts";
import { HistoryRow } from "./history-row.tsx";
import type { HistoryData } from "./load-history.ts";
import { useHistoryChange } from "./use-history-change.ts";

const SEARCH_LABEL = "Search your conversations";

interface HistoryListProps {
  readonly history: HistoryData;
  readonly currentId?: string | null;
  /** Called with the ID of the deleted conversation, or null if all were deleted. */
  readonly onDelete: (id: string | null) => void;
  readonly onSearch?: (search: string) => void;
}

export function HistoryList({ history, onSearch, ...props }: HistoryListProps) {
  const { search, page, isLaterPage } = history;
  return (
    <>
      {search || isLaterPage || page.items.length > 0 ? (
        onSearch ? (
          <PanelSearch onSearch={onSearch} />
        ) : (
          <ListSearch
            action={HISTORY_PATH}
            label={SEARCH_LABEL}
            placeholder={SEARCH_LABEL}
            search={search}
            maxLength={SEARCH_MAX}
            otherParams={new URLSearchParams()}
          />
        )
      ) : null}
      <Conversations key={search} history={history} {...props} />
    </>
  );
}

const getPage = (history: HistoryData | null) => history?.page ?? null;

/** Changes that the loaded pages may not show yet. Maps a conversation's ID to its new title, or to null if deleted. */
type Changes = Readonly<Record<string, string | null>>;

function Conversations({ history, currentId = null, onDelete }: Omit<HistoryListProps, "onSearch">) {
  const { search, page, isLaterPage, renamingId, settings } = history;
  const [openedAt] = useState(() => Date.now());
  const list = usePagedList<ConversationCard, HistoryData | null>(
    page,
    getPage,
    `history ${openedAt} ${search}`,
  );
  const [changes, setChanges] = useState<Changes>({});
  const [isEmptied, setEmptied] = useState(false);
  const [deletionTarget, setDeletionTarget] = useState<ConversationCard | "all" | null>(null);
  const { sendFields } = useHistoryChange(() => {
    setChanges({});
    setEmptied(false);
  });
  const now = new Date(useOptionalSite()?.now ?? Date.now());

  const deleteConversations = () => {
    setDeletionTarget(null);
    if (deletionTarget === "all") {
      setEmptied(true);
      sendFields({ intent: "delete-all" });
      onDelete(null);
    } else if (deletionTarget) {
      setChanges({ ...changes, [deletionTarget.id]: null });
      sendFields({ intent: "delete", id: deletionTarget.id });
      onDelete(deletionTarget.id);
    }
  };
  const visibleItems = isEmptied ? [] : list.items.filter(({ id }) => changes[id] !== null);

  return (
    <section aria-label="Conversations" className="grid grid-cols-1 gap-4">
      {search ? (
        <p role="status" className="sr-only">
          {isLaterPage || list.nextCursor ? "At least " : ""}
          {formatCount(visibleItems.length, "conversation")} found
        </p>
      ) : null}
      {isLaterPage ? <LaterPageNote to={buildHistoryHref({ search })} /> : null}
      {visibleItems.length === 0 ? (
        <EmptyState illustration="page">
          {search
            ? "No conversations contain all of these words."
            : settings.isSavingOn
              ? "Nothing saved yet. The next answer you get will appear here."
              : "Nothing saved. Turn on “Save my conversations” to find your answers here later."}
        </EmptyState>
      ) : (
        groupByDay(visibleItems, now).map(({ day, items }) => (
          <section key={day}>
            <h3 className="text-xs font-semibold text-faint">{day}</h3>
            <ul className="mt-1.5 divide-y divide-line rounded-lg border border-line bg-surface">
              {items.map((item) => (
                <HistoryRow
                  key={item.id}
                  conversation={{ ...item, title: changes[item.id] ?? item.title }}
                  search={search}
                  isCurrent={item.id === currentId}
                  isInitiallyRenaming={item.id === renamingId}
                  onRename={(title) => {
                    setChanges({ ...changes, [item.id]: title });
                    sendFields({ intent: "rename", id: item.id, title });
                  }}
                  onDelete={() => setDeletionTarget(item)}
                />
              ))}
            </ul>
          </section>
        ))
      )}
      {isEmptied ? null : (
        <LoadMore list={list} buildHref={(after) => buildHistoryHref({ search, after })} label="Load more" />
      )}
      {visibleItems.length > 0 && !search ? <DeleteAll onDelete={() => setDeletionTarget("all")} /> : null}
      <ConfirmDialog
        open={deletionTarget !== null}
        title={deletionTarget === "all" ? "Delete your history?" : "Delete this conversation?"}
        description={
          deletionTarget === "all"
            ? "All your saved conversations will be deleted permanently."
            : `“${deletionTarget?.title ?? ""}” will be deleted permanently.`
        }
        onCancel={() => setDeletionTarget(null)}
        onConfirm={deleteConversations}
      />
    </section>
  );
}

function DeleteAll({ onDelete }: { onDelete: () => void }) {
  return (
    <details className="text-sm">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive */}
      <summary
        className="inline-block cursor-pointer rounded-sm text-danger text-link"
        onClick={(event) => {
          event.preventDefault();
          if (!cancelIfOffline(event)) onDelete();
        }}
      >
        Delete all
      </summary>
      <form method="post" action={HISTORY_PATH} className="mt-2 flex flex-wrap items-center gap-3">
        <p>All your saved conversations will be deleted permanently.</p>
        <Button type="submit" name="intent" value="delete-all" variant="danger" size="sm">
          Delete your history
        </Button>
      </form>
    </details>
  );
}

/** The pause in typing after which the search is run. */
const SEARCH_DELAY_MS = 350;

function PanelSearch({ onSearch }: { onSearch: (search: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="relative block">
      <label htmlFor="history-search" className="sr-only">
        {SEARCH_LABEL}
      </label>
      <span className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center text-faint">
        <Icon name="search" />
      </span>
      <input
        id="history-search"
        type="search"
        dir="auto"
        maxLength={SEARCH_MAX}
        placeholder={SEARCH_LABEL}
        onInput={(event) => {
          const { value } = event.currentTarget;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(value), SEARCH_DELAY_MS);
        }}
        className="h-10 w-full rounded-md border border-line-strong bg-canvas pl-9 pr-3 text-base text-text transition-colors hover:border-faint sm:text-sm"
      />
    </search>
  );
}
