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

const KEY = "lattice-wallet-sent";
const MOST = 50;
const NEWS_TRAVEL_MS = 120_000;

type KeyValue = Pick<globalThis.Storage, "getItem" | "setItem">;

/** Everything that was sent from this browser, the newest first. What cannot be read is left out. */
export function readSent(storage: KeyValue | null): readonly SentTransaction[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSent) : [];
  } catch {
    return [];
  }
}

/** Keeps a new one, or the changed status of a known one. */
export function keepSent(storage: KeyValue | null, changed: SentTransaction): readonly SentTransaction[] {
  const kept = readSent(storage);
  const isKnown = kept.some(({ hash }) => hash === changed.hash);
  const next = isKnown
    ? kept.map((one) => (one.hash === changed.hash ? changed : one))
    : [changed, ...kept].slice(0, MOST);
  try {
    storage?.setItem(KEY, JSON.stringify(next));
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

/** Where a pending transaction stands now: dropped when the network knows it no longer and waits for none of the account. */
export async function readStatus(
  provider: Provider,
  { hash, from, at }: SentTransaction,
  now: Date,
): Promise<SentStatus> {
  const receipt = await ask(provider, "eth_getTransactionReceipt", [hash]);
  if (typeof receipt === "object" && receipt !== null)
    return (receipt as { status?: unknown }).status === "0x0" ? "failed" : "completed";
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

function isSent(value: unknown): value is SentTransaction {
  if (typeof value !== "object" || value === null) return false;
  const one = value as Record<string, unknown>;
  return (
    ["hash", "chainId", "from", "to", "symbol", "at"].every((name) => typeof one[name] === "string") &&
    /^0x[0-9a-f]{64}$/i.test(one.hash as string) &&
    typeof one.units === "string" &&
    /^\d{1,80}$/.test(one.units) &&
    Number.isInteger(one.decimals) &&
    !Number.isNaN(Date.parse(one.at as string)) &&
    ["pending", "completed", "failed", "dropped"].includes(one.status as string)
  );
}
