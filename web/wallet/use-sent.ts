import { useCallback, useEffect, useState } from "react";
import { keepSent, readSent, readStatus, type SentTransaction, sentBy } from "./sent-transactions.ts";
import type { WalletState } from "./wallet-session.ts";

const ASK_EVERY_MS = 4000;

/** What was sent from here by the connected account, followed until its fate is known. */
export function useSent(state: WalletState, onSettled: () => void) {
  const [all, setAll] = useState<readonly SentTransaction[]>([]);
  useEffect(() => setAll(readSent(tryStorage())), []);
  const mine = state.phase === "connected" ? sentBy(all, state) : [];
  const pending = mine.filter(({ status }) => status === "pending");
  const waits = pending.map(({ hash }) => hash).join(" ");
  const provider = state.phase === "connected" ? state.wallet.provider : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: which ones are pending is what counts, not their objects
  useEffect(() => {
    if (!provider || waits === "") return;
    let isOver = false;
    const look = async () => {
      for (const one of pending) {
        const status = await readStatus(provider, one, new Date()).catch(() => "pending" as const);
        if (isOver) return;
        if (status === "pending") continue;
        setAll(keepSent(tryStorage(), { ...one, status }));
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

  return { sent: mine, keep: useCallback((one: SentTransaction) => setAll(keepSent(tryStorage(), one)), []) };
}

function tryStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
