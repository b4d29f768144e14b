import { type Address, shortenAddress } from "#core/wallet/address.ts";
import { type Chain, chainOf, chainToAdd, readChainId, writeChainId } from "#core/wallet/chains.ts";
import { codeOfProviderError, describeProviderError, UNKNOWN_CHAIN } from "#core/wallet/provider-errors.ts";
import { readAddress } from "#core/wallet/read-address.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";
import type { FoundWallet } from "./discover-wallets.ts";
import { ask, askHex, type Provider } from "./provider.ts";
import { type Balances, readAccountBalances } from "./read-balances.ts";
import { REMEMBERED_KEY } from "./remembered.ts";

export type BalancesState =
  | { readonly phase: "loading" }
  | { readonly phase: "loaded"; readonly balances: Balances; readonly isRefreshing: boolean }
  | { readonly phase: "failed"; readonly problem: string };

export interface Connected {
  readonly phase: "connected";
  readonly wallet: FoundWallet;
  readonly address: Address;
  /** As the wallet tells it, hexadecimal. */
  readonly chainId: string;
  /** Undefined for a chain that is not in the list. */
  readonly chain: Chain | undefined;
  readonly balances: BalancesState;
}

export type WalletState =
  /** Nobody knows yet whether an earlier connection holds. */
  | { readonly phase: "restoring" }
  | { readonly phase: "disconnected" }
  | { readonly phase: "connecting"; readonly wallet: FoundWallet; readonly isSlow: boolean }
  | Connected;

export interface WalletSessionParts {
  /** Keeps which wallet was connected, over visits. */
  readonly storage: Pick<globalThis.Storage, "setItem" | "removeItem"> | null;
  readonly say: (message: ToastMessage) => void;
  /** The specification: a chain change reloads the page. */
  readonly reload: () => void;
  /** An account was connected by a person's act, not silently. */
  readonly onConnected: (address: Address) => void;
  readonly later: (run: () => void, milliseconds: number) => () => void;
}

const SLOW_AFTER_MS = 15_000;

