import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PriceHistory } from "#core/market/price-history.ts";
import { buildSeries, computeDailyChanges } from "./daily-series.ts";
import { createOutlook } from "./outlook.ts";
import { createHistory, LAST_DAY, simulatePrices } from "./series.fixture.ts";

const TODAY = "2026-11-21";
const BTC = createHistory(simulatePrices("random walk", 400, 1));
const ETH = createHistory(simulatePrices("trend and weekly season", 400, 2), "ETH", "Ethereum");
const writeAnswer = (input: string, ...histories: PriceHistory[]) => createOutlook(input, histories, TODAY);
const getForecastChart = (analysis: ReturnType<typeof createOutlook>) => {
  if (analysis.chart?.kind !== "forecast") throw new Error("no forecast");
  return analysis.chart;
};

test("a random walk is forecast as flat, and the answer says why", () => {
  const analysis = writeAnswer("$btc over the next 10 days", BTC, ETH);
  expect(analysis).toMatchObject({ tool: "prediction", sources: [], findings: [] });
  expect(analysis.markdown).toContain("Our model did no better than assuming no change");
  const { history, forecast, symbol } = getForecastChart(analysis);
  expect(symbol).toBe("BTC");
  expect(history.length).toBe(120);
  expect(history.at(-1)?.date).toBe(LAST_DAY);
  expect(forecast.map(({ date }) => date)).toEqual(
    Array.from({ length: 10 }, (_, index) =>
      new Date(Date.parse(TODAY) + index * 86_400_000).toISOString().slice(0, 10),
    ),
  );
  for (const { price, band80, band95 } of forecast) {
    expect(price).toBeCloseTo(BTC.days.at(-1)?.price ?? 0, 8);
    expect(band95[0] < band80[0] && band80[0] < price && price < band80[1] && band80[1] < band95[1]).toBe(
      true,
    );
  }
});

test("a trend with a weekly pattern is continued by the model, and the answer compares that with assuming no change", () => {
  const analysis = writeAnswer("Ethereum", BTC, ETH);
  expect(analysis.markdown).toContain("so the forecast comes from the model");
  expect(analysis.markdown).toMatch(/\| Average error \| \d+\.\d% \| \d+\.\d% \|/);
  expect(analysis.markdown).toContain("Day of the week: significant");
  expect(analysis.markdown).toContain("Correlation with");
  const prices = getForecastChart(analysis).forecast.map(({ price }) => price);
  expect(Math.max(...prices) / Math.min(...prices)).toBeGreaterThan(1.03);
});

test("an answer about one asset has assumptions, key factors and a disclaimer; sample data is labeled", () => {
  const { markdown } = writeAnswer("BTC", { ...BTC, isSample: true });
  for (const part of ["### Key factors", "### Assumptions", "Not financial advice.", "**Sample data:**"])
    expect(markdown).toContain(part);
  expect(writeAnswer("BTC", BTC).markdown).not.toContain("Sample data");
  expect(getForecastChart(writeAnswer("BTC", { ...BTC, isSample: true })).isSample).toBe(true);
  expect(writeAnswer("BTC and ETH", { ...BTC, isSample: true }, ETH).markdown).toContain("**Sample data:**");
});

test("an asset with a typo in its name gets an outlook that says so", () => {
  const { markdown, chart } = writeAnswer("will ethreum go up", BTC, ETH);
  expect(markdown).toMatch(/^I took “ethreum” to mean Ethereum\.\n\n\*\*Ethereum \(ETH\)/);
  expect(chart).toMatchObject({ symbol: "ETH" });
});

test("two assets are compared; more are reported as not included", () => {
  const ada = createHistory(simulatePrices("random walk", 90, 9), "ADA", "Cardano");
  const { markdown, chart } = writeAnswer("BTC vs ETH vs ADA", BTC, ETH, ada);
  expect(markdown).toContain("| | Bitcoin (BTC) | Ethereum (ETH) |");
  expect(markdown).toContain("Not included: Cardano (ADA).");
  expect(chart).toMatchObject({ kind: "forecast", symbol: "BTC" });
});

test("without a known asset, the answer lists the available ones; without any history, it says so", () => {
  expect(writeAnswer("$doge?", BTC, ETH).markdown).toContain("There's no price history for DOGE.");
  expect(writeAnswer("hello", BTC, ETH).markdown).toContain(
    "Available assets: Bitcoin (BTC) and Ethereum (ETH).",
  );
  expect(writeAnswer("BTC").markdown).toContain("This site has no price history yet");
  expect(writeAnswer("hello", BTC).chart).toBeNull();
});

