import { isSameAddress } from "#core/wallet/address.ts";
import { type Provider, request, requestNumber } from "./provider.ts";

export interface SentTransaction {
  readonly hash: string;
  /** In hexadecimal. */
  readonly chainId: string;
  readonly from: string;
  readonly to: string;
  readonly symbol: string;
  /** In the smallest units, as decimal digits. */
  readonly units: string;
  readonly decimals: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly status: SentStatus;
}

/** "failed": reverted. "dropped": replaced by another transaction or discarded by the network. */
export type SentStatus = "pending" | "completed" | "failed" | "dropped";

export const SENT_TRANSACTIONS_KEY = "lattice-wallet-sent";
const TRANSACTIONS_MAX = 50;
const PROPAGATION_MS = 120_000;
const DAY_MS = 86_400_000;

type KeyValueStorage = Pick<globalThis.Storage, "getItem" | "setItem">;

export function readSentTransactions(storage: KeyValueStorage | null): readonly SentTransaction[] {
  try {
    const storedValue: unknown = JSON.parse(storage?.getItem(SENT_TRANSACTIONS_KEY) ?? "[]");
    return Array.isArray(storedValue) ? storedValue.filter(isSentTransaction).slice(0, TRANSACTIONS_MAX) : [];
  } catch {
    return [];
  }
}

/**
 * Stores a new or changed transaction and returns the new list. `inMemoryList` includes the transactions that couldn't
 * be stored.
 */
export function upsertSentTransaction(
  storage: KeyValueStorage | null,
  transaction: SentTransaction,
  inMemoryList: readonly SentTransaction[] = [],
): readonly SentTransaction[] {
  const storedList = readSentTransactions(storage);
  const hashes = new Set(storedList.map(({ hash }) => hash));
  const mergedList = [...inMemoryList.filter(({ hash }) => !hashes.has(hash)), ...storedList];
  const next = mergedList.some(({ hash }) => hash === transaction.hash)
    ? mergedList.map((entry) => (entry.hash === transaction.hash ? transaction : entry))
    : [transaction, ...mergedList].slice(0, TRANSACTIONS_MAX);
  try {
    storage?.setItem(SENT_TRANSACTIONS_KEY, JSON.stringify(next));
  } catch {
    // Without storage, the list lasts until the page is closed.
  }
  return next;
}

export function filterSentTransactions(
  transactions: readonly SentTransaction[],
  { address, chainId }: { readonly address: string; readonly chainId: string },
): readonly SentTransaction[] {
  return transactions.filter((entry) => entry.chainId === chainId && isSameAddress(entry.from, address));
}

/** Whether the status may still change. A dropped transaction may reappear within a day. */
export function canStatusChange({ status, at }: SentTransaction, now: Date): boolean {
  return status === "pending" || (status === "dropped" && now.getTime() - Date.parse(at) < DAY_MS);
}

/**
 * Reads the current status. "dropped" means that the network doesn't know the transaction and the account has nothing
 * pending.
 */
export async function readTransactionStatus(
  provider: Provider,
  { hash, from, at }: SentTransaction,
  now: Date,
): Promise<SentStatus> {
  const result = parseReceipt(await request(provider, "eth_getTransactionReceipt", [hash]), hash);
  if (result) return result;
  const knownTransaction = await request(provider, "eth_getTransactionByHash", [hash]);
  // It takes a while for all nodes to learn of a new transaction.
  if (knownTransaction || now.getTime() - Date.parse(at) < PROPAGATION_MS) return "pending";
  // Other nodes may still know the transaction, so it counts as dropped only if the account has nothing pending.
  const [minedCount, countWithPending] = await Promise.all([
    requestNumber(provider, "eth_getTransactionCount", [from, "latest"]),
    requestNumber(provider, "eth_getTransactionCount", [from, "pending"]),
  ]);
  return minedCount === countWithPending ? "dropped" : "pending";
}

/** Returns null unless the receipt belongs to this transaction, names a block and has a valid status. */
function parseReceipt(receipt: unknown, hash: string): "completed" | "failed" | null {
  if (typeof receipt !== "object" || receipt === null) return null;
  const { status, transactionHash, blockNumber } = receipt as Record<string, unknown>;
  if (typeof blockNumber !== "string" || String(transactionHash).toLowerCase() !== hash.toLowerCase())
    return null;
  return status === "0x1" ? "completed" : status === "0x0" ? "failed" : null;
}

const PATTERNS = {
  hash: /^0x[0-9a-f]{64}$/i,
  chainId: /^0x[0-9a-f]{1,12}$/,
  from: /^0x[0-9a-f]{40}$/i,
  to: /^0x[0-9a-f]{40}$/i,
  symbol: /^.{1,20}$/,
  units: /^\d{1,80}$/,
  at: /^[\d:.TZ-]{1,30}$/,
} as const;

/** Storage may contain anything, so validate each entry. */
function isSentTransaction(value: unknown): value is SentTransaction {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Record<string, unknown>;
  return (
    Object.entries(PATTERNS).every(
      ([name, pattern]) => typeof entry[name] === "string" && pattern.test(entry[name]),
    ) &&
    typeof entry.decimals === "number" &&
    /^([12]?\d|3[0-6])$/.test(String(entry.decimals)) &&
    !Number.isNaN(Date.parse(entry.at as string)) &&
    ["pending", "completed", "failed", "dropped"].includes(entry.status as string)
  );
}
