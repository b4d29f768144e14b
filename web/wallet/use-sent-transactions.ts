import { useEffect, useSyncExternalStore } from "react";
import type { Provider } from "./provider.ts";
import {
  canStatusChange,
  readSentTransactions,
  readTransactionStatus,
  SENT_TRANSACTIONS_KEY,
  type SentTransaction,
  upsertSentTransaction,
} from "./sent-transactions.ts";
import type { ConnectedState } from "./wallet-state.ts";

const POLL_INTERVAL_MS = 4000;
const NO_TRANSACTIONS: readonly SentTransaction[] = [];

let transactions: readonly SentTransaction[] | null = null;
const listeners = new Set<() => void>();

function setTransactions(next: readonly SentTransaction[] | null): void {
  transactions = next;
  for (const listener of listeners) listener();
}

export function storeSentTransaction(transaction: SentTransaction): void {
  setTransactions(upsertSentTransaction(getStorage(), transaction, getTransactions()));
}

function getTransactions(): readonly SentTransaction[] {
  transactions ??= readSentTransactions(getStorage());
  return transactions;
}

const onStorage = ({ key }: StorageEvent) => {
  if (key === SENT_TRANSACTIONS_KEY) setTransactions(null);
};

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

export function useSentTransactions(): readonly SentTransaction[] {
  return useSyncExternalStore(subscribe, getTransactions, () => NO_TRANSACTIONS);
}

/**
 * Polls the current chain's pending transactions, and checks recently dropped ones once. Calls `onStatusChange` after
 * each change.
 */
export function useStatusPolling(
  { wallet: { provider }, chainId }: ConnectedState,
  onStatusChange: () => void,
): void {
  const openTransactionsKey = filterOpenTransactions(useSentTransactions(), chainId)
    .map(({ hash }) => hash)
    .join(" ");

  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on which transactions are open, not on the function's identity
  useEffect(() => {
    if (openTransactionsKey === "") return;
    return startStatusPolling(provider, chainId, onStatusChange);
  }, [provider, chainId, openTransactionsKey]);
}

/** Returns a function that stops the polling. */
export function startStatusPolling(
  provider: Provider,
  chainId: string,
  onStatusChange: () => void,
): () => void {
  let isStopped = false;
  // Reads the list for each check, because statuses change between checks.
  const updateStatuses = async (canCheck: (transaction: SentTransaction) => boolean) => {
    for (const transaction of filterOpenTransactions(getTransactions(), chainId).filter(canCheck)) {
      const status = await readTransactionStatus(provider, transaction, new Date()).catch(
        () => transaction.status,
      );
      if (isStopped) return;
      if (status === transaction.status) continue;
      storeSentTransaction({ ...transaction, status });
      onStatusChange();
    }
  };
  // Dropped transactions may reappear, so check them once, but don't poll them.
  void updateStatuses(() => true);
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") void updateStatuses(({ status }) => status === "pending");
  }, POLL_INTERVAL_MS);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

const filterOpenTransactions = (list: readonly SentTransaction[], chainId: string) =>
  list.filter((transaction) => transaction.chainId === chainId && canStatusChange(transaction, new Date()));

function getStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