describe("given a time or price in the question", () => {
  const getFirstLine = (input: string, ...histories: PriceHistory[]) =>
    writeAnswer(input, ...histories).markdown.split("\n")[0];

  test("the answer first refuses a time that is too far ahead, and then says which days it covers instead", () => {
    for (const [input, name] of [
      ["BTC in a year", "a time 1 year ahead"],
      ["BTC in 6 months", "a time 6 months ahead"],
      ["Will BTC rise in March 2027?", "March 2027"],
      ["Bitcoin 2030", "2030"],
    ] as const) {
      expect(getFirstLine(input, BTC)).toBe(
        `This outlook reaches 90 days ahead, so it can't say anything about ${name}. It covers the days through February 18, 2027 instead.`,
      );
      expect(getForecastChart(writeAnswer(input, BTC)).forecast.length).toBe(90);
    }
    expect(getFirstLine("BTC next quarter", BTC)).toBe(
      "This outlook reaches 90 days ahead, so it covers only the beginning of the first quarter of 2027, through February 18, 2027.",
    );
    expect(getFirstLine("BTC and ETH in 2031", BTC, ETH)).toContain("so it can't say anything about 2031");
  });

  test("a time in the past is refused", () => {
    expect(getFirstLine("What did BTC cost in March 2020?", BTC)).toMatch(
      /^This outlook only looks ahead, so it can't say anything about March 2020\./,
    );
  });

  test("a forecast for a date ends on that date", () => {
    for (const [input, date] of [
      ["BTC on December 31", "2026-12-31"],
      ["BTC tomorrow", "2026-11-22"],
      ["BTC by the end of the month", "2026-11-30"],
    ] as const)
      expect(getForecastChart(writeAnswer(input, BTC)).forecast.at(-1)?.date).toBe(date);
  });

  test("for a price, the answer gives the chance of reaching it, which falls with the distance", () => {
    const last = BTC.days.at(-1)?.price ?? 0;
    const chances = [1.02, 1.1, 1.2].map((factor) => {
      const line = getFirstLine(`Will BTC reach $${(last * factor).toFixed(2)} within 30 days?`, BTC) ?? "";
      expect(line).toMatch(
        / chance that Bitcoin \(BTC\) rises to \$[\d.]+ at least once by December 20, 2026/,
      );
      expect(line).toMatch(/A target this far away was met in \d+% of all 30-day periods in this history\.$/);
      return Number(/(\d+)% chance/.exec(line)?.[1]);
    });
    expect(chances).toEqual(chances.toSorted((a, b) => b - a));
    expect(new Set(chances).size).toBe(3);
    expect(getFirstLine("Will BTC be below $1000000 on Friday?", BTC)).toContain("more than a 99% chance");
  });

  test("the chances of being above and below a price add up to 100%, and touching it is likelier than ending above it", () => {
    const price = ((BTC.days.at(-1)?.price ?? 0) * 1.05).toFixed(2);
    const readChance = (input: string) =>
      Number(/an? (\d+)% chance/.exec(getFirstLine(input, BTC) ?? "")?.[1]);
    const [chanceAbove, chanceBelow, chanceOfTouch] = [
      readChance(`Will BTC be above $${price} in 30 days?`),
      readChance(`Will BTC be below $${price} in 30 days?`),
      readChance(`Will BTC reach $${price} in 30 days?`),
    ];
    expect(chanceAbove + chanceBelow).toBe(100);
    expect(chanceOfTouch).toBeGreaterThan(chanceAbove);
  });

  test("with the model's forecast, the chance of staying above or below a price is that of being there on the last day, unless the price is already on the other side", () => {
    const last = ETH.days.at(-1)?.price ?? 0;
    const [low, high] = [(last * 0.99).toFixed(2), (last * 1.04).toFixed(2)];
    for (const [side, price] of [
      ["above", low],
      ["below", high],
    ] as const) {
      const line = getFirstLine(`Will ETH stay ${side} $${price} for 30 days?`, ETH);
      expect(line).toContain("on December 20, 2026");
      expect(line).toBe(getFirstLine(`Will ETH be ${side} $${price} in 30 days?`, ETH));
    }
    expect(getFirstLine(`Will ETH stay above $${high} for 30 days?`, ETH)).toMatch(
      /less than a 1% chance that Ethereum \(ETH\) stays at .* every day/,
    );
  });

  test("for a price without a recognized date, the answer says how many days it covers", () => {
    expect(getFirstLine("Will BTC reach $1000000 by Whitsun?", BTC)).toMatch(
      /^Your question has no date that this outlook recognizes, so this is for the next 90 days\. /,
    );
  });

  test("for a price at a time that is too far ahead, the answer gives the chance within the days that the outlook covers", () => {
    expect(getFirstLine("Will BTC reach $1000000 in March 2027?", BTC)).toMatch(
      /^This outlook reaches .* March 2027\. .*less than a 1% chance that .* at least once by February 18, 2027/,
    );
  });

  test.each([
    ["will BTC go to zero", "Past prices can't say how likely a fall to zero is"],
    ["will BTC reach 100 euros", "Prices here are in US dollars"],
  ])("for %j, the answer says why it gives no chance", (input, reason) => {
    expect(getFirstLine(input, BTC)).toContain(reason);
    expect(getFirstLine(input, BTC)).not.toContain("% chance");
  });

  test("no chance is given if there is too little history or the price never moved", () => {
    const shortHistory = createHistory(simulatePrices("random walk", 40, 1));
    expect(getFirstLine("BTC to $500?", shortHistory)).toContain("There's too little history");
    const constantHistory = createHistory(new Array<number>(200).fill(1), "USDX", "USDX");
    expect(getFirstLine("USDX to $2?", constantHistory)).toContain("A price history with no changes");
  });
});

