import type { Provider } from "./provider.ts";

/** A wallet that announced itself, or the one that stands at window.ethereum. */
export interface FoundWallet {
  /** Stays the same over visits: its reverse domain name, or "injected". A second one of that name has its number instead. */
  readonly id: string;
  readonly name: string;
  /** A picture in the address itself: nothing is fetched. */
  readonly icon: string | null;
  readonly provider: Provider;
}

const MOST = 20;
const NAME_LIMIT = 40;
const ICON_LIMIT = 100_000;
export const INJECTED = "injected";

/**
 * Listens for wallets (EIP-6963) and asks them to announce themselves. `onChange` has the list each time it grows.
 * Returns how to stop listening.
 */
export function discoverWallets(
  target: EventTarget,
  onChange: (wallets: readonly FoundWallet[]) => void,
): () => void {
  let wallets: readonly FoundWallet[] = [];
  const seen = new Set<unknown>();
  const hear = (event: Event) => {
    const found = readAnnouncement((event as CustomEvent<unknown>).detail);
    // A wallet announces itself as often as it is asked to; two that call themselves the same are two.
    if (!found || seen.has(found.provider) || seen.has(found.uuid) || wallets.length === MOST) return;
    seen.add(found.provider).add(found.uuid);
    const { uuid, ...wallet } = found;
    wallets = [...wallets, wallets.some(({ id }) => id === wallet.id) ? { ...wallet, id: uuid } : wallet];
    onChange(wallets);
  };
  target.addEventListener("eip6963:announceProvider", hear);
  target.dispatchEvent(new Event("eip6963:requestProvider"));
  return () => target.removeEventListener("eip6963:announceProvider", hear);
}

/** The older way: one wallet at window.ethereum. Null where there is none. */
export function injectedWallet(ethereum: unknown): FoundWallet | null {
  if (!isProvider(ethereum)) return null;
  const isMetaMask = (ethereum as { isMetaMask?: unknown }).isMetaMask === true;
  return { id: INJECTED, name: isMetaMask ? "MetaMask" : "Browser wallet", icon: null, provider: ethereum };
}

/** Null for what is no announcement. Name and icon are cleaned: any extension may announce anything. */
function readAnnouncement(detail: unknown): (FoundWallet & { readonly uuid: string }) | null {
  const { info, provider } = (detail ?? {}) as { info?: unknown; provider?: unknown };
  if (!isProvider(provider)) return null;
  const { rdns, uuid, name, icon } = (info ?? {}) as Record<string, unknown>;
  if (!isId(uuid) || typeof name !== "string") return null;
  const plain = name
    .toWellFormed()
    .replace(/[\p{Other}\s]+/gu, " ")
    .trim();
  if (plain === "") return null;
  return {
    id: isId(rdns) ? rdns : uuid,
    uuid,
    name: [...plain].slice(0, NAME_LIMIT).join(""),
    icon: cleanIcon(icon),
    provider,
  };
}

const isId = (value: unknown): value is string => typeof value === "string" && /^[\w.-]{1,100}$/.test(value);

function isProvider(value: unknown): value is Provider {
  try {
    return typeof (value as Provider).request === "function";
  } catch {
    return false;
  }
}

/** Pictures in data: addresses alone; an SVG in an <img> runs no scripts and loads nothing. */
function cleanIcon(icon: unknown): string | null {
  if (typeof icon !== "string" || icon.length > ICON_LIMIT) return null;
  return /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(icon) ? icon : null;
}
