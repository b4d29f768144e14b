import { isSameAddress } from "#core/wallet/address.ts";
import { type Provider, request, requestNumber } from "./provider.ts";

/** A transfer sent from this site, as stored in this browser. */
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

export const SENT_KEY = "lattice-wallet-sent";
const MAX_TRANSACTIONS = 50;
const PROPAGATION_MS = 120_000;
const DAY_MS = 86_400_000;

type KeyValue = Pick<globalThis.Storage, "getItem" | "setItem">;

/** All transfers sent from this browser, newest first. Invalid entries are dropped. */
export function readSent(storage: KeyValue | null): readonly SentTransaction[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(SENT_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isSent).slice(0, MAX_TRANSACTIONS) : [];
  } catch {
    return [];
  }
}

/** Stores a new or changed transfer. `known` is this page's list, which counts if storage isn't available. */
export function addSent(
  storage: KeyValue | null,
  changed: SentTransaction,
  known: readonly SentTransaction[] = [],
): readonly SentTransaction[] {
  const stored = readSent(storage);
  const hashes = new Set(stored.map(({ hash }) => hash));
  const merged = [...known.filter(({ hash }) => !hashes.has(hash)), ...stored];
  const next = merged.some(({ hash }) => hash === changed.hash)
    ? merged.map((one) => (one.hash === changed.hash ? changed : one))
    : [changed, ...merged].slice(0, MAX_TRANSACTIONS);
  try {
    storage?.setItem(SENT_KEY, JSON.stringify(next));
  } catch {
    // Without storage the list lasts until the page is closed.
  }
  return next;
}

/** Transfers of one account on one chain. */
export function filterSent(
  all: readonly SentTransaction[],
  { address, chainId }: { readonly address: string; readonly chainId: string },
): readonly SentTransaction[] {
  return all.filter((one) => one.chainId === chainId && isSameAddress(one.from, address));
}

/** Whether the status may still change. A dropped transaction may reappear within a day. */
export function isOpen({ status, at }: SentTransaction, now: Date): boolean {
  return status === "pending" || (status === "dropped" && now.getTime() - Date.parse(at) < DAY_MS);
}

/** Reads the current status. "dropped" means unknown to the network, with nothing of the account pending. */
export async function readStatus(
  provider: Provider,
  { hash, from, at }: SentTransaction,
  now: Date,
): Promise<SentStatus> {
  const result = readReceipt(await request(provider, "eth_getTransactionReceipt", [hash]), hash);
  if (result) return result;
  const known = await request(provider, "eth_getTransactionByHash", [hash]);
  // A new transaction takes a while to reach all nodes.
  if (known || now.getTime() - Date.parse(at) < PROPAGATION_MS) return "pending";
  // Without a receipt it has certainly been replaced only if nothing of the account is pending.
  const [mined, pending] = await Promise.all([
    requestNumber(provider, "eth_getTransactionCount", [from, "latest"]),
    requestNumber(provider, "eth_getTransactionCount", [from, "pending"]),
  ]);
  return mined === pending ? "dropped" : "pending";
}

/** Null unless it is this transaction's receipt in a block. */
function readReceipt(answer: unknown, hash: string): "completed" | "failed" | null {
  if (typeof answer !== "object" || answer === null) return null;
  const { status, transactionHash, blockNumber } = answer as Record<string, unknown>;
  if (typeof blockNumber !== "string" || String(transactionHash).toLowerCase() !== hash.toLowerCase())
    return null;
  return status === "0x1" ? "completed" : status === "0x0" ? "failed" : null;
}

const FORMS = {
  hash: /^0x[0-9a-f]{64}$/i,
  chainId: /^0x[0-9a-f]{1,12}$/,
  from: /^0x[0-9a-f]{40}$/i,
  to: /^0x[0-9a-f]{40}$/i,
  symbol: /^.{1,20}$/,
  units: /^\d{1,80}$/,
  at: /^[\d:.TZ-]{1,30}$/,
} as const;

/** Storage may contain anything, so validate each entry. */
function isSent(value: unknown): value is SentTransaction {
  if (typeof value !== "object" || value === null) return false;
  const one = value as Record<string, unknown>;
  return (
    Object.entries(FORMS).every(([name, form]) => typeof one[name] === "string" && form.test(one[name])) &&
    typeof one.decimals === "number" &&
    /^([12]?\d|3[0-6])$/.test(String(one.decimals)) &&
    !Number.isNaN(Date.parse(one.at as string)) &&
    ["pending", "completed", "failed", "dropped"].includes(one.status as string)
  );
}
