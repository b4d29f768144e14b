import type { Address } from "#core/wallet/address.ts";
import type { Chain } from "#core/wallet/chains.ts";
import type { BrowserWallet } from "./discover-wallets.ts";
import type { Balances } from "./read-balances.ts";

export type BalancesState =
  | { readonly phase: "loading" }
  | { readonly phase: "loaded"; readonly balances: Balances }
  | { readonly phase: "failed"; readonly problem: string };

export interface ConnectedState {
  readonly phase: "connected";
  readonly wallet: BrowserWallet;
  readonly address: Address;
  /** In lowercase hexadecimal, such as `0x1`. */
  readonly chainId: string;
  /** Undefined if the chain isn't in `CHAINS`. */
  readonly chain: Chain | undefined;
  readonly balances: BalancesState;
}

export type WalletState =
  /** Checking whether the wallet is still connected from an earlier visit. */
  | { readonly phase: "restoring" }
  | { readonly phase: "disconnected" }
  | { readonly phase: "connecting"; readonly wallet: BrowserWallet; readonly isSlow: boolean }
  | ConnectedState;
