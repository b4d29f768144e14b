import type { Provider } from "./provider.ts";

export interface BrowserWallet {
  /**
   * The wallet's reverse domain name, or "injected". If the domain name is invalid or another wallet already uses it,
   * this is the wallet's UUID, which may differ on each visit.
   */
  readonly id: string;
  readonly name: string;
  /** A data URL, so nothing is fetched. */
  readonly icon: string | null;
  readonly provider: Provider;
}

const WALLETS_MAX = 20;
const NAME_LENGTH_MAX = 40;
const ICON_LENGTH_MAX = 100_000;
export const INJECTED_ID = "injected";
const UNNAMED = "Browser wallet";

/**
 * Asks wallets to announce themselves (EIP-6963) and listens for their announcements. Returns a function that stops
 * listening.
 */
export function discoverWallets(
  target: EventTarget,
  onChange: (wallets: readonly BrowserWallet[]) => void,
): () => void {
  let wallets: readonly BrowserWallet[] = [];
  const knownIdentities = new Set<unknown>();
  const onAnnounce = (event: Event) => {
    const announcement = parseAnnouncement((event as CustomEvent<unknown>).detail);
    // A wallet may announce itself repeatedly, with the same provider or UUID. Different wallets may have the same
    // domain name.
    if (
      !announcement ||
      knownIdentities.has(announcement.provider) ||
      knownIdentities.has(announcement.uuid) ||
      wallets.length === WALLETS_MAX
    )
      return;
    knownIdentities.add(announcement.provider).add(announcement.uuid);
    const { uuid, ...wallet } = announcement;
    wallets = [...wallets, wallets.some(({ id }) => id === wallet.id) ? { ...wallet, id: uuid } : wallet];
    onChange(wallets);
  };
  target.addEventListener("eip6963:announceProvider", onAnnounce);
  target.dispatchEvent(new Event("eip6963:requestProvider"));
  return () => target.removeEventListener("eip6963:announceProvider", onAnnounce);
}

/** Returns the wallet at window.ethereum, which older wallets use instead of announcing themselves. */
export function getInjectedWallet(ethereum: unknown): BrowserWallet | null {
  if (!isProvider(ethereum)) return null;
  const isMetaMask = (ethereum as { isMetaMask?: unknown }).isMetaMask === true;
  return {
    id: INJECTED_ID,
    name: isMetaMask ? "MetaMask" : UNNAMED,
    icon: null,
    provider: ethereum,
  };
}

/** The wallet's name, or "your wallet" if it has none, for use within a sentence. */
export const getNameInSentence = ({ name }: BrowserWallet): string =>
  name === UNNAMED ? "your wallet" : name;

/** Returns null for an invalid announcement. Sanitizes the name and icon, as any extension can announce anything. */
function parseAnnouncement(detail: unknown): (BrowserWallet & { readonly uuid: string }) | null {
  const { info, provider } = (detail ?? {}) as { info?: unknown; provider?: unknown };
  if (!isProvider(provider)) return null;
  const { rdns, uuid, name, icon } = (info ?? {}) as Record<string, unknown>;
  if (!isId(uuid) || typeof name !== "string") return null;
  const cleanName = name
    .toWellFormed()
    .replace(/[\p{Other}\s]+/gu, " ")
    .trim();
  if (cleanName === "") return null;
  return {
    id: isId(rdns) ? rdns : uuid,
    uuid,
    name: [...cleanName].slice(0, NAME_LENGTH_MAX).join(""),
    icon: sanitizeIcon(icon),
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
function sanitizeIcon(icon: unknown): string | null {
  if (typeof icon !== "string" || icon.length > ICON_LENGTH_MAX) return null;
  return /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(icon) ? icon : null;
}
