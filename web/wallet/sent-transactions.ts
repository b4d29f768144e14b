import { isSameAddress } from "#core/wallet/address.ts";
import { ask, askNumber, type Provider } from "./provider.ts";

/** A transfer that was sent from here, as this browser keeps it. */
export interface SentTransaction {
  readonly hash: string;
  /** Hexadecimal, as the wallet told it. */
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

/** "failed": in a block, without effect. "dropped": replaced by another, or forgotten by the network. */
export type SentStatus = "pending" | "completed" | "failed" | "dropped";

export const SENT_KEY = "lattice-wallet-sent";
const MOST = 50;
const NEWS_TRAVEL_MS = 120_000;
const DAY_MS = 86_400_000;

type KeyValue = Pick<globalThis.Storage, "getItem" | "setItem">;

/** Everything that was sent from this browser, the newest first. What cannot be read is left out. */
export function readSent(storage: KeyValue | null): readonly SentTransaction[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(SENT_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps a new one, or the changed status of a known one; `known` is what this page has, if the browser keeps nothing. */
export function keepSent(
  storage: KeyValue | null,
  changed: SentTransaction,
  known: readonly SentTransaction[] = [],
): readonly SentTransaction[] {
  const stored = readSent(storage);
  const hashes = new Set(stored.map(({ hash }) => hash));
  const kept = [...known.filter(({ hash }) => !hashes.has(hash)), ...stored];
  const next = kept.some(({ hash }) => hash === changed.hash)
    ? kept.map((one) => (one.hash === changed.hash ? changed : one))
    : [changed, ...kept].slice(0, MOST);
  try {
    storage?.setItem(SENT_KEY, JSON.stringify(next));
  } catch {
    // The browser keeps nothing: the list holds until the page is left.
  }
  return next;
}

/** Those of one account on one chain. */
export function sentBy(
  all: readonly SentTransaction[],
  { address, chainId }: { readonly address: string; readonly chainId: string },
): readonly SentTransaction[] {
  return all.filter((one) => one.chainId === chainId && isSameAddress(one.from, address));
}

/** Whether its fate may still change: one that was forgotten is waited for a day. */
export function isOpen({ status, at }: SentTransaction, now: Date): boolean {
  return status === "pending" || (status === "dropped" && now.getTime() - Date.parse(at) < DAY_MS);
}

/** Where a transaction stands now: dropped when the network knows it no longer and waits for none of the account. */
export async function readStatus(
  provider: Provider,
  { hash, from, at }: SentTransaction,
  now: Date,
): Promise<SentStatus> {
  const fate = readReceipt(await ask(provider, "eth_getTransactionReceipt", [hash]), hash);
  if (fate) return fate;
  const known = await ask(provider, "eth_getTransactionByHash", [hash]);
  // A network's parts do not all know of it at once.
  if (known || now.getTime() - Date.parse(at) < NEWS_TRAVEL_MS) return "pending";
  // Unknown and without a receipt: only once nothing of the account is waiting has it surely been replaced.
  const [mined, waiting] = await Promise.all([
    askNumber(provider, "eth_getTransactionCount", [from, "latest"]),
    askNumber(provider, "eth_getTransactionCount", [from, "pending"]),
  ]);
  return mined === waiting ? "dropped" : "pending";
}

/** Null for what is not the receipt of this very transaction in a block. */
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

/** The browser's storage is open to every program of this origin and to its owner: what is no transfer is left out. */
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
