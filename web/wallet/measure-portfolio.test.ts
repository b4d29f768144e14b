import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AssetPrice } from "#core/market/assets.ts";
import { valuePortfolio } from "#core/wallet/portfolio.ts";
import AnalyticsTab from "./analytics-tab.tsx";
import { AssetsTab } from "./assets-tab.tsx";
import { measurePortfolio, measureTrend } from "./measure-portfolio.ts";

/** Creates prices that start at 100 dollars on the first day of 2026 and rise by a cent a day. */
const createHistory = (...days: number[]) =>
  days.map((day) => ({
    date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    price: 100 + day / 100,
  }));

test("a trend covers 30 days, or as many as there are, and its change is computed from exact prices", () => {
  const measure = (days: number[]) => {
    const { prices, ...figures } = measureTrend(createHistory(...days)) ?? { prices: [] };
    return { ...figures, count: prices.length };
  };
  const countTo = (count: number) => Array.from({ length: count }, (_, day) => day);
  const isAbout = (percent: number) => expect.closeTo(percent, 3);
  expect(measure(countTo(41))).toEqual({ days: 30, changePercent: isAbout(0.2997), count: 31 });
  expect(measure(countTo(8))).toEqual({ days: 7, changePercent: isAbout(0.07), count: 8 });
  expect(measure([0, 5, 20, 40])).toEqual({ days: 20, changePercent: isAbout(0.1996), count: 2 });
  for (const days of [[], [0], [0, 40]]) expect(measureTrend(createHistory(...days))).toBeNull();
});

test("without performance figures, the tabs name what is missing: a price history, or assets with a price", () => {
  const findReasons = (units: bigint, prices: readonly AssetPrice[]) => {
    const holding = { symbol: "ETH", name: "Ether", address: null, units, decimals: 18, asset: "ETH" };
    const portfolio = valuePortfolio([holding], { isSample: false, prices }, { isReal: true });
    const props = { portfolio, performance: measurePortfolio(portfolio, []) };
    const tabs = [
      createElement(AssetsTab, { ...props, trends: {}, note: null, haveBalancesFailed: false }),
      createElement(AnalyticsTab, { ...props, isSample: false }),
    ];
    return tabs.map((tab) => /will appear here (once [^.]+)/.exec(renderToStaticMarkup(tab))?.[1]);
  };
  const price = {
    symbol: "ETH",
    name: "Ether",
    kind: "coin",
    price: 3000,
    changePercent: 0,
    at: null,
  } as const;
  const noHistory = "once this site has 30 days of price history for your assets";
  const noAssets = "once you hold assets with a known price";
  expect(findReasons(1n, [price])).toEqual([noHistory, noHistory]);
  expect(findReasons(0n, [price])).toEqual([noAssets, noAssets]);
  expect(findReasons(1n, [])).toEqual([noAssets, noAssets]);
});