describe("given an imperfect history", () => {
  test("with fewer than 60 days, the answer has no forecast but describes the data", () => {
    const { markdown, chart } = writeAnswer("BTC", createHistory(simulatePrices("random walk", 59, 1)));
    expect(markdown).toContain("Too little history for a forecast:** 59 days");
    expect(markdown).toContain("Volatility:");
    expect(chart).toBeNull();
    expect(writeAnswer("BTC", createHistory(simulatePrices("random walk", 60, 1))).chart).not.toBeNull();
    expect(writeAnswer("BTC", createHistory([5])).markdown).toContain("The last price is $5.00");
    expect(writeAnswer("BTC", createHistory([])).markdown).toContain("There's no usable price");
  });

  test("a price that never moved is handled without division by zero", () => {
    const analysis = writeAnswer("USDX", createHistory(new Array<number>(200).fill(1), "USDX", "USDX"));
    expect(analysis.markdown).toContain("The price hasn't moved on any recorded day");
    expect(analysis.markdown).not.toMatch(/NaN|Infinity/);
    for (const { price, band95 } of getForecastChart(analysis).forecast)
      expect([price, ...band95]).toEqual([1, 1, 1]);
  });

  test("nearly constant prices are written with enough decimals", () => {
    const peggedHistory = createHistory(
      simulatePrices("random walk", 300, 4).map(
        (price, index) => 1 + (price % 1) / 1000 + (index % 2) / 10_000,
      ),
      "USDX",
      "USDX",
    );
    const { markdown } = writeAnswer("USDX", peggedHistory);
    expect(markdown).toMatch(/\| \$1\.0\d{3,} \| \$\d\.\d{4,} to \$1\.\d{4,} \|/);
    expect(markdown).toMatch(/\| Average error \| 0\.\d{3}% \| 0\.\d{3}% \|/);
  });

  test("short gaps are filled and reported, and only recorded days are drawn", () => {
    const days = BTC.days.filter((_, index) => index % 20 !== 3);
    const analysis = writeAnswer("BTC", { ...BTC, days });
    expect(analysis.markdown).toContain("20 missing days were estimated");
    const chartDates = new Set(getForecastChart(analysis).history.map(({ date }) => date));
    for (const [position, { date }] of BTC.days.entries())
      if (position % 20 === 3) expect(chartDates.has(date)).toBe(false);
  });

  test("filled days are interpolated and don't count as moves", () => {
    const history = createHistory([100, 101, 102, 103, 400]);
    const series = buildSeries(
      { ...history, days: history.days.filter((_, index) => index !== 2 && index !== 3) },
      TODAY,
    );
    expect(series.isRecorded).toEqual([true, true, false, false, true]);
    expect(computeDailyChanges(series)).toEqual([{ at: 1, change: expect.closeTo(Math.log(1.01), 12) }]);
    expect(Math.exp(series.logs[2] ?? 0)).toBeCloseTo(101 * (400 / 101) ** (1 / 3), 8);
  });

  test("the series starts after a gap of more than a week", () => {
    const days = BTC.days.filter((_, index) => index < 250 || index >= 258);
    expect(writeAnswer("BTC", { ...BTC, days }).markdown).toContain("250 older days were excluded");
    const daysWithShorterGap = BTC.days.filter((_, index) => index < 250 || index >= 257);
    expect(writeAnswer("BTC", { ...BTC, days: daysWithShorterGap }).markdown).not.toContain("excluded");
  });

  test("invalid prices are dropped and counted", () => {
    const invalidPrices = [0, -5, 1e-18, 1e18, Number.NaN, Number.POSITIVE_INFINITY];
    const days = BTC.days.map((day, index) => ({ ...day, price: invalidPrices[index - 200] ?? day.price }));
    const daysWithInvalidEntries = [
      ...days,
      { date: "2026-02-30", price: 5 },
      { date: "2027-01-01", price: 5 },
      { date: "", price: 5 },
      { date: LAST_DAY, price: 5 },
    ];
    const analysis = writeAnswer("BTC", { ...BTC, days: daysWithInvalidEntries });
    expect(analysis.markdown).toContain(
      "10 entries were dropped as invalid (a price that is zero, negative, impossibly small or large, or not a number, or a date that is invalid, duplicate or in the future).",
    );
    expect(getForecastChart(analysis).forecast[0]?.price).toBeCloseTo(BTC.days.at(-1)?.price ?? 0, 8);
  });

  test("the age of an old history is stated", () => {
    expect(createOutlook("BTC", [BTC], "2026-12-20").markdown).toContain("**It is 30 days old**");
  });

  test("a jump is reported and widens the bands", () => {
    const historyWithJump = createHistory(
      BTC.days.map(({ price }, index) => (index >= 390 ? price * 3 : price)),
    );
    const getWidth = (history: PriceHistory) => {
      const [low = 1, high = 1] = getForecastChart(writeAnswer("BTC", history)).forecast.at(-1)?.band95 ?? [];
      return Math.log(high / low);
    };
    expect(writeAnswer("BTC", historyWithJump).markdown).toMatch(
      /Outliers: the price moved by .* on \w+ \d+, 2026/,
    );
    expect(getWidth(historyWithJump)).toBeGreaterThan(getWidth(BTC) * 1.3);
  });
});

