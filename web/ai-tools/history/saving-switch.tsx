import type { HistorySettings } from "#core/ai/history/types.ts";
import { classNames } from "#web/ui/class-names.ts";
import { HISTORY_PATH } from "./build-history-href.ts";
import { useHistoryChange } from "./use-history-change.ts";

export function SavingSwitch({ settings }: { settings: HistorySettings }) {
  const { pending, send } = useHistoryChange();
  const intent = pending.at(-1)?.get("intent");
  const isOn = intent ? intent === "save-on" : settings.isSavingOn;
  return (
    <form method="post" action={HISTORY_PATH} onSubmit={send}>
      <button
        type="submit"
        role="switch"
        aria-checked={isOn}
        name="intent"
        value={isOn ? "save-off" : "save-on"}
        className="group flex min-h-9 items-center gap-2.5 rounded-sm text-start text-sm text-muted hover:text-text"
      >
        <span
          aria-hidden="true"
          className={classNames(
            "flex h-5 w-9 shrink-0 items-center rounded-full border p-0.5 transition-colors",
            isOn ? "justify-end border-accent bg-accent" : "border-line-strong bg-hover",
          )}
        >
          <span className={classNames("size-3.5 rounded-full", isOn ? "bg-on-accent" : "bg-faint")} />
        </span>
        Save my conversations
      </button>
    </form>
  );
}
