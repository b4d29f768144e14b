import { createHistory, seededNormal } from "../outlook/series.fixture.ts";

interface SimulatedAsset {
  readonly symbol: string;
  readonly name: string;
  readonly price: number;
  /** The asset's exposure to the daily move that all assets share. */
  readonly marketVolatility: number;
  readonly idiosyncraticVolatility: number;
}

export const SIMULATED_ASSETS: readonly SimulatedAsset[] = [
  { symbol: "BTC", name: "Bitcoin", price: 40_000, marketVolatility: 0.02, idiosyncraticVolatility: 0.01 },
  { symbol: "ETH", name: "Ethereum", price: 2_000, marketVolatility: 0.025, idiosyncraticVolatility: 0.02 },
  { symbol: "ADA", name: "Cardano", price: 0.5, marketVolatility: 0.02, idiosyncraticVolatility: 0.04 },
  { symbol: "USDT", name: "Tether", price: 1, marketVolatility: 0, idiosyncraticVolatility: 0.0004 },
];

/** Random price histories, drawn from a seed, that end at the given prices on the fixtures' last day. */
export function drawMarket(days: number, seed: number, assets: readonly SimulatedAsset[] = SIMULATED_ASSETS) {
  const normal = seededNormal(seed);
  const commonMoves = Array.from({ length: days }, normal);
  return assets.map(({ symbol, name, price, marketVolatility, idiosyncraticVolatility }) => {
    let log = 0;
    const logs = commonMoves.map((move) => {
      log += marketVolatility * move + idiosyncraticVolatility * normal();
      return log;
    });
    const prices = logs.map((each) => price * Math.exp(each - log));
    return createHistory(prices, symbol, name);
  });
}