test("the same question gets the same answer", () => {
  expect(writeAnswer("BTC and ETH 30 days", BTC, ETH)).toEqual(writeAnswer("BTC and ETH 30 days", BTC, ETH));
  expect(writeAnswer("ETH", BTC, ETH)).toEqual(writeAnswer("ETH", BTC, ETH));
});

test("no input or history makes the outlook throw or contain invalid numbers", () => {
  const prices = fc.array(
    fc.oneof(fc.double(), fc.double({ min: 1e-12, max: 1e12, noNaN: true }), fc.constant(1)),
    { maxLength: 120 },
  );
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 200 }),
      prices,
      prices,
      (input, btcPrices, ethPrices) => {
        const histories = [
          createHistory(btcPrices),
          createHistory(ethPrices, "ETH", "Ethereum | [x](y) `z`"),
        ];
        for (const text of [input, `BTC ${input}`, `eth btc ${input}`]) {
          const { markdown } = createOutlook(text, histories, TODAY);
          expect(markdown).not.toMatch(/NaN|undefined|Infinity/);
          expect(markdown.endsWith("Not financial advice.")).toBe(true);
        }
      },
    ),
    { numRuns: 60, seed: 5 },
  );
});

test("60,000 characters of nonsense get a short answer that echoes little of it", () => {
  for (const unit of [
    "$",
    "$a ",
    "BTC ",
    "1 ",
    "9",
    "next ",
    "A",
    "BTC/",
    "12d",
    "é",
    "\u202e",
    "2026-",
    "XYZ1 ",
  ]) {
    const { markdown } = writeAnswer(unit.repeat(Math.ceil(60_000 / unit.length)).slice(0, 60_000), BTC);
    expect(markdown.length).toBeLessThan(4_000);
  }
  const symbols = Array.from({ length: 9_000 }, (_, index) => `X${index}Q`).join(" ");
  expect(writeAnswer(symbols, BTC).markdown.length).toBeLessThan(1_000);
});
