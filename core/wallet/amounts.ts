import { formatUnits } from "viem/utils";

/** The specification shows balances with 4 decimals. */
const SHOWN_DECIMALS = 4;

/** Formats an amount with all digits, for form fields: "0.1", "12". */
export function formatFullAmount(units: bigint, decimals: number): string {
  return formatUnits(units, decimals);
}

/**
 * Truncates an amount to `places` decimals, never rounding up. A positive amount that would be shown as zero becomes
 * "<0.0001".
 */
export function formatAmount(units: bigint, decimals: number, places: number = SHOWN_DECIMALS): string {
  if (units < 0n) return `−${formatAmount(-units, decimals, places)}`;
  const step = 10n ** BigInt(Math.max(decimals - places, 0));
  if (units > 0n && units < step) return `<0.${"0".repeat(places - 1)}1`;
  const [integer = "0", fraction = ""] = formatUnits((units / step) * step, decimals).split(".");
  const groupedInteger = integer.replace(/\B(?=(?:\d{3}){1,30}$)/g, ",");
  return `${groupedInteger}.${fraction.padEnd(places, "0").slice(0, places)}`;
}

/** Converts units to a number for calculations with prices. Precise to about 15 digits. */
export function toNumber(units: bigint, decimals: number): number {
  return Number(formatUnits(units, decimals));
}
