import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PriceHistory } from "#core/market/price-history.ts";
import { createHistory, LAST_DAY } from "../outlook/series.fixture.ts";
import { drawMarket, SIMULATED_ASSETS } from "./markets.fixture.ts";
import { optimize } from "./optimize.ts";

const MARKET = drawMarket(500, 3);
const writeAnswer = (input: string, histories: readonly PriceHistory[] = MARKET) =>
  optimize(input, histories, LAST_DAY);
const getChart = (input: string, histories: readonly PriceHistory[] = MARKET) => {
  const { chart } = writeAnswer(input, histories);
  if (chart?.kind !== "portfolio") throw new Error("no portfolio");
  return chart;
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("a request for less risk", () => {
  test.each([
    "I can't sleep when it drops, make it calmer",
    "less risk please",
    "I’d like it to be safer",
    "reduce the risk",
  ])(
    "gets the portfolio with the least risk within the limits, and isn't taken for an unknown asset: %j",
    (request) => {
      const { markdown } = writeAnswer(`BTC 0.2, ETH 4, ADA 5000. ${request}`);
      expect(markdown).toContain("**Proposal: minimum variance**");
      expect(markdown).toContain("because you asked for less risk");
      expect(markdown).not.toContain("calmer");
      expect(markdown).not.toContain("sleep");
    },
  );

  test("gets a note with figures if only owning less of these assets would help", () => {
    const [btc] = MARKET;
    if (btc === undefined) throw new Error("no market");
    const twin = { ...btc, symbol: "TWIN", name: "Twin", days: btc.days.map((day) => ({ ...day })) };
    const stablecoin = {
      ...btc,
      symbol: "USDC",
      name: "USD Coin",
      days: btc.days.map((day, index) => ({ ...day, price: 1 + (index % 2) * 1e-5 })),
    };
    const { markdown } = writeAnswer("50 BTC, 50 TWIN, 100 USDC, less risk", [btc, twin, stablecoin]);
    expect(markdown).toMatch(
      /\*\*Other weights would hardly lower the risk:\*\* it would be \d+% a year, because .* with 50% in USDC and the rest in today's proportions, the risk would have been (\d+)%/,
    );
    expect(
      writeAnswer("50 BTC, 50 TWIN, 100 USDC, USDC at least 50%, less risk", [btc, twin, stablecoin])
        .markdown,
    ).not.toContain("hardly lower");
  });
});

test("a request for less risk never reduces two assets to one, unless the input allows it", () => {
  const [btc] = MARKET;
  if (btc === undefined) throw new Error("no market");
  // TWIN moves like BTC, but less, so the least risky portfolio contains only TWIN.
  const days = btc.days.map((day) => ({ ...day, price: day.price ** 0.4 }));
  const market = [btc, { ...btc, symbol: "TWIN", name: "Twin", days }];
  const getShare = (input: string) => getChart(input, market).allocations[1]?.proposed;
  expect(getShare("50% BTC, 50% TWIN, less risk")).toBeCloseTo(0.6);
  expect(getShare("50% BTC, 50% TWIN, TWIN at most 100%, less risk")).toBeCloseTo(1);
  // The share that the asset already has is allowed too.
  expect(getShare("20% BTC, 80% TWIN, less risk")).toBeCloseTo(0.8);
  expect(writeAnswer("50% BTC, 50% TWIN, less risk", market).markdown).toContain(
    "Limits: each asset 0% to 60%",
  );
});

test("a portfolio gets one proposal with reasons, trades, risks and a chart", () => {
  const analysis = writeAnswer("BTC 0.2, ETH 4, ADA 5000");
  expect(analysis).toMatchObject({ tool: "optimizer", sources: [], findings: [] });
  for (const part of [
    "**Proposal: risk parity**",
    "### Reasons",
    "### Trades to rebalance",
    "### Risks",
    "### Methodology",
    "Maximum Sharpe is fragile",
    "Risk-free rate: 0.0% a year",
    "each asset 0% to 60%",
    "Out-of-sample risk",
    "Not financial advice.",
  ])
    expect(analysis.markdown).toContain(part);
  const { allocations, frontier, portfolios } = getChart("BTC 0.2, ETH 4, ADA 5000");
  expect(allocations.map(({ symbol }) => symbol)).toEqual(["BTC", "ETH", "ADA"]);
  expect(sum(allocations.map(({ current }) => current))).toBeCloseTo(1, 9);
  expect(sum(allocations.map(({ proposed }) => proposed))).toBeCloseTo(1, 9);
  expect(frontier.length).toBe(20);
  expect(portfolios.map(({ label }) => label).slice(0, 3)).toEqual([
    "Today",
    "Minimum variance",
    "Risk parity",
  ]);
  // No portfolio within the limits has less risk than the frontier's first point.
  const lowestRisk = frontier[0]?.risk ?? 0;
  for (const { label, risk } of portfolios)
    if (label !== "Today") expect(risk).toBeGreaterThanOrEqual(lowestRisk - 1e-9);
});

test.each([
  ["BTC 0"],
  ["BTC 0, ETH 0"],
  ["BTC 0\nETH 0\nADA"],
  ["BTC -1, ETH -2"],
  ["BTC -1 and ADA"],
  ["0% BTC, 0% ETH"],
  ["$0 in BTC, $0 in ETH"],
  ["| Asset | Amount |\n|---|---:|\n| BTC | 0 |\n| ETH | -3 |"],
])("if all amounts are zero or negative, the answer says that there are no holdings (%s)", (input) => {
  const { markdown, chart } = writeAnswer(input);
  expect(markdown).toMatch(/^\*\*No holdings:\*\*/);
  expect(markdown).not.toContain("equal weights");
  expect(markdown).toContain("Not financial advice.");
  expect(chart).toBeNull();
});

test.each([
  ["BTC -3", "every amount in your input is negative", "a holding can't be negative:** “BTC -3”"],
  ["minus 3 BTC", "every amount in your input is negative", "a holding can't be negative:** “-3 BTC”"],
  ["short 2 ETH", "every amount in your input is negative", "a holding can't be negative:** “-2 ETH”"],
  ["BTC 0", "every amount in your input is zero,", "No holdings"],
  ["BTC 0, ETH -1", "every amount in your input is zero or negative", "“ETH -1”"],
  ["BTC 0, QQQ 5", "this site has no prices for QQQ, and every other amount is zero", "“QQQ 5”"],
  ["QQQ 5", "**This site has no prices for QQQ**", "lack of prices on this site:** “QQQ 5”"],
  ["QQQ -5, 0 ZZZ", "**This site has no prices for QQQ and ZZZ**", "“QQQ -5” and “0 ZZZ”"],
  ["| Asset | Amount |\n|---|---:|\n| QQQ | 0 |", "**This site has no prices for QQQ**", "“QQQ 0”"],
  ["BTC €500", "**Amounts of money must be in US dollars**", "“BTC €500”"],
  ["BTC 1e30", "**The amounts in your input are too large to be real**", "“BTC 1e30”"],
  [
    "| Asset | Value |\n|---|---|\n| BTC | €500 |",
    "**Amounts of money must be in US dollars**",
    "“BTC €500”",
  ],
  ["Asset,Amount\nBTC,EUR 500", "**Amounts of money must be in US dollars**", "“BTC EUR 500”"],
  ["Asset,Amount\nBTC,¥500", "**Amounts of money must be in US dollars**", "“BTC ¥500”"],
  [
    "| Asset | Amount |\n|---|---:|\n| BTC | 1e30 |",
    "**The amounts in your input are too large to be real**",
    "“BTC 1e30”",
  ],
  [
    "| Asset | Amount |\n|---|---:|\n| BTC | -3 |",
    "every amount in your input is negative",
    "a holding can't be negative:** “BTC -3”",
  ],
])("%j is refused with the reason that applies", (input, reason, quote) => {
  const { markdown, chart } = writeAnswer(input);
  expect(markdown.split("\n")[0]).toContain(reason);
  expect(markdown).toContain(quote);
  expect(chart).toBeNull();
});

test("holdings that the figures leave out are named at the top", () => {
  const { markdown } = writeAnswer("BTC 1, ETH 4, ADA -4, QQQ 3");
  expect(markdown.split("\n\n")[1]).toBe("**Not included:** ADA (negative) and QQQ (no prices here).");
  expect(writeAnswer("BTC 1, ADA -4").markdown.split("\n\n")[1]).toContain("ADA (negative)");
});

test("a dash between a name and its amount is a separator, and the answer says so", () => {
  expect(writeAnswer("BTC - 3, ETH-2").markdown).toContain("not as minus signs: “BTC - 3” and “ETH-2”");
  expect(writeAnswer("BTC 3, ETH 2").markdown).not.toContain("minus signs");
});

test("the default limit is named at the top, unless the input has its own", () => {
  const getTop = (input: string) => writeAnswer(input).markdown.split("\n\n")[0];
  expect(getTop("BTC 0.2, ETH 4, ADA 5000")).toContain(
    "You didn't set a maximum, so by default no asset gets more than 60%. To change that, add one, such as “max 80%”.",
  );
  for (const input of ["BTC 0.2, ETH 4, ADA 5000, max 80%", "BTC 0.2, ETH 4"])
    expect(getTop(input)).not.toContain("You didn't set a maximum");
  expect(getTop("BTC 0.2, ETH 4, ADA 5000, BTC at least 70%")).toContain(
    "You didn't set a maximum, so by default no asset except BTC gets more than 60%.",
  );
});

test("a change in risk is given in percentage points, as the difference between the rounded figures", () => {
  let comparedCount = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    const { markdown } = writeAnswer("BTC 0.2, ETH 4, ADA 5000", drawMarket(500, seed));
    const [, risk, points, word, today] =
      /risk is (\d+)% a year, (\d+) percentage points? (less|more) than today's (\d+)%/.exec(markdown) ?? [];
    if (risk === undefined) continue;
    comparedCount += 1;
    expect(Number(today) + (word === "more" ? 1 : -1) * Number(points)).toBe(Number(risk));
  }
  expect(comparedCount).toBeGreaterThan(3);
});

