import type { Address } from "#core/wallet/address.ts";
import type { Chain } from "#core/wallet/chains.ts";
import { NATIVE_DECIMALS } from "#core/wallet/chains.ts";
import { buildBalancesCall, decodeBalances, isPlausible } from "#core/wallet/contract-calls.ts";
import type { Holding } from "#core/wallet/portfolio.ts";
import { type Provider, requestHex, requestNumber } from "./provider.ts";

export interface Balances {
  /** The chain's native coin. */
  readonly native: Holding;
  /** Listed tokens with a balance. */
  readonly tokens: readonly Holding[];
  /** Whether token balances could be read. */
  readonly hasTokens: boolean;
  /** Symbols of listed tokens that couldn't be read. */
  readonly unread: readonly string[];
}

/**
 * Reads an account's balances through the wallet's own network: with one call on known chains, only the native balance
 * on others. Rejects with the wallet's error.
 */
export async function readAccountBalances(
  provider: Provider,
  account: Address,
  chain: Chain | undefined,
): Promise<Balances> {
  if (chain) {
    try {
      const answer = await requestHex(provider, "eth_call", [
        buildBalancesCall(account, chain.tokens),
        "latest",
      ]);
      const [native = null, ...tokens] = decodeBalances(answer, [
        NATIVE_DECIMALS,
        ...chain.tokens.map(({ decimals }) => decimals),
      ]);
      if (native !== null) {
        return {
          native: nativeHolding(chain, native),
          tokens: chain.tokens.flatMap(({ symbol, name, address, decimals, asset }, at) => {
            const units = tokens[at] ?? 0n;
            return units > 0n ? [{ symbol, name, address, units, decimals, asset }] : [];
          }),
          hasTokens: true,
          unread: chain.tokens.filter((_, at) => tokens[at] === null).map(({ symbol }) => symbol),
        };
      }
    } catch {
      // Without multicall we can still read the native balance.
    }
  }
  const units = await requestNumber(provider, "eth_getBalance", [account, "latest"]);
  if (!isPlausible(units, NATIVE_DECIMALS)) throw new Error("The network reported an implausible balance.");
  return { native: nativeHolding(chain, units), tokens: [], hasTokens: false, unread: [] };
}

function nativeHolding(chain: Chain | undefined, units: bigint): Holding {
  const { symbol, name, asset } = chain?.native ?? {
    symbol: "coin",
    name: "Native coin",
    asset: null,
  };
  return { symbol, name, address: null, units, decimals: NATIVE_DECIMALS, asset };
}
