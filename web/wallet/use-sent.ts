import { useEffect, useSyncExternalStore } from "react";
import {
  isOpen,
  keepSent,
  readSent,
  readStatus,
  SENT_KEY,
  type SentTransaction,
} from "./sent-transactions.ts";
import type { Connected } from "./wallet-state.ts";

const ASK_EVERY_MS = 4000;
const NONE: readonly SentTransaction[] = [];

let all: readonly SentTransaction[] | null = null;
const listeners = new Set<() => void>();

function show(next: readonly SentTransaction[] | null): void {
  all = next;
  for (const listener of listeners) listener();
}

/** Keeps what was sent, or what has become of it, for every part of the page that shows it. */
export function keep(transaction: SentTransaction): void {
  show(keepSent(tryStorage(), transaction, read()));
}

function read(): readonly SentTransaction[] {
  all ??= readSent(tryStorage());
  return all;
}

/** What another tab keeps stands here too. */
const hearOtherTabs = ({ key }: StorageEvent) => {
  if (key === SENT_KEY) show(null);
};

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener("storage", hearOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", hearOtherTabs);
  };
}

/** Everything that was sent from this browser, the newest first. */
export function useSent(): readonly SentTransaction[] {
  return useSyncExternalStore(subscribe, read, () => NONE);
}

/** Follows what was sent on the connected chain until its fate is known, whatever of the page is looked at. */
export function useFollowing({ wallet: { provider }, chainId }: Connected, onSettled: () => void): void {
  const followed = useSent().filter((one) => one.chainId === chainId && isOpen(one, new Date()));
  const waits = followed.map(({ hash }) => hash).join(" ");

  // biome-ignore lint/correctness/useExhaustiveDependencies: which ones are followed is what counts, not their objects
  useEffect(() => {
    if (waits === "") return;
    let isOver = false;
    const look = async (these: readonly SentTransaction[]) => {
      for (const one of these) {
        const status = await readStatus(provider, one, new Date()).catch(() => one.status);
        if (isOver) return;
        if (status === one.status) continue;
        keep({ ...one, status });
        onSettled();
      }
    };
    // One that was forgotten may come into a block after all, but is not asked for all the time.
    void look(followed);
    const timer = setInterval(() => {
      if (document.visibilityState === "visible")
        void look(followed.filter(({ status }) => status === "pending"));
    }, ASK_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [provider, waits]);
}

function tryStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
