import { useEffect, useState } from "react";
import { formatRelativeTime } from "#core/relative-time.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { classNames } from "#web/ui/class-names.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import type { DraftStatus as Status } from "./draft-saver.ts";

const TICK_MS = 1000;

/** The save status. Its age updates only visually; screen readers announce only changes. */
export function DraftStatus({ status }: { status: Status }) {
  const site = useOptionalSite();
  const savedAt = status.phase === "saved" ? status.at : null;
  const [now, setNow] = useState<Date | null>(null);
  const hydrated = useHydrated();

  useEffect(() => {
    if (savedAt === null) return;
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, [savedAt]);

  const age = savedAt && formatRelativeTime(savedAt, now ?? new Date(site?.now ?? savedAt), "detail");
  return (
    <div className="min-w-0 flex-1 basis-48 text-sm">
      <p
        aria-hidden={status.phase === "failed" ? undefined : true}
        className={classNames("figures", status.phase === "failed" ? "text-warning" : "text-faint")}
      >
        {status.phase === "failed" ? `Not saved: ${status.reason}` : null}
        {status.phase === "saving" ? "Saving..." : null}
        {status.phase === "waiting" ? "Not saved yet" : null}
        {age ? `Saved ${age}` : null}
        {status.phase === "idle" && hydrated ? "Saved automatically as you type." : null}
      </p>
      <p role="status" className="sr-only">
        {status.phase === "saved" ? "Draft saved" : null}
        {status.phase === "failed" ? `Draft not saved: ${status.reason}` : null}
      </p>
    </div>
  );
}