/** The wallet's connection, apart from what is drawn of it. One for a page. */
export function createWalletSession({ storage, say, reload, onConnected, later }: WalletSessionParts) {
  let state: WalletState = { phase: "restoring" };
  /** Counts what the person decided: an answer to an earlier wish changes nothing any more. */
  let turn = 0;
  let stopHearing = () => {};
  const listeners = new Set<() => void>();

  function show(next: WalletState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function remember(id: string | null): void {
    try {
      if (id === null) storage?.removeItem(REMEMBERED_KEY);
      else storage?.setItem(REMEMBERED_KEY, id);
    } catch {
      // The browser keeps nothing: the next visit asks again.
    }
  }

  /** Asks for access; `silently` only what was allowed before, without a window of the wallet. */
  async function open(wallet: FoundWallet, silently: boolean): Promise<void> {
    turn += 1;
    const mine = turn;
    let cancelSlow = () => {};
    if (!silently) {
      show({ phase: "connecting", wallet, isSlow: false });
      cancelSlow = later(() => {
        if (turn === mine) show({ phase: "connecting", wallet, isSlow: true });
      }, SLOW_AFTER_MS);
    }
    try {
      const { provider } = wallet;
      const accounts = await ask(provider, silently ? "eth_accounts" : "eth_requestAccounts");
      const chainId = await askHex(provider, "eth_chainId");
      if (turn !== mine) return;
      const address = firstAccount(accounts);
      if (address === null) {
        if (!silently) throw new Error("The wallet gave no account.");
        return show({ phase: "disconnected" });
      }
      remember(wallet.id);
      hear(wallet);
      enter(wallet, address, chainId);
      if (!silently) {
        say({ title: "Wallet Connected", description: shortenAddress(address) });
        onConnected(address);
      }
    } catch (error) {
      if (turn !== mine) return;
      show({ phase: "disconnected" });
      if (!silently) fail("Connection Failed", error, "Failed to connect wallet");
    } finally {
      cancelSlow();
    }
  }

  function enter(wallet: FoundWallet, address: Address, chainId: string): void {
    show({
      phase: "connected",
      wallet,
      address,
      chainId,
      chain: chainOf(chainId),
      balances: { phase: "loading" },
    });
    void refresh();
  }

  function hear(wallet: FoundWallet): void {
    stopHearing();
    const { provider } = wallet;
    const onAccounts = (accounts: never) => {
      const address = firstAccount(accounts);
      if (address === null) leave();
      else if (state.phase === "connected" && address !== state.address) {
        turn += 1;
        enter(wallet, address, state.chainId);
        say({ title: "Wallet Connected", description: shortenAddress(address) });
        onConnected(address);
      }
    };
    const onChain = (chainId: never) => {
      // By number: a wallet that writes the same one in two ways would have the page reload for ever.
      if (state.phase === "connected" && readChainId(chainId) !== readChainId(state.chainId)) reload();
    };
    provider.on?.("accountsChanged", onAccounts);
    provider.on?.("chainChanged", onChain);
    stopHearing = () => {
      provider.removeListener?.("accountsChanged", onAccounts);
      provider.removeListener?.("chainChanged", onChain);
      stopHearing = () => {};
    };
  }

  function leave(): void {
    if (state.phase !== "connected") return;
    turn += 1;
    stopHearing();
    remember(null);
    show({ phase: "disconnected" });
    say({ title: "Wallet Disconnected", description: "Your wallet has been disconnected." });
  }

  async function refresh(): Promise<void> {
    if (state.phase !== "connected") return;
    const mine = turn;
    const { wallet, address, chain, balances } = state;
    if (balances.phase === "loaded") showBalances({ ...balances, isRefreshing: true });
    try {
      const found = await readAccountBalances(wallet.provider, address, chain);
      if (turn === mine) showBalances({ phase: "loaded", balances: found, isRefreshing: false });
    } catch (error) {
      if (turn !== mine) return;
      const problem = describeProviderError(error, "The wallet's network did not answer.");
      // Figures that were right a while ago are better than none.
      if (balances.phase === "loaded") showBalances({ ...balances, isRefreshing: false });
      else showBalances({ phase: "failed", problem });
    }
  }

  function showBalances(balances: BalancesState): void {
    if (state.phase === "connected") show({ ...state, balances });
  }

  function fail(title: string, error: unknown, fallback: string): void {
    say({ title, description: describeProviderError(error, fallback), destructive: true });
  }

  return {
    getState: (): WalletState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    connect: (wallet: FoundWallet) => open(wallet, false),
    /** The person stops waiting for a wallet that does not answer. */
    cancel(): void {
      if (state.phase !== "connecting") return;
      turn += 1;
      show({ phase: "disconnected" });
    },
    disconnect: leave,
    /** Reconnects without asking, where the wallet still allows it. Null: there is nothing to reconnect. */
    async restore(wallet: FoundWallet | null): Promise<void> {
      if (state.phase !== "restoring") return;
      if (wallet === null) return show({ phase: "disconnected" });
      await open(wallet, true);
      if ((state as WalletState).phase === "restoring") show({ phase: "disconnected" });
    },
    refresh,
    /** Asks the wallet for another network, and to add it where it is not known there. */
    async switchChain(chain: Chain): Promise<void> {
      if (state.phase !== "connected") return;
      const { provider } = state.wallet;
      try {
        await switchOrAdd(provider, chain);
      } catch (error) {
        fail("Network Switch Failed", error, "Failed to switch network");
      }
    },
    end(): void {
      turn += 1;
      stopHearing();
      listeners.clear();
    },
  };
}

export type WalletSession = ReturnType<typeof createWalletSession>;

async function switchOrAdd(provider: Provider, chain: Chain): Promise<void> {
  const wish = [{ chainId: writeChainId(chain.id) }];
  try {
    await ask(provider, "wallet_switchEthereumChain", wish);
  } catch (error) {
    if (codeOfProviderError(error) !== UNKNOWN_CHAIN) throw error;
    await ask(provider, "wallet_addEthereumChain", [chainToAdd(chain)]);
    await ask(provider, "wallet_switchEthereumChain", wish);
  }
}

function firstAccount(accounts: unknown): Address | null {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== "string") return null;
  const read = readAddress(first);
  return "address" in read ? read.address : null;
}
