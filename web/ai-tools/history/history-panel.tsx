import { useEffect, useRef } from "react";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { Icon } from "#web/ui/icon.tsx";
import { buildHistoryHref, HISTORY_PATH } from "./build-history-href.ts";
import { HistoryList } from "./history-list.tsx";
import type { HistoryData } from "./load-history.ts";

interface HistoryPanelProps {
  readonly currentId: string | null;
  readonly onDelete: (id: string | null) => void;
  readonly onClose: () => void;
}

export default function HistoryPanel({ currentId, onDelete, onClose }: HistoryPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { load, data } = useFetcher<HistoryData | null>();

  useEffect(() => {
    dialog.current?.showModal();
    void load(HISTORY_PATH);
  }, [load]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape; the clicks are on the backdrop and links
    <dialog
      ref={dialog}
      aria-labelledby="history-panel"
      onClose={(event) => {
        // Ignore the closing of the confirmation dialog, which is inside this one.
        if (event.target === dialog.current) onClose();
      }}
      onClick={(event) => {
        const target = event.target as Element;
        if (target === dialog.current || target.closest("a[href*='conversation=']")) dialog.current?.close();
      }}
      className="ms-auto me-0 mt-0 h-dvh max-h-none w-full max-w-[27rem] border-s border-line bg-raised p-0 shadow-float"
    >
      <div className="flex h-full flex-col">
        <div className="flex h-14 shrink-0 items-center justify-between gap-3 border-b border-line ps-4 pe-2">
          <h2 id="history-panel" className="text-lg">
            History
          </h2>
          <button
            type="button"
            onClick={() => dialog.current?.close()}
            aria-label="Close"
            className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <Icon name="x" size={18} />
          </button>
        </div>
        <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-4 overflow-y-auto p-4">
          {data ? (
            <HistoryList
              history={data}
              currentId={currentId}
              onDelete={onDelete}
              onSearch={(search) => void load(buildHistoryHref({ search }))}
            />
          ) : (
            <p role="status" className="py-10 text-center text-sm text-muted">
              Loading...
            </p>
          )}
        </div>
      </div>
    </dialog>
  );
}
