import sprite from "virtual:icon-sprite";
import { classNames } from "#web/ui/class-names.ts";

/** The coins with a glyph in scripts/icon-sprite.ts. A wrapped coin has the glyph of its original. */
const COINS: Readonly<Record<string, { readonly glyph: string; readonly color: string }>> = {
  BTC: { glyph: "btc", color: "text-(--category-crypto)" },
  WBTC: { glyph: "btc", color: "text-(--category-crypto)" },
  ETH: { glyph: "eth", color: "text-(--category-quantum)" },
  WETH: { glyph: "eth", color: "text-(--category-quantum)" },
  BNB: { glyph: "bnb", color: "text-(--category-news)" },
  ADA: { glyph: "ada", color: "text-(--category-ai)" },
  SOL: { glyph: "sol", color: "text-(--category-defi)" },
  POL: { glyph: "pol", color: "text-(--category-quantum)" },
  USDC: { glyph: "usdc", color: "text-(--category-ai)" },
  USDT: { glyph: "usdt", color: "text-(--category-defi)" },
  DAI: { glyph: "dai", color: "text-(--category-crypto)" },
};

export function CoinIcon({ symbol: ticker }: { symbol: string }) {
  const coin = COINS[ticker];
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
          <use href={`${sprite}#coin-${coin.glyph}`} />
        </svg>
      ) : (
        ticker.slice(0, 4)
      )}
    </span>
  );
}
