import { useEffect, useSyncExternalStore } from "react";
import {
  addSent,
  isOpen,
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

/** Stores a transfer or its new status and updates all components. */
export function storeSent(transaction: SentTransaction): void {
  show(addSent(tryStorage(), transaction, read()));
}

function read(): readonly SentTransaction[] {
  all ??= readSent(tryStorage());
  return all;
}

/** Shows changes from other tabs. */
const onStorage = ({ key }: StorageEvent) => {
  if (key === SENT_KEY) show(null);
};

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

/** All transfers sent from this browser, newest first. */
export function useSent(): readonly SentTransaction[] {
  return useSyncExternalStore(subscribe, read, () => NONE);
}

/** Polls the status of transfers on the connected chain until it is final. */
export function useSentStatus({ wallet: { provider }, chainId }: Connected, onSettled: () => void): void {
  const followed = useSent().filter((one) => one.chainId === chainId && isOpen(one, new Date()));
  const waits = followed.map(({ hash }) => hash).join(" ");

  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the set of transfers, not on object identity
  useEffect(() => {
    if (waits === "") return;
    let isUnmounted = false;
    const look = async (these: readonly SentTransaction[]) => {
      for (const one of these) {
        const status = await readStatus(provider, one, new Date()).catch(() => one.status);
        if (isUnmounted) return;
        if (status === one.status) continue;
        storeSent({ ...one, status });
        onSettled();
      }
    };
    // Dropped transactions may reappear, so check them once but don't poll them.
    void look(followed);
    const timer = setInterval(() => {
      if (document.visibilityState === "visible")
        void look(followed.filter(({ status }) => status === "pending"));
    }, ASK_EVERY_MS);
    return () => {
      isUnmounted = true;
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