test("assets without any amount still get equal weights, and one positive amount makes a portfolio", () => {
  expect(writeAnswer("BTC, ETH").markdown).toContain("equal weights were used");
  expect(writeAnswer("BTC 1, ETH 0, ADA -4").markdown).not.toContain("No holdings");
});

test("if another row of the table did better than the proposal, a sentence says why that row isn't proposed", () => {
  let explainedCount = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    const { markdown } = writeAnswer("BTC 0.2, ETH 4, ADA 5000", drawMarket(500, seed));
    const [, name = ""] = /\*\*Proposal: ([^*]+)\*\*/.exec(markdown) ?? [];
    const rows = [...markdown.matchAll(/^\| ([^|]+) \|(?: [^|]+ \|){3} (\d+)% \| ([+−]?\d+)% \|$/gm)].map(
      ([, label = "", risk, annualReturn = ""]) => ({
        label,
        risk: Number(risk),
        annualReturn: Number(annualReturn.replace("−", "-")),
      }),
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    const proposal = rows.find(({ label }) => label.toLowerCase() === name);
    // The difference must be at least two points, because the table is rounded.
    const hasBetterRow = rows.some(
      ({ risk, annualReturn }) =>
        proposal && risk <= proposal.risk - 2 && annualReturn >= proposal.annualReturn + 2,
    );
    const hasSentence =
      /^\*\*.+ did better.*\*\* \((?:risk|return) .+\), but it isn't proposed because .+\.$/m.test(markdown);
    if (hasBetterRow) {
      explainedCount += 1;
      expect(hasSentence, String(seed)).toBe(true);
    }
  }
  expect(explainedCount).toBeGreaterThan(0);
});

