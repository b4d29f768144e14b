import sprite from "virtual:icon-sprite";
import { classNames } from "#web/ui/class-names.ts";

/** The coins that have a sign in scripts/coin-symbols.ts, each with its color. Wrapped coins share one. */
const COINS: Readonly<Record<string, { readonly sign: string; readonly color: string }>> = {
  BTC: { sign: "btc", color: "text-(--category-crypto)" },
  WBTC: { sign: "btc", color: "text-(--category-crypto)" },
  ETH: { sign: "eth", color: "text-(--category-quantum)" },
  WETH: { sign: "eth", color: "text-(--category-quantum)" },
  BNB: { sign: "bnb", color: "text-(--category-news)" },
  ADA: { sign: "ada", color: "text-(--category-ai)" },
  SOL: { sign: "sol", color: "text-(--category-defi)" },
  POL: { sign: "pol", color: "text-(--category-quantum)" },
  USDC: { sign: "usdc", color: "text-(--category-ai)" },
  USDT: { sign: "usdt", color: "text-(--category-defi)" },
  DAI: { sign: "dai", color: "text-(--category-crypto)" },
};

/** A coin's sign in a disc. Coins without a sign show their symbol. */
export function CoinIcon({ symbol }: { symbol: string }) {
  const coin = COINS[symbol];
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "grid size-10 place-items-center rounded-full bg-hover text-xs font-bold",
        coin?.color ?? "text-muted",
      )}
    >
      {coin ? (
        <svg width="24" height="24" aria-hidden="true">
          <use href={`${sprite}#coin-${coin.sign}`} />
        </svg>
      ) : (
        symbol.slice(0, 4)
      )}
    </span>
  );
}
