import type { PriceHistory } from "../analysis.ts";
import { createHistory, seededNormal } from "../outlook/series.fixture.ts";

interface Nature {
  readonly symbol: string;
  readonly name: string;
  readonly price: number;
  /** Its exposure to the common daily move, and its own daily deviation. */
  readonly common: number;
  readonly own: number;
}

export const NATURES: readonly Nature[] = [
  { symbol: "BTC", name: "Bitcoin", price: 40_000, common: 0.02, own: 0.01 },
  { symbol: "ETH", name: "Ethereum", price: 2_000, common: 0.025, own: 0.02 },
  { symbol: "ADA", name: "Cardano", price: 0.5, common: 0.02, own: 0.04 },
  { symbol: "USDT", name: "Tether", price: 1, common: 0, own: 0.0004 },
];

/** Random price histories for these assets from a seed. They end at the given prices on the fixtures' last day. */
export function drawMarket(days: number, seed: number, natures: readonly Nature[] = NATURES): PriceHistory[] {
  const normal = seededNormal(seed);
  const common = Array.from({ length: days }, normal);
  return natures.map(({ symbol, name, price, common: load, own }) => {
    let log = 0;
    const logs = common.map((move) => {
      log += load * move + own * normal();
      return log;
    });
    const last = logs.at(-1) ?? 0;
    return createHistory(
      logs.map((one) => price * Math.exp(one - last)),
      symbol,
      name,
    );
  });
}
