import { blankToEmpty } from "#core/text.ts";
import { RelativeTime } from "#web/page/relative-time.tsx";
import { Button } from "#web/ui/button.tsx";
import type { LocalBackup } from "./local-backup.ts";

interface RestoreOfferProps {
  readonly backup: LocalBackup;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

export function RestoreOffer({ backup, onRestore, onDiscard }: RestoreOfferProps) {
  const preview =
    blankToEmpty(backup.title.trim()) || backup.content.trim().slice(0, 80) || backup.tags.join(", ");
  return (
    <section
      aria-label="Unsaved text"
      className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-warning/40 bg-warning-soft px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-semibold">We found unsaved text in this browser</span>{" "}
        <span className="text-muted">
          (<RelativeTime time={backup.keptAt} format="detail" />)
        </span>
        <span className="mt-0.5 line-clamp-1 text-muted">“{preview}”</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onRestore}>
          Restore text
        </Button>
        <Button size="sm" variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  );
}
