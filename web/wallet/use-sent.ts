import { useEffect, useSyncExternalStore } from "react";
import { keepSent, readSent, readStatus, type SentTransaction, sentBy } from "./sent-transactions.ts";
import type { Connected } from "./wallet-session.ts";

const ASK_EVERY_MS = 4000;
const NONE: readonly SentTransaction[] = [];

let all: readonly SentTransaction[] | null = null;
const listeners = new Set<() => void>();

/** Keeps what was sent, or what has become of it, for every part of the page that shows it. */
export function keep(transaction: SentTransaction): void {
  all = keepSent(tryStorage(), transaction);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function read(): readonly SentTransaction[] {
  all ??= readSent(tryStorage());
  return all;
}

/** What was sent from here by the connected account, followed until its fate is known for as long as it is looked at. */
export function useSent(state: Connected, onSettled: () => void): readonly SentTransaction[] {
  const mine = sentBy(
    useSyncExternalStore(subscribe, read, () => NONE),
    state,
  );
  const pending = mine.filter(({ status }) => status === "pending");
  const waits = pending.map(({ hash }) => hash).join(" ");
  const { provider } = state.wallet;

  // biome-ignore lint/correctness/useExhaustiveDependencies: which ones are pending is what counts, not their objects
  useEffect(() => {
    if (waits === "") return;
    let isOver = false;
    const look = async () => {
      for (const one of pending) {
        const status = await readStatus(provider, one, new Date()).catch(() => "pending" as const);
        if (isOver) return;
        if (status === "pending") continue;
        keep({ ...one, status });
        onSettled();
      }
    };
    void look();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void look();
    }, ASK_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [provider, waits]);
  return mine;
}

function tryStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
