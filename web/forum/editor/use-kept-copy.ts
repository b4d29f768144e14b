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
  /** Null where nobody is signed in: then nothing is kept, as nobody could be offered it. */
  readonly memberId: string | null;
  /** "new" is offered what was left anywhere but in an edited post: a draft's address may not be known any more. */
  readonly place: string;
  readonly values: PostValues;
  /** Whether the server has all of it. */
  readonly isKept: boolean;
}

const WRITE_AFTER_MS = 300;

/** Keeps unsaved words in this browser, and offers back what an earlier visit left. */
export function useKeptCopy({ memberId, place, values, isKept }: KeptCopyOptions) {
  // A session that ends while somebody writes does not make the words nobody's.
  const writer = useRef(memberId);
  if (memberId !== null) writer.current = memberId;
  const key = writer.current === null ? null : copyKey(writer.current, place);
  const [offer, setOffer] = useState<{ key: string; copy: KeptCopy } | null>(null);
  const now = useRef({ key, memberId, place, values, isKept });
  now.current = { key, memberId, place, values, isKept };
  const hasWritten = useRef(false);

  // Once: what this page writes later is its own.
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
    offer: offer?.copy ?? null,
    /** Ends the offer; `drop` also forgets the words. */
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
