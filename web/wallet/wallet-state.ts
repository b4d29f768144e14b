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
  /** Hexadecimal, of small letters. */
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