test("a sentence about a better row leaves out figures that are the same after rounding", () => {
  const { markdown } = writeAnswer("$4000 BTC, $3500 ETH", drawMarket(400, 10));
  expect(markdown).toMatch(/ did better.*\*\* \(risk \d+% instead of \d+%\), but it isn't proposed/);
});

test("the trades turn today's amounts into the proposal, and sales pay for purchases", () => {
  const { markdown } = writeAnswer("BTC 0.1, ETH 4, ADA 5000");
  const { allocations } = getChart("BTC 0.1, ETH 4, ADA 5000");
  const total = 0.1 * 40_000 + 4 * 2_000 + 5_000 * 0.5;
  const trades = [...markdown.matchAll(/\| (Buy|Sell) (\w+) \| ([\d.,]+) \w+ \| \$([\d.,]+) \|/g)].map(
    ([, verb, symbol, amount = "", dollars = ""]) => {
      const sign = verb === "Buy" ? 1 : -1;
      return {
        symbol,
        amount: sign * Number(amount.replaceAll(",", "")),
        dollars: sign * Number(dollars.replaceAll(",", "")),
      };
    },
  );
  expect(trades).toHaveLength(3);
  for (const { symbol, amount, dollars } of trades) {
    const allocation = allocations.find((other) => other.symbol === symbol);
    expect(dollars / total).toBeCloseTo((allocation?.proposed ?? 0) - (allocation?.current ?? 0), 4);
    const price = SIMULATED_ASSETS.find((asset) => asset.symbol === symbol)?.price ?? 0;
    expect(Math.abs((amount * price) / dollars - 1)).toBeLessThan(0.001);
  }
  expect(sum(trades.map(({ dollars }) => dollars))).toBeCloseTo(0, 1);
});

test("no trades are proposed if the portfolio already matches", () => {
  const { allocations } = getChart("BTC 1, ETH 10, ADA 100");
  const proposedShares = allocations
    .map(({ symbol, proposed }) => `${(proposed * 100).toFixed(4)}% ${symbol}`)
    .join(", ");
  expect(writeAnswer(`10000 USD: ${proposedShares}`).markdown).toContain(
    "None needed: today's weights are already close enough.",
  );
});

test("the proposal respects limits, and stable assets keep their share unless a limit names them", () => {
  const getWeights = (input: string) =>
    Object.fromEntries(getChart(input).allocations.map(({ symbol, proposed }) => [symbol, proposed]));
  expect(Math.max(...Object.values(getWeights("BTC 1, ETH 1, ADA 1, max 40%")))).toBeLessThanOrEqual(
    0.4 + 1e-9,
  );
  expect(getWeights("BTC 1, ETH 1, ADA 1, at least 50% ADA").ADA).toBeGreaterThanOrEqual(0.5 - 1e-9);
  expect(getWeights("$5000 BTC, $3000 ETH, $2000 USDT").USDT).toBeCloseTo(0.2, 9);
  expect(getWeights("$500 BTC, $500 ETH, $9000 USDT").USDT).toBeCloseTo(0.9, 9);
  expect(getWeights("$5000 BTC, $3000 ETH, $2000 USDT, at most 30% USDT").USDT).toBeCloseTo(0.3, 6);
  expect(writeAnswer("$5000 BTC, $3000 ETH, $2000 USDT").markdown).toContain(
    "The share of USDT is unchanged",
  );
});

describe("a limit on stablecoins", () => {
  const getWeights = (input: string, histories?: readonly PriceHistory[]) =>
    Object.fromEntries(
      getChart(input, histories).allocations.map(({ symbol, proposed }) => [symbol, proposed]),
    );

  test.each([
    "keep at least 20% in stablecoins",
    "stablecoins at least 20%",
    "min 20% stablecoin",
    "at least 20% stable coins",
  ])("applies to the only one in the portfolio: %s", (limit) => {
    const input = `BTC 0.5, ETH 4, 500 USDT, ${limit}`;
    expect(getWeights(input).USDT).toBeGreaterThanOrEqual(0.2 - 1e-9);
    expect(writeAnswer(input).markdown).not.toMatch(/Not recognized|not applied/);
  });

  test("applies to all of them together", () => {
    const other = { ...MARKET[3], symbol: "USDC", name: "USD Coin" } as PriceHistory;
    const market = [...MARKET, other];
    const { USDT = 0, USDC = 0 } = getWeights(
      "BTC 0.5, ETH 4, 500 USDT, 1500 USDC, at least 20% in stablecoins",
      market,
    );
    expect(USDT + USDC).toBeGreaterThanOrEqual(0.2 - 1e-9);
    const limitedWeights = getWeights("$500 BTC, $4000 USDT, $5000 USDC, at most 40% in stablecoins", market);
    expect((limitedWeights.USDT ?? 0) + (limitedWeights.USDC ?? 0)).toBeLessThanOrEqual(0.4 + 1e-9);
  });

  test.each([
    ["keep at least 20% in stablecoins", "none of these assets is a stablecoin"],
    ["at least 20% in gold", "“at least 20% in gold”. Name an asset that you hold"],
  ])(
    "that can't be applied is named before the proposal's weights, as is one on an unknown asset: %s",
    (limit, reason) => {
      const { markdown } = writeAnswer(`BTC 0.5, ETH 4, ADA 100, ${limit}`);
      expect(markdown.split("| Asset |")[0]).toContain(`**Limit not applied:** ${reason}`);
    },
  );
});

test.each([
  ["BTC 1, ETH 1, max 40%", "The limits can't be met: the maximums add up to only 80%"],
  ["BTC 1, ETH 1, ADA 1, at least 40% each", "the minimums add up to 120%"],
  ["BTC 1, ETH 1, at least 50% BTC, max 30% BTC", "BTC is limited to at least 50% and at most 30%"],
])("%j is infeasible, and the answer says why", (input, problem) => {
  const { markdown, chart } = writeAnswer(input);
  expect(markdown).toContain(problem);
  expect(chart).toBeNull();
});

test("the default limit is dropped if it makes the given limits infeasible", () => {
  expect(writeAnswer("BTC 1, ETH 1, ADA 1, max 10% ETH, max 10% ADA").chart).not.toBeNull();
});

describe("given unusual holdings or histories", () => {
  test("a single asset can't be diversified; the least correlated assets are suggested", () => {
    const { markdown, chart } = writeAnswer("BTC 2");
    expect(markdown).toContain("Everything is in one asset: Bitcoin (BTC)");
    expect(markdown).toContain("the least correlated with it: Tether (USDT)");
    expect(chart).toBeNull();
  });

  test("without a known asset, the answer lists the available ones and what was not recognized", () => {
    const { markdown } = writeAnswer("5 DOGE");
    expect(markdown).toContain("“5 DOGE”");
    expect(markdown).toContain("Available assets: Bitcoin (BTC)");
    expect(writeAnswer("BTC 1", []).markdown).toContain("This site has no price history yet");
  });

  test("an asset with too little history is excluded and named; with too few common days there is no proposal", () => {
    const newcoin = createHistory(
      new Array<number>(40).fill(3).map((price, index) => price + (index % 3)),
      "NEW",
      "Newcoin",
    );
    const { markdown } = writeAnswer("BTC 1, ETH 10, NEW 100", [...MARKET, newcoin]);
    expect(markdown).toContain("Newcoin (NEW)");
    expect(markdown).toContain("Excluded from all figures");
    const { allocations } = getChart("BTC 1, ETH 20, NEW 100000", [...MARKET, newcoin]);
    expect(allocations.map(({ current }) => current)).toEqual(
      [0.5, 0.5].map((share) => expect.closeTo(share, 9)),
    );
    const shortHistories = drawMarket(60, 1);
    expect(writeAnswer("BTC 1, ETH 1", shortHistories).markdown).toContain(
      "Too little history for a proposal",
    );
    expect(writeAnswer("BTC 1, ETH 1", drawMarket(61, 1)).chart).not.toBeNull();
  });

  test("only consecutive days for which both assets have prices count", () => {
    const [btc, eth, ...others] = MARKET;
    if (!btc || !eth) throw new Error("no market");
    const ethWithGaps = { ...eth, days: eth.days.filter((_, index) => index % 2 === 0) };
    expect(writeAnswer("BTC 1, ETH 1", [btc, ethWithGaps, ...others]).markdown).toContain(
      "only 0 daily returns in common",
    );
    const ethWithTenDayGap = { ...eth, days: eth.days.filter((_, index) => index < 100 || index > 109) };
    // 499 returns, minus those of the ten missing days and of the day after them.
    expect(writeAnswer("BTC 1, ETH 1", [btc, ethWithTenDayGap, ...others]).markdown).toContain(
      "Based on 488 daily returns",
    );
  });

  test("with few days, the answer says that there is no out-of-sample test", () => {
    expect(writeAnswer("BTC 1, ETH 1", drawMarket(80, 1)).markdown).toContain(
      "too few days to test the weights out of sample",
    );
  });

  test("sample data is labeled", () => {
    const samples = MARKET.map((history) => ({ ...history, isSample: true }));
    expect(writeAnswer("BTC 1, ETH 1", samples).markdown).toContain("**Sample data:**");
    expect(getChart("BTC 1, ETH 1", samples).isSample).toBe(true);
    expect(writeAnswer("BTC 1, ETH 1").markdown).not.toContain("Sample data");
  });

  test("assets that are perfectly correlated or never move get valid figures", () => {
    const [btc] = MARKET;
    if (!btc) throw new Error("no market");
    const twin = { ...btc, symbol: "WBTC", name: "Wrapped Bitcoin" };
    const constantHistory = createHistory(new Array<number>(500).fill(1), "USDX", "USDX");
    for (const input of ["BTC 1, WBTC 1", "BTC 1, WBTC 1, USDX 1000", "USDX 5, BTC 1, at least 10% USDX"]) {
      const { markdown, chart } = writeAnswer(input, [btc, twin, constantHistory]);
      expect(markdown).not.toMatch(/NaN|Infinity|undefined/);
      expect(chart).not.toBeNull();
    }
  });

  test("an invalid price produces no return", () => {
    const marketWithInvalidPrices = MARKET.map((history) => ({
      ...history,
      days: history.days.map((day, index) => (index === 250 ? { ...day, price: -1 } : day)),
    }));
    expect(writeAnswer("BTC 1, ETH 1", marketWithInvalidPrices).markdown).toContain(
      "Based on 497 daily returns",
    );
  });
});

test("if no expected return is above the risk-free rate, the answer says that maximum Sharpe is left out", () => {
  const fallingMarket = MARKET.map((history) => ({
    ...history,
    days: history.days.map(({ date, price }, index) => ({ date, price: price * Math.exp(-0.01 * index) })),
  }));
  const { markdown } = writeAnswer("BTC 1, ETH 1", fallingMarket);
  expect(markdown).toContain("Maximum Sharpe is left out");
  expect(getChart("BTC 1, ETH 1", fallingMarket).portfolios.length).toBe(3);
});

test("the same input gets the same answer", () => {
  expect(writeAnswer("BTC 1, ETH 2, ADA 300, USDT 40")).toEqual(
    writeAnswer("BTC 1, ETH 2, ADA 300, USDT 40"),
  );
});

test("any input gets an answer with valid numbers", () => {
  const word = fc.constantFrom(
    "BTC",
    "ETH",
    "ADA",
    "USDT",
    "1",
    "0.5",
    "40%",
    "max",
    "at least",
    ",",
    "\n",
    "$5",
    "|",
    "X<b>Y",
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 25 }),
      fc.string({ unit: "binary", maxLength: 40 }),
      (pieces, noise) => {
        const { markdown, chart } = writeAnswer(`${pieces.join(" ")} ${noise}`);
        expect(markdown).not.toMatch(/NaN|Infinity|undefined|<b>/);
        expect(markdown.endsWith("Not financial advice.")).toBe(true);
        if (chart?.kind === "portfolio")
          for (const { proposed } of chart.allocations)
            expect(proposed >= -1e-12 && proposed <= 1 + 1e-9).toBe(true);
      },
    ),
    { numRuns: 200, seed: 11 },
  );
});

