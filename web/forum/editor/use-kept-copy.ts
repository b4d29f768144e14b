import { useEffect, useRef, useState } from "react";
import {
  beginWriting,
  copyKey,
  dropCopiesOf,
  dropCopy,
  type KeptCopy,
  readCopy,
  writeCopy,
} from "./kept-copy.ts";
import { isBlankWriting, isSameWriting, type PostValues } from "./post-form.ts";

interface KeptCopyOptions {
  /** Null where nobody is signed in: then nothing is kept, as nobody could be offered it. */
  readonly memberId: string | null;
  readonly place: string;
  readonly values: PostValues;
  /** Whether the server has all of it. */
  readonly isKept: boolean;
}

const WRITE_AFTER_MS = 300;

/** Keeps unsaved words in this browser, and offers back what an earlier visit left. */
export function useKeptCopy({ memberId, place, values, isKept }: KeptCopyOptions) {
  const key = memberId === null ? null : copyKey(memberId, place);
  const [offer, setOffer] = useState<KeptCopy | null>(null);
  const now = useRef({ key, values, isKept });
  now.current = { key, values, isKept };
  const hasWritten = useRef(false);

  // Once: what this page writes later is its own.
  useEffect(() => {
    beginWriting(now.current.values.requestId);
    const found = now.current.key === null ? null : readCopy(now.current.key);
    if (!found) return;
    if (isBlankWriting(found) || isSameWriting(found, now.current.values)) dropCopy(now.current.key ?? "");
    else setOffer(found);
  }, []);

  useEffect(() => {
    if (isKept) {
      // Until something is typed here, a copy under this name is an earlier visit's.
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
    offer,
    /** Ends the offer; `drop` also forgets the words. */
    answerOffer(drop: boolean): void {
      if (drop && key !== null) dropCopy(key);
      setOffer(null);
    },
  };
}

function keep({ key, values, isKept }: { key: string | null; values: PostValues; isKept: boolean }): void {
  if (key === null || isKept || isBlankWriting(values)) return;
  const { title, content, category, tags, requestId } = values;
  writeCopy(key, { title, content, category, tags, requestId, keptAt: new Date().toISOString() });
}
