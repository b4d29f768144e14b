import { formatUnits } from "viem/utils";

/** Digits that a shown amount has behind the point (specification: a balance with 4 decimals). */
const SHOWN_DECIMALS = 4;

/** All digits, to be put into a field: "0.1", "12". */
export function writeUnits(units: bigint, decimals: number): string {
  return formatUnits(units, decimals);
}

/** Cut to four digits, never rounded up: nobody has more than it says. Less than that is "<0.0001". */
export function writeAmount(units: bigint, decimals: number, places: number = SHOWN_DECIMALS): string {
  if (units < 0n) return `−${writeAmount(-units, decimals, places)}`;
  const step = 10n ** BigInt(Math.max(decimals - places, 0));
  if (units > 0n && units < step) return `<0.${"0".repeat(places - 1)}1`;
  const [whole = "0", part = ""] = formatUnits((units / step) * step, decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${grouped}.${part.padEnd(places, "0").slice(0, places)}`;
}

/** For reckoning with prices: about 15 digits of it are right. */
export function toNumber(units: bigint, decimals: number): number {
  return Number(formatUnits(units, decimals));
}
