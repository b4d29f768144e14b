import type { AssetPrices } from "#core/market/assets.ts";
import { type Address, shortenAddress } from "#core/wallet/address.ts";
import { type Chain, chainOf, readChainId, writeChainId } from "#core/wallet/chains.ts";
import { describeProviderError } from "#core/wallet/provider-errors.ts";
import type { ToastMessage } from "#web/ui/toast.tsx";
import type { FoundWallet } from "./discover-wallets.ts";
import { hearWallet } from "./hear-wallet.ts";
import { ask, askChainId, firstAccount } from "./provider.ts";
import { readAccountBalances } from "./read-balances.ts";
import { switchOrAddChain } from "./switch-chain.ts";
import { type ValuedBalances, valueBalances } from "./value-balances.ts";
import type { BalancesState, WalletState } from "./wallet-state.ts";

export interface WalletSessionParts {
  /** Keeps which wallet is connected, over visits. */
  readonly remember: (walletId: string | null) => void;
  /** An earlier connection did not come back this time. */
  readonly onNotRestored: () => void;
  readonly say: (message: ToastMessage) => void;
  /** The specification: a chain change reloads the page. */
  readonly reload: () => void;
  /** An account was connected by a person's act, not silently. */
  readonly onConnected: (address: Address) => void;
  readonly later: (run: () => void, milliseconds: number) => () => void;
}

const SLOW_AFTER_MS = 15_000;
/** So long the page waits for an earlier connection before it shows itself without; it may still come. */
const RESTORE_MS = 4000;

/** The wallet's connection, apart from what is drawn of it. One for a page. */
export function createWalletSession({
  remember,
  onNotRestored,
  say,
  reload,
  onConnected,
  later,
}: WalletSessionParts) {
  let state: WalletState = { phase: "restoring" };
  /** Counts what the person decided: an answer to an earlier wish changes nothing any more. */
  let turn = 0;
  /** Counts readings of balances: only the newest is shown. */
  let reading = 0;
  /** The page is being left. */
  let isOver = false;
  let stopHearing = () => {};
  const listeners = new Set<() => void>();

  function show(next: WalletState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Asks for access; `silently` only what was allowed before, without a window of the wallet. */
  async function open(wallet: FoundWallet, silently: boolean): Promise<void> {
    turn += 1;
    const mine = turn;
    if (!silently) show({ phase: "connecting", wallet, isSlow: false });
    const cancelSlow = later(
      () => {
        if (turn !== mine) return;
        if (silently) notRestored();
        else show({ phase: "connecting", wallet, isSlow: true });
      },
      silently ? RESTORE_MS : SLOW_AFTER_MS,
    );
    try {
      const { provider } = wallet;
      const accounts = await ask(provider, silently ? "eth_accounts" : "eth_requestAccounts");
      const chainId = await askChainId(provider);
      if (turn !== mine) return;
      const address = firstAccount(accounts);
      if (address === null) {
        if (!silently) throw new Error("The wallet gave no account.");
        return notRestored();
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
      if (silently) return notRestored();
      show({ phase: "disconnected" });
      fail("Connection Failed", error, "Failed to connect wallet");
    } finally {
      cancelSlow();
    }
  }

  function notRestored(): void {
    show({ phase: "disconnected" });
    onNotRestored();
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
    void readBalances();
  }

  function hear(wallet: FoundWallet): void {
    stopHearing();
    let isHeard = true;
    const stop = hearWallet(wallet.provider, {
      onAccounts(accounts) {
        if (!isHeard || state.phase !== "connected") return;
        const address = firstAccount(accounts);
        if (address === null) leave();
        else if (address !== state.address) {
          turn += 1;
          enter(wallet, address, state.chainId);
          say({ title: "Wallet Connected", description: shortenAddress(address) });
          onConnected(address);
        }
      },
      onChain(told) {
        const id = readChainId(told);
        if (isHeard && !Number.isNaN(id)) void checkChain(writeChainId(id));
      },
    });
    // Some wallets go on telling those who have stopped listening.
    stopHearing = () => {
      isHeard = false;
      stop();
    };
  }

  /**
   * Reloads the page where the wallet is on another chain than is shown, and says whether it is on the shown one. The
   * wallet is asked: `told` counts only where it does not answer, as one whose events say other things than its answers
   * would have the page reload for ever.
   */
  async function checkChain(told: string | null = null): Promise<boolean> {
    if (isOver || state.phase !== "connected" || told === state.chainId) return !isOver;
    const mine = turn;
    const now = await askChainId(state.wallet.provider).catch(() => told);
    if (turn !== mine || now === null || now === state.chainId) return true;
    leaveQuietly();
    reload();
    return false;
  }

  /** Nothing of this connection is heard or answered any more; what is shown stays until the page is gone. */
  function leaveQuietly(): void {
    isOver = true;
    turn += 1;
    stopHearing();
  }

  function leave(): void {
    if (state.phase !== "connected") return;
    turn += 1;
    stopHearing();
    remember(null);
    show({ phase: "disconnected" });
    say({ title: "Wallet Disconnected", description: "Your wallet has been disconnected." });
  }

  async function readBalances(): Promise<void> {
    if (state.phase !== "connected") return;
    reading += 1;
    const [mine, newest] = [turn, reading];
    const { wallet, address, chain } = state;
    try {
      const found = await readAccountBalances(wallet.provider, address, chain);
      if (turn === mine && reading === newest) showBalances({ phase: "loaded", balances: found });
    } catch (error) {
      if (turn !== mine || reading !== newest) return;
      // Figures that were right a while ago are better than none.
      if (state.balances.phase === "loaded") return;
      showBalances({
        phase: "failed",
        problem: describeProviderError(error, "The wallet's network did not answer."),
      });
    }
  }

  function showBalances(next: BalancesState): void {
    if (state.phase !== "connected") return;
    const { balances } = state;
    const isCut = next.phase === "loaded" && !next.balances.hasTokens;
    show({
      ...state,
      balances:
        isCut && balances.phase === "loaded"
          ? // Tokens that could be read a while ago are not gone because they cannot be read now.
            { phase: "loaded", balances: { ...balances.balances, native: next.balances.native } }
          : next,
    });
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
    /** What the connected account has, as far as it is read, at these prices. */
    value(prices: AssetPrices): ValuedBalances | null {
      return state.phase === "connected" && state.balances.phase === "loaded"
        ? valueBalances(state.balances.balances, prices)
        : null;
    },
    /** Reconnects without asking, where the wallet still allows it. Null: there is nothing to reconnect. */
    async restore(wallet: FoundWallet | null): Promise<void> {
      if (state.phase !== "restoring") return;
      if (wallet === null) notRestored();
      else await open(wallet, true);
    },
    /** Reads the balances again, of a wallet that is still on the chain that is shown. */
    async refresh(): Promise<void> {
      if (await checkChain()) await readBalances();
    },
    /** Asks the wallet for another network, and to add it where it is not known there. */
    async switchChain(chain: Chain): Promise<void> {
      if (state.phase !== "connected") return;
      const { provider } = state.wallet;
      try {
        await switchOrAddChain(provider, chain);
        // Not every wallet tells it by itself.
        await checkChain();
      } catch (error) {
        fail("Network Switch Failed", error, "Failed to switch network");
      }
    },
    end(): void {
      leaveQuietly();
      listeners.clear();
    },
  };
}

export type WalletSession = ReturnType<typeof createWalletSession>;
