import type { Address } from "#core/wallet/address.ts";
import type { Chain } from "#core/wallet/chains.ts";
import { NATIVE_DECIMALS } from "#core/wallet/chains.ts";
import { buildBalancesCall, decodeBalances, isPlausible } from "#core/wallet/contract-calls.ts";
import type { Holding } from "#core/wallet/portfolio.ts";
import { type Provider, requestHex, requestNumber } from "./provider.ts";

export interface Balances {
  readonly native: Holding;
  readonly tokens: readonly Holding[];
  readonly areTokensKnown: boolean;
  readonly unreadableTokens: readonly string[];
}

/** Reads an account's balances: all in one call on known chains, otherwise only the native one. */
export async function readAccountBalances(
  provider: Provider,
  account: Address,
  chain: Chain | undefined,
): Promise<Balances> {
  if (chain) {
    try {
      const response = await requestHex(provider, "eth_call", [
        buildBalancesCall(account, chain.tokens),
        "latest",
      ]);
      const [native = null, ...tokens] = decodeBalances(response, [
        NATIVE_DECIMALS,
        ...chain.tokens.map(({ decimals }) => decimals),
      ]);
      if (native !== null) {
        return {
          native: buildNativeHolding(chain, native),
          tokens: chain.tokens.flatMap(({ symbol, name, address, decimals, asset }, index) => {
            const units = tokens[index] ?? 0n;
            return units > 0n ? [{ symbol, name, address, units, decimals, asset }] : [];
          }),
          areTokensKnown: true,
          unreadableTokens: chain.tokens
            .filter((_, index) => tokens[index] === null)
            .map(({ symbol }) => symbol),
        };
      }
    } catch {
      // Without the multicall contract, only the native balance can be read.
    }
  }
  const units = await requestNumber(provider, "eth_getBalance", [account, "latest"]);
  if (!isPlausible(units, NATIVE_DECIMALS)) throw new Error("The network reported an implausible balance.");
  return {
    native: buildNativeHolding(chain, units),
    tokens: [],
    areTokensKnown: false,
    unreadableTokens: [],
  };
}

function buildNativeHolding(chain: Chain | undefined, units: bigint): Holding {
  const { symbol, name, asset } = chain?.native ?? {
    symbol: "coin",
    name: "Native coin",
    asset: null,
  };
  return { symbol, name, address: null, units, decimals: NATIVE_DECIMALS, asset };
}
