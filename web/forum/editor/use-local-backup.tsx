import { useEffect, useRef, useState } from "react";
import { blankToEmpty } from "#core/text.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Button } from "#web/ui/button.tsx";
import {
  allowBackups,
  buildBackupKey,
  deleteBackup,
  deleteBackups,
  type LocalBackup,
  listNewPostBackupKeys,
  readBackup,
  writeBackup,
} from "./local-backup.ts";
import { hasSameContent, isBlankInput, type PostValues } from "./post-form.ts";

interface LocalBackupOptions {
  /** Null for visitors; their text isn't backed up. */
  readonly memberId: string | null;
  /** "new" offers all backups of new posts, because an earlier form may since have been saved as a draft. */
  readonly formId: string;
  readonly values: PostValues;
  /** The member's saved drafts, whose IDs are the request IDs of their forms. */
  readonly savedDraftIds?: readonly string[];
  /** Whether everything typed is saved on the server. */
  readonly isSaved: boolean;
  readonly onRestore: (backup: LocalBackup) => void;
}

const WRITE_DELAY_MS = 300;

/** Backs up unsaved text in this browser. Returns the offer to restore text from an earlier visit, if there is any. */
export function useLocalBackup(options: LocalBackupOptions) {
  const { memberId, formId, values, savedDraftIds = [], isSaved, onRestore } = options;
  // If the session ends while the member is typing, the backup still belongs to the member.
  const lastMemberId = useRef(memberId);
  if (memberId !== null) lastMemberId.current = memberId;
  const key = lastMemberId.current === null ? null : buildBackupKey(lastMemberId.current, formId);
  const [offer, setOffer] = useState<{ key: string; backup: LocalBackup } | null>(null);
  const latestState = useRef({ key, memberId, formId, values, isSaved });
  latestState.current = { key, memberId, formId, values, isSaved };
  const hasWritten = useRef(false);

  // Runs only once, because later backups are this page's own.
  useEffect(() => {
    allowBackups(latestState.current.values.requestId);
    const { key, memberId, formId, values } = latestState.current;
    if (key === null || memberId === null) return;
    for (const backupKey of formId === "new" ? listNewPostBackupKeys(memberId) : [key]) {
      const backup = readBackup(backupKey);
      if (backup && !isBlankInput(backup) && !hasSameContent(backup, values))
        return setOffer({ key: backupKey, backup });
      deleteBackup(backupKey);
    }
  }, []);

  useEffect(() => {
    if (isSaved) {
      // Until something is typed here, a backup with this ID is from an earlier visit.
      if (hasWritten.current) deleteBackups(values.requestId);
      return;
    }
    hasWritten.current = true;
    const timer = setTimeout(() => store(latestState.current), WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [values, isSaved]);

  useEffect(() => {
    const storeNow = () => store(latestState.current);
    addEventListener("pagehide", storeNow);
    return () => {
      removeEventListener("pagehide", storeNow);
      storeNow();
    };
  }, []);

  if (!offer) return null;
  return (
    <RestoreOffer
      backup={offer.backup}
      isOfDraft={savedDraftIds.includes(offer.backup.requestId)}
      onRestore={() => {
        onRestore(offer.backup);
        setOffer(null);
      }}
      onDiscard={() => {
        deleteBackup(offer.key);
        setOffer(null);
      }}
    />
  );
}

function store({ key, values, isSaved }: { key: string | null; values: PostValues; isSaved: boolean }): void {
  if (key === null || isSaved || isBlankInput(values)) return;
  const { title, content, category, tags, requestId, version } = values;
  writeBackup(key, { title, content, category, tags, requestId, version, keptAt: new Date().toISOString() });
}

interface RestoreOfferProps {
  readonly backup: LocalBackup;
  /** Whether the text has been saved as a draft, but perhaps not its last changes. */
  readonly isOfDraft: boolean;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

function RestoreOffer({ backup, isOfDraft, onRestore, onDiscard }: RestoreOfferProps) {
  const preview =
    blankToEmpty(backup.title.trim()) || backup.content.trim().slice(0, 80) || backup.tags.join(", ");
  return (
    <section
      aria-label="Unsaved text"
      className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-warning/40 bg-warning-soft px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-semibold">
          {isOfDraft
            ? "This browser may have newer text than your saved draft"
            : "We found unsaved text in this browser"}
        </span>{" "}
        <span className="text-muted">
          (last edited <RelativeTime time={backup.keptAt} format="detail" />)
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
