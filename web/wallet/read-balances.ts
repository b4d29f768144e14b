import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import type { AssetPrices } from "#core/market/assets.ts";
import type { Address } from "#core/wallet/address.ts";
import { type Chain, NATIVE_DECIMALS } from "#core/wallet/chains.ts";
import { buildBalancesCall, decodeBalances, isPlausibleBalance } from "#core/wallet/contract-calls.ts";
import { type Holding, type Portfolio, valuePortfolio } from "#core/wallet/portfolio.ts";
import { type Provider, requestHex, requestNumber } from "./provider.ts";

export interface Balances {
  readonly native: Holding;
  readonly tokens: readonly Holding[];
  readonly areTokensKnown: boolean;
  readonly unreadableSymbols: readonly string[];
}

/**
 * Reads an account's balances. On a known chain, reads all of them in one call. On other chains, or if that call fails,
 * reads only the native balance.
 */
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
      const [nativeUnits = null, ...tokenUnits] = decodeBalances(response, [
        NATIVE_DECIMALS,
        ...chain.tokens.map(({ decimals }) => decimals),
      ]);
      if (nativeUnits !== null) {
        return {
          native: buildNativeHolding(chain, nativeUnits),
          tokens: chain.tokens.flatMap(({ symbol, name, address, decimals, asset }, index) => {
            const units = tokenUnits[index] ?? 0n;
            return units > 0n ? [{ symbol, name, address, units, decimals, asset }] : [];
          }),
          areTokensKnown: true,
          unreadableSymbols: chain.tokens
            .filter((_, index) => tokenUnits[index] === null)
            .map(({ symbol }) => symbol),
        };
      }
    } catch {
      // Without the multicall contract, only the native balance can be read.
    }
  }
  const units = await requestNumber(provider, "eth_getBalance", [account, "latest"]);
  if (!isPlausibleBalance(units, NATIVE_DECIMALS))
    throw new Error("The network reported an implausible balance.");
  return {
    native: buildNativeHolding(chain, units),
    tokens: [],
    areTokensKnown: false,
    unreadableSymbols: [],
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

export interface ValuedBalances {
  readonly portfolio: Portfolio;
  /** What is missing from the total, in a few words; null if nothing is. */
  readonly shortNote: string | null;
  /** What is missing from the total, in sentences; null if nothing is. */
  readonly note: string | null;
}

export function valueBalances(balances: Balances, prices: AssetPrices): ValuedBalances {
  const { native, tokens, areTokensKnown, unreadableSymbols } = balances;
  const portfolio = valuePortfolio([native, ...tokens], prices, { isReal: true });
  const unpricedCount = portfolio.total === null ? 0 : portfolio.unpricedCount;
  const gaps = [
    unpricedCount > 0 && {
      short: `${formatCount(unpricedCount, "asset")} without a price`,
      long: `${unpricedCount === 1 ? "1 asset has no price and isn't" : `${unpricedCount} assets have no price and aren't`} included in the total.`,
    },
    !areTokensKnown && {
      short: "tokens unavailable",
      long: "Couldn't read tokens on this network. Only its native coin is counted.",
    },
    unreadableSymbols.length > 0 && {
      short: `${formatCount(unreadableSymbols.length, "token")} unavailable`,
      long: `Tokens that couldn't be read: ${listSymbols(unreadableSymbols)}.`,
    },
  ].filter((gap) => gap !== false);
  if (gaps.length === 0) return { portfolio, shortNote: null, note: null };
  return {
    portfolio,
    shortNote: gaps.map(({ short }) => short).join(", "),
    note: gaps.map(({ long }) => long).join(" "),
  };
}

const LISTED_SYMBOLS_MAX = 5;

function listSymbols(symbols: readonly string[]): string {
  if (symbols.length <= LISTED_SYMBOLS_MAX) return formatList(symbols);
  const listedSymbols = symbols.slice(0, LISTED_SYMBOLS_MAX).join(", ");
  return `${listedSymbols} and ${symbols.length - LISTED_SYMBOLS_MAX} more`;
}
