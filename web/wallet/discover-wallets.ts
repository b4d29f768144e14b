import { isProvider, type Provider } from "./provider.ts";

/** A wallet that announced itself, or the one that stands at window.ethereum. */
export interface FoundWallet {
  /** Stays the same over visits: its reverse domain name, or "injected". */
  readonly id: string;
  readonly name: string;
  /** A picture in the address itself: nothing is fetched. */
  readonly icon: string | null;
  readonly provider: Provider;
}

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
  const hear = (event: Event) => {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail);
    if (!wallet || wallets.some(({ id }) => id === wallet.id)) return;
    wallets = [...wallets, wallet];
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
export function readAnnouncement(detail: unknown): FoundWallet | null {
  if (typeof detail !== "object" || detail === null) return null;
  const { info, provider } = detail as { info?: unknown; provider?: unknown };
  if (typeof info !== "object" || info === null || !isProvider(provider)) return null;
  const { rdns, uuid, name, icon } = info as Record<string, unknown>;
  const id = [rdns, uuid].find((one) => typeof one === "string" && /^[\w.-]{1,100}$/.test(one));
  if (typeof id !== "string" || typeof name !== "string") return null;
  const plain = name
    .toWellFormed()
    .replace(/[\p{Control}\p{Bidi_Control}\s]+/gu, " ")
    .trim();
  if (plain === "") return null;
  return { id, name: [...plain].slice(0, NAME_LIMIT).join(""), icon: cleanIcon(icon), provider };
}

/** Pictures in data: addresses alone; an SVG in an <img> runs no scripts and loads nothing. */
function cleanIcon(icon: unknown): string | null {
  if (typeof icon !== "string" || icon.length > ICON_LIMIT) return null;
  return /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(icon) ? icon : null;
}