test("60,000 characters of nonsense get a short answer", () => {
  for (const unit of [
    "BTC 1 ",
    "max 4% ",
    "1,1",
    "9",
    "XYZ 1 ",
    "|",
    "\n",
    "$",
    "between 1% and ",
    "BTC,",
    "[x](javascript:1) ",
  ]) {
    const { markdown } = writeAnswer(unit.repeat(Math.ceil(60_000 / unit.length)).slice(0, 60_000));
    expect(markdown.length).toBeLessThan(6_000);
  }
});

test("echoed input can't become a link or markup", () => {
  const { markdown } = writeAnswer(
    '1 BTC, 5 ETH, 7 [click](https://evil.example) <img src=x>, `code` 5, "XX 5"',
  );
  expect(markdown).toContain("\\[click");
  expect(markdown).not.toMatch(/https:\/\/|(?<!\\)<|(?<!\\)`/);
});

test("outdated prices are flagged, and future prices are not used", () => {
  const input = "1 BTC, 10 ETH";
  expect(writeAnswer(input).markdown).not.toContain("Old prices");
  expect(optimize(input, MARKET, "2026-11-21").markdown).not.toContain("Old prices");
  const markdown = optimize(input, MARKET, "2026-12-24").markdown;
  expect(markdown).toContain("**Old prices:** BTC (November 20, 2026) and ETH (November 20, 2026).");
  expect(optimize(input, MARKET, "2026-11-10").markdown).toContain("to November 10, 2026");
});
