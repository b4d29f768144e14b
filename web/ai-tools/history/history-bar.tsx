import { type MouseEvent, Suspense, useState } from "react";
import type { HistorySettings } from "#core/ai/history/types.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { isPlainClick } from "#web/ui/link.tsx";
import { HISTORY_PATH } from "./build-history-href.ts";
import { SavingSwitch } from "./saving-switch.tsx";

// Loaded when the panel is opened. If that fails, for example because an update has removed the panel's file, the
// history page opens instead.
const HistoryPanel = lazyComponent(() =>
  import("./history-panel.tsx").catch(() => {
    location.assign(HISTORY_PATH);
    return { default: () => null };
  }),
);

interface HistoryBarProps {
  readonly settings: HistorySettings;
  readonly currentId: string | null;
  readonly isConversationMissing: boolean;
  /** Called with the ID of the deleted conversation, or null if all were deleted. */
  readonly onDelete: (id: string | null) => void;
}

export default function HistoryBar({
  settings,
  currentId,
  isConversationMissing,
  onDelete,
}: HistoryBarProps) {
  const [isOpen, setOpen] = useState(false);
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <ButtonLink to={HISTORY_PATH} size="sm" onClick={open}>
        <Icon name="history" />
        History
      </ButtonLink>
      <SavingSwitch settings={settings} />
      {isConversationMissing ? (
        <p role="status" className="mt-1 w-full rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
          This conversation doesn't exist or was deleted.
        </p>
      ) : null}
      {isOpen ? (
        <Suspense>
          <HistoryPanel currentId={currentId} onDelete={onDelete} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
