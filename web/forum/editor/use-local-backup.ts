import { useEffect, useRef, useState } from "react";
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
  /** Whether everything typed is saved on the server. */
  readonly isSaved: boolean;
}

const WRITE_AFTER_MS = 300;

/** Backs up unsaved text in this browser and offers to restore text from an earlier visit. */
export function useLocalBackup({ memberId, formId, values, isSaved }: LocalBackupOptions) {
  // If the session ends while typing, the backup still belongs to the member.
  const lastMemberId = useRef(memberId);
  if (memberId !== null) lastMemberId.current = memberId;
  const key = lastMemberId.current === null ? null : buildBackupKey(lastMemberId.current, formId);
  const [offer, setOffer] = useState<{ key: string; backup: LocalBackup } | null>(null);
  const latest = useRef({ key, memberId, formId, values, isSaved });
  latest.current = { key, memberId, formId, values, isSaved };
  const hasWritten = useRef(false);

  // Runs only once, because later backups are this page's own.
  useEffect(() => {
    allowBackups(latest.current.values.requestId);
    const { key, memberId, formId, values } = latest.current;
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
      // Until something is typed here, a backup with this id is from an earlier visit.
      if (hasWritten.current) deleteBackups(values.requestId);
      return;
    }
    hasWritten.current = true;
    const timer = setTimeout(() => store(latest.current), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, isSaved]);

  useEffect(() => {
    const storeNow = () => store(latest.current);
    addEventListener("pagehide", storeNow);
    return () => {
      removeEventListener("pagehide", storeNow);
      storeNow();
    };
  }, []);

  return {
    offer: offer?.backup ?? null,
    /** Closes the offer; with `isDiscarded` it also deletes the backup. */
    closeOffer(isDiscarded: boolean): void {
      if (isDiscarded && offer) deleteBackup(offer.key);
      setOffer(null);
    },
  };
}

function store({ key, values, isSaved }: { key: string | null; values: PostValues; isSaved: boolean }): void {
  if (key === null || isSaved || isBlankInput(values)) return;
  const { title, content, category, tags, requestId, version } = values;
  writeBackup(key, { title, content, category, tags, requestId, version, keptAt: new Date().toISOString() });
}
