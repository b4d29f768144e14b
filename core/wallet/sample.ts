import type { Holding } from "./portfolio.ts";

/** Shown with a sample label while no wallet is connected (specification, section 2). */
export const SAMPLE_HOLDINGS: readonly Holding[] = [
  { symbol: "BTC", name: "Bitcoin", address: null, units: 52_340_000n, decimals: 8, asset: "BTC" },
  { symbol: "ETH", name: "Ethereum", address: null, units: 8_250_000_000n, decimals: 9, asset: "ETH" },
  { symbol: "BNB", name: "BNB", address: null, units: 24_500_000_000n, decimals: 9, asset: "BNB" },
];

export interface SampleTransaction {
  readonly direction: "received" | "sent";
  readonly status: "completed" | "pending";
  readonly symbol: string;
  /** In coins, not in their smallest units. */
  readonly amount: number;
  readonly hoursAgo: number;
  /** A shortened, made-up address. */
  readonly counterparty: string;
}

export const SAMPLE_TRANSACTIONS: readonly SampleTransaction[] = [
  {
    direction: "sent",
    status: "pending",
    symbol: "ETH",
    amount: 0.35,
    hoursAgo: 0,
    counterparty: "0x71C0…9A3f",
  },
  {
    direction: "received",
    status: "completed",
    symbol: "BTC",
    amount: 0.025,
    hoursAgo: 3,
    counterparty: "bc1q…7x2k",
  },
  {
    direction: "received",
    status: "completed",
    symbol: "ETH",
    amount: 1.2,
    hoursAgo: 27,
    counterparty: "0xA4b2…11dE",
  },
  {
    direction: "sent",
    status: "completed",
    symbol: "BNB",
    amount: 2.5,
    hoursAgo: 74,
    counterparty: "0x0Fd8…c402",
  },
  {
    direction: "received",
    status: "completed",
    symbol: "BNB",
    amount: 10,
    hoursAgo: 168,
    counterparty: "0x93E1…5B7a",
  },
];
