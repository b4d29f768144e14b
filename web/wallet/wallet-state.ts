import type { Address } from "#core/wallet/address.ts";
import type { Chain } from "#core/wallet/chains.ts";
import type { FoundWallet } from "./discover-wallets.ts";
import type { Balances } from "./read-balances.ts";

export type BalancesState =
  | { readonly phase: "loading" }
  | { readonly phase: "loaded"; readonly balances: Balances }
  | { readonly phase: "failed"; readonly problem: string };

export interface Connected {
  readonly phase: "connected";
  readonly wallet: FoundWallet;
  readonly address: Address;
  /** In hexadecimal, lower case. */
  readonly chainId: string;
  /** Undefined if the chain isn't in our list. */
  readonly chain: Chain | undefined;
  readonly balances: BalancesState;
}

export type WalletState =
  /** It isn't known yet whether an earlier connection still works. */
  | { readonly phase: "restoring" }
  | { readonly phase: "disconnected" }
  | { readonly phase: "connecting"; readonly wallet: FoundWallet; readonly isSlow: boolean }
  | Connected;
