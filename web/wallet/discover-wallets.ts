import type { Provider } from "./provider.ts";

/** A wallet that announced itself, or the one at window.ethereum. */
export interface FoundWallet {
  /** Stable across visits: its reverse domain name, or "injected". A second wallet with the same name uses its UUID. */
  readonly id: string;
  readonly name: string;
  /** A data URL, so nothing is fetched. */
  readonly icon: string | null;
  readonly provider: Provider;
}

const MAX_WALLETS = 20;
const NAME_LIMIT = 40;
const ICON_LIMIT = 100_000;
export const INJECTED = "injected";

/** Asks wallets to announce themselves (EIP-6963) and listens for them. Returns a function that stops listening. */
export function discoverWallets(
  target: EventTarget,
  onChange: (wallets: readonly FoundWallet[]) => void,
): () => void {
  let wallets: readonly FoundWallet[] = [];
  const seen = new Set<unknown>();
  const onAnnounce = (event: Event) => {
    const found = readAnnouncement((event as CustomEvent<unknown>).detail);
    // Wallets may announce themselves repeatedly. Two with the same domain name are different wallets.
    if (!found || seen.has(found.provider) || seen.has(found.uuid) || wallets.length === MAX_WALLETS) return;
    seen.add(found.provider).add(found.uuid);
    const { uuid, ...wallet } = found;
    wallets = [...wallets, wallets.some(({ id }) => id === wallet.id) ? { ...wallet, id: uuid } : wallet];
    onChange(wallets);
  };
  target.addEventListener("eip6963:announceProvider", onAnnounce);
  target.dispatchEvent(new Event("eip6963:requestProvider"));
  return () => target.removeEventListener("eip6963:announceProvider", onAnnounce);
}

/** The legacy way: a single wallet at window.ethereum. */
export function injectedWallet(ethereum: unknown): FoundWallet | null {
  if (!isProvider(ethereum)) return null;
  const isMetaMask = (ethereum as { isMetaMask?: unknown }).isMetaMask === true;
  return { id: INJECTED, name: isMetaMask ? "MetaMask" : "Browser wallet", icon: null, provider: ethereum };
}

/** Returns null for invalid announcements. Sanitizes name and icon, because any extension can announce anything. */
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

/** Allows data URLs only. An SVG in an <img> can't run scripts or load anything. */
function cleanIcon(icon: unknown): string | null {
  if (typeof icon !== "string" || icon.length > ICON_LIMIT) return null;
  return /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(icon) ? icon : null;
}
