import { useEffect, useRef, useState } from "react";
import {
  beginWriting,
  copyKey,
  dropCopiesOf,
  dropCopy,
  type KeptCopy,
  newPostCopyKeys,
  readCopy,
  writeCopy,
} from "./kept-copy.ts";
import { isBlankWriting, isSameWriting, type PostValues } from "./post-form.ts";

interface KeptCopyOptions {
  /** Null for visitors, whose text isn't backed up. */
  readonly memberId: string | null;
  /** "new" offers backups from all new posts and drafts, because a draft's URL may be unknown by now. */
  readonly place: string;
  readonly values: PostValues;
  /** Whether the server has everything. */
  readonly isKept: boolean;
}

const WRITE_AFTER_MS = 300;

/** Backs up unsaved text in this browser and offers to restore what an earlier visit left. */
export function useKeptCopy({ memberId, place, values, isKept }: KeptCopyOptions) {
  // If the session ends while typing, the backup still belongs to the member.
  const writer = useRef(memberId);
  if (memberId !== null) writer.current = memberId;
  const key = writer.current === null ? null : copyKey(writer.current, place);
  const [offer, setOffer] = useState<{ key: string; copy: KeptCopy } | null>(null);
  const now = useRef({ key, memberId, place, values, isKept });
  now.current = { key, memberId, place, values, isKept };
  const hasWritten = useRef(false);

  // Only once, because later backups are this page's own.
  useEffect(() => {
    beginWriting(now.current.values.requestId);
    const { key, memberId, place, values } = now.current;
    if (key === null || memberId === null) return;
    for (const at of place === "new" ? newPostCopyKeys(memberId) : [key]) {
      const copy = readCopy(at);
      if (copy && !isBlankWriting(copy) && !isSameWriting(copy, values)) return setOffer({ key: at, copy });
      dropCopy(at);
    }
  }, []);

  useEffect(() => {
    if (isKept) {
      // Until something is typed here, a backup with this id is from an earlier visit.
      if (hasWritten.current) dropCopiesOf(values.requestId);
      return;
    }
    hasWritten.current = true;
    const timer = setTimeout(() => keep(now.current), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, isKept]);

  useEffect(() => {
    const keepNow = () => keep(now.current);
    addEventListener("pagehide", keepNow);
    return () => {
      removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, []);

  return {
    offer: offer?.copy ?? null,
    /** Ends the offer; `drop` also deletes the backup. */
    answerOffer(drop: boolean): void {
      if (drop && offer) dropCopy(offer.key);
      setOffer(null);
    },
  };
}

function keep({ key, values, isKept }: { key: string | null; values: PostValues; isKept: boolean }): void {
  if (key === null || isKept || isBlankWriting(values)) return;
  const { title, content, category, tags, requestId } = values;
  writeCopy(key, { title, content, category, tags, requestId, keptAt: new Date().toISOString() });
}
