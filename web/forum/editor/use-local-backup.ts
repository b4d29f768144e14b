import { useEffect, useRef, useState } from "react";
import {
  allowBackups,
  buildBackupKey,
  dropBackup,
  dropBackups,
  type LocalBackup,
  listNewPostBackupKeys,
  readBackup,
  writeBackup,
} from "./local-backup.ts";
import { hasSameContent, isBlankInput, type PostValues } from "./post-form.ts";

interface LocalBackupOptions {
  /** Null for visitors, whose text isn't backed up. */
  readonly memberId: string | null;
  /** "new" offers backups from all new posts and drafts, because a draft's URL may be unknown by now. */
  readonly place: string;
  readonly values: PostValues;
  /** Whether the server has everything. */
  readonly isSaved: boolean;
}

const WRITE_AFTER_MS = 300;

/** Backs up unsaved text in this browser and offers to restore what an earlier visit left. */
export function useLocalBackup({ memberId, place, values, isSaved }: LocalBackupOptions) {
  // If the session ends while typing, the backup still belongs to the member.
  const lastMemberId = useRef(memberId);
  if (memberId !== null) lastMemberId.current = memberId;
  const key = lastMemberId.current === null ? null : buildBackupKey(lastMemberId.current, place);
  const [offer, setOffer] = useState<{ key: string; copy: LocalBackup } | null>(null);
  const now = useRef({ key, memberId, place, values, isSaved });
  now.current = { key, memberId, place, values, isSaved };
  const hasWritten = useRef(false);

  // Only once, because later backups are this page's own.
  useEffect(() => {
    allowBackups(now.current.values.requestId);
    const { key, memberId, place, values } = now.current;
    if (key === null || memberId === null) return;
    for (const at of place === "new" ? listNewPostBackupKeys(memberId) : [key]) {
      const copy = readBackup(at);
      if (copy && !isBlankInput(copy) && !hasSameContent(copy, values)) return setOffer({ key: at, copy });
      dropBackup(at);
    }
  }, []);

  useEffect(() => {
    if (isSaved) {
      // Until something is typed here, a backup with this id is from an earlier visit.
      if (hasWritten.current) dropBackups(values.requestId);
      return;
    }
    hasWritten.current = true;
    const timer = setTimeout(() => store(now.current), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, isSaved]);

  useEffect(() => {
    const storeNow = () => store(now.current);
    addEventListener("pagehide", storeNow);
    return () => {
      removeEventListener("pagehide", storeNow);
      storeNow();
    };
  }, []);

  return {
    offer: offer?.copy ?? null,
    /** Ends the offer; `drop` also deletes the backup. */
    answerOffer(drop: boolean): void {
      if (drop && offer) dropBackup(offer.key);
      setOffer(null);
    },
  };
}

function store({ key, values, isSaved }: { key: string | null; values: PostValues; isSaved: boolean }): void {
  if (key === null || isSaved || isBlankInput(values)) return;
  const { title, content, category, tags, requestId } = values;
  writeBackup(key, { title, content, category, tags, requestId, keptAt: new Date().toISOString() });
}
