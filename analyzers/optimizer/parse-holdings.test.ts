import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHistory, LAST_DAY } from "../outlook/series.fixture.ts";
import { parseHoldings } from "./parse-holdings.ts";
import { valueHoldings } from "./value-holdings.ts";

const HISTORIES = (
  [
    ["BTC", "Bitcoin", 40_000],
    ["ETH", "Ethereum", 2_000],
    ["ADA", "Cardano", 0.5],
    ["USDT", "Tether", 1],
    ["NEAR", "NEAR Protocol", 5],
    ["LINK", "Chainlink", 10],
  ] as const
).map(([symbol, name, price]) => createHistory([price], symbol, name));

const parse = (input: string) => parseHoldings(input, HISTORIES);
const listHoldings = (input: string) =>
  parse(input).holdings.map(({ history, amount, money, share }) => {
    const figure =
      amount ?? (money === null ? null : `$${money}`) ?? (share === null ? null : `${share * 100}%`);
    return `${history.symbol} ${figure}`;
  });

describe("holdings in everyday notation are recognized", () => {
  test.each([
    ["BTC 0.5, ETH 4", ["BTC 0.5", "ETH 4"]],
    ["0.5 BTC and 4 ETH", ["BTC 0.5", "ETH 4"]],
    ["BTC 0.5 ETH 4", ["BTC 0.5", "ETH 4"]],
    ["50% BTC 30% ETH 20% ADA", ["BTC 50%", "ETH 30%", "ADA 20%"]],
    ["BTC: 50 %, ETH: 50 percent", ["BTC 50%", "ETH 50%"]],
    ["10000 USD in BTC", ["BTC $10000"]],
    ["$5,000 ETH", ["ETH $5000"]],
    ["USD 5,000 in BTC", ["BTC $5000"]],
    ["$3k ETH, $2.5k ADA, 1.5M USDT", ["ETH $3000", "ADA $2500", "USDT 1500000"]],
    ["0.5BTC, 1,234.5ADA", ["BTC 0.5", "ADA 1234.5"]],
    ["BTC 0,5\nETH 1.000,50", ["BTC 0.5", "ETH 1000.5"]],
    ["1 000 ADA, 2'500 link, 3_000 near", ["ADA 1000", "LINK 2500", "NEAR 3000"]],
    ["I hold ETH 4. BTC 1.", ["ETH 4", "BTC 1"]],
    ["My portfolio is 2 bitcoin, 10 Ethereum and 5 near protocol", ["BTC 2", "ETH 10", "NEAR 5"]],
    ["- BTC: 0.5\n- ETH: 4 ($8,000)\n1. ADA = 7", ["BTC 0.5", "ETH 4", "ADA 7"]],
    ["60/40 BTC/ETH", ["BTC 60%", "ETH 40%"]],
    ["BTC / ETH / USDT 50/30/20", ["BTC 50%", "ETH 30%", "USDT 20%"]],
    ["half bitcoin, half ETH", ["BTC 50%", "ETH 50%"]],
    ["a quarter in BTC and three quarters in ETH", ["BTC 25%", "ETH 75%"]],
    ["BTC one half, ETH four tenths, ADA a tenth", ["BTC 50%", "ETH 40%", "ADA 10%"]],
    ["half of my money is in BTC and half is in ETH", ["BTC 50%", "ETH 50%"]],
    ["half a bitcoin and 2 ETH", ["BTC 0.5", "ETH 2"]],
    ["60% BTC, 30% ETH, rest ADA", ["BTC 60%", "ETH 30%", "ADA 10%"]],
    ["BTC 60%\nADA: the rest", ["BTC 60%", "ADA 40%"]],
    ["50% BTC rest ADA", ["BTC 50%", "ADA 50%"]],
    ["half bitcoin and the remaining half split between ETH and ADA", ["BTC 50%", "ETH 25%", "ADA 25%"]],
    ["60% BTC, the remaining 40% in ETH", ["BTC 60%", "ETH 40%"]],
    ["$10,000: $6,000 in BTC, the rest in ETH", ["BTC $6000", "ETH $4000"]],
    ["1 BTC, keep the rest", ["BTC 1"]],
    ["60% into BTC, 40% into ETH", ["BTC 60%", "ETH 40%"]],
    ["put $5,000 into BTC and $3,000 into ETH", ["BTC $5000", "ETH $3000"]],
    ["60% into BTC and the rest into ETH", ["BTC 60%", "ETH 40%"]],
    ["split $900 into BTC and ETH", ["BTC null", "ETH null"]],
    ["1/2 BTC", ["BTC 0.5"]],
    ["1/2 BTC and 3 ETH", ["BTC 0.5", "ETH 3"]],
    ["1/2 BTC, 1/4 ETH, 1/4 ADA", ["BTC 50%", "ETH 25%", "ADA 25%"]],
    ["BTC ½\nETH ½", ["BTC 50%", "ETH 50%"]],
    ["1/4 in BTC, rest ETH", ["BTC 25%", "ETH 75%"]],
    ["BTC, ETH", ["BTC null", "ETH null"]],
    ["BTC,0.5\nETH,4", ["BTC 0.5", "ETH 4"]],
    ["BTC\t0.5\n4\tETH", ["BTC 0.5", "ETH 4"]],
    ["BTC;0,5\nETH;4", ["BTC 0.5", "ETH 4"]],
    ["| BTC | 0.5 |\n|---|---|\n| ETH | 4 |", ["BTC 0.5", "ETH 4"]],
    [
      "| Asset | Amount | Value |\n|---|---:|---|\n| BTC | 0.5 | $20,000 |\n| Ethereum (ETH) | 1,000.5 | |\n| Total | | $1 |",
      ["BTC 0.5", "ETH 1000.5"],
    ],
    ['Symbol,Price,Quantity\nBTC,40000,0.5\nETH,"2,000","1,000"', ["BTC 0.5", "ETH 1000"]],
    ["Coin\tWeight\nBTC\t60\nETH\t40", ["BTC 60%", "ETH 40%"]],
  ])("%j", (input, expected) => {
    expect(listHoldings(input)).toEqual(expected);
    expect(parse(input).unusedInputs).toEqual([]);
  });
});

describe("input that isn't recognized is reported", () => {
  test.each([
    ["0.5 BTC, 100 doge", ["100 doge"]],
    ["BTC 0.5 DOGE 100", ["DOGE 100"]],
    ["BTC,1\nfoo,3", ["foo,3"]],
    ["| Asset | Amount |\n| XYZ | 3 |\n| BTC | lots |", ["XYZ 3", "BTC lots"]],
    ["1 BTC, -5 ADA", ["-5 ADA"]],
    ["1 BTC, €500 in ADA", ["€500 in ADA"]],
    ["1 BTC, 9999999999999999999 ETH", ["9999999999999999999 ETH"]],
    ["1 BTC, 7", ["7"]],
    ["1 BTC, max 40% DOGE", ["max 40% DOGE"]],
    ["1 BTC, max 400%", ["max 400%"]],
    ["1 BTC, something else entirely", ["something else entirely"]],
  ])("%j", (input, expected) => {
    expect(parse(input).unusedInputs).toEqual(expected);
    expect(parse(input).holdings.length).toBeLessThanOrEqual(1);
  });
});

describe("limits", () => {
  test.each([
    ["BTC 1, ETH 1, max 40%", ["all high 0.4"]],
    ["BTC 1, ETH 1, at most 40% each", ["all high 0.4"]],
    ["BTC 1, ETH 1 with max. 50 % per asset", ["all high 0.5"]],
    ["BTC 1, ETH 1, at least 10% BTC", ["BTC low 0.1"]],
    ["BTC 1 max 40%, ETH 1", ["BTC high 0.4"]],
    ["BTC 1, ETH 1, no more than 30% in ETH, minimum 5% ADA", ["ETH high 0.3", "ADA low 0.05"]],
    ["BTC between 10% and 40%, ETH 1", ["BTC low 0.1", "BTC high 0.4"]],
    ["BTC 1, ETH 1, no asset above 60%", ["all high 0.6"]],
    ["BTC 1, ETH 1, nothing over 70%, ADA below 20%", ["all high 0.7", "ADA high 0.2"]],
    ["BTC 1, ETH 1, BTC <= 25%, ETH >= 0.2", ["BTC high 0.25", "ETH low 0.2"]],
    ["Asset,Amount,Max\nBTC,1,40%\nETH,1,", ["BTC high 0.4"]],
    ["maximum sharpe for BTC 1 ETH 2", []],
  ])("are read from %j", (input, expected) => {
    const { limits, unusedInputs } = parse(input);
    expect(limits.map(({ history, side, share }) => `${history?.symbol ?? "all"} ${side} ${share}`)).toEqual(
      expected,
    );
    expect(unusedInputs).toEqual([]);
  });
});

test("a risk-free rate is read, and is null if none is given", () => {
  expect(parse("BTC 1, risk-free rate of 4.5%").riskFree).toBeCloseTo(0.045);
  expect(parse("BTC 1, rf 3%").riskFree).toBeCloseTo(0.03);
  expect(parse("BTC 1").riskFree).toBeNull();
});

describe("when holdings are valued", () => {
  const valueInput = (input: string) => {
    const { positions, total, notes } = valueHoldings(parse(input), LAST_DAY);
    return { weights: positions.map(({ weight }) => weight), total, notes: notes.join(" ") };
  };

  test("amounts are valued at the last price", () => {
    const { weights, total } = valueInput("BTC 0.5, ETH 4, BTC 0.5");
    expect(total).toBe(48_000);
    expect(weights).toEqual([40_000 / 48_000, 8_000 / 48_000]);
  });

  test.each([
    '[{"asset":"BTC","amount":0.5},{"asset":"ETH","amount":4}]',
    '{"BTC": 0.5, "ETH": "4"}',
    '{"account": {"balances": [{"currency": "btc", "free": "0.50"}, {"currency": "eth", "free": "4.00"}]}}',
  ])("holdings pasted as JSON are recognized: %s", (input) => {
    expect(valueInput(input).total).toBe(28_000);
    expect(parse(input).unusedInputs).toEqual([]);
  });

  test("brackets that aren't JSON are read as text, however deep", () => {
    expect(valueInput("[BTC 0.5], {ETH 4}").total).toBe(28_000);
    expect(valueInput(`${"[".repeat(30_000)}BTC 0.5`).total).toBe(20_000);
    expect(valueInput(`${"[".repeat(20_000)}1${"]".repeat(20_000)}`).total).toBeNull();
  });

  test("percentages alone give no total and are scaled to 100%", () => {
    expect(valueInput("50% BTC, 50% ETH")).toEqual({ weights: [0.5, 0.5], total: null, notes: "" });
    const { weights, notes } = valueInput("30% BTC, 30% ETH");
    expect(weights).toEqual([0.5, 0.5]);
    expect(notes).toContain("add up to 60.0%");
  });

  test("a column of fractions is a column of shares", () => {
    expect(valueInput("Coin,Weight\nBTC,0.25\nETH,0.75")).toEqual({
      weights: [0.25, 0.75],
      total: null,
      notes: "",
    });
  });

  test("dollars without an asset are the total if no asset has an amount; otherwise they are cash, which is left out", () => {
    expect(valueInput("10000 USD: 50% BTC, 50% ETH").total).toBe(10_000);
    expect(valueInput("$10,000 split between BTC and ETH")).toMatchObject({
      weights: [0.5, 0.5],
      total: 10_000,
    });
    const portfolioWithCash = valueInput("BTC 1, $500 cash");
    expect(portfolioWithCash.total).toBe(40_000);
    expect(portfolioWithCash.notes).toContain("$500 without an asset");
  });

  test("percentages next to amounts apply to the whole portfolio", () => {
    const { weights, total } = valueInput("30% ETH and 0.7 BTC");
    expect(total).toBeCloseTo(40_000, 6);
    expect(weights[0]).toBeCloseTo(0.3, 12);
  });

  test("an asset without an amount is a possible purchase; if none has one, weights are equal", () => {
    expect(valueInput("BTC 1, ADA")).toMatchObject({ weights: [1, 0] });
    expect(valueInput("BTC, ETH, ADA, LINK")).toMatchObject({
      weights: [0.25, 0.25, 0.25, 0.25],
      total: null,
    });
  });
});

test("any input is parsed and valued without an error or an invalid number", () => {
  const piece = fc.constantFrom(
    ..."BTC,ETH,DOGE,$,%,max,min,at least,between,and,risk-free,0.5,1,000,1.5,-3,|,\t,\n,;,:,USD,€,k,(,),.,1e9,each,Asset,Amount,link".split(
      /(?<!1),/,
    ),
    ",",
    " ",
    "1e99",
    "\u202e",
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.string({ unit: "binary", maxLength: 30 }),
      (pieces, noise) => {
        const { positions, total } = valueHoldings(
          parse(pieces.join(" ") + noise + pieces.join("")),
          LAST_DAY,
        );
        if (positions.length > 0)
          expect(positions.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
        for (const { weight, amount } of positions) {
          expect(weight).toBeGreaterThanOrEqual(0);
          expect(amount === null || Number.isFinite(amount)).toBe(true);
        }
        expect(total === null || (Number.isFinite(total) && total > 0)).toBe(true);
      },
    ),
    { numRuns: 500, seed: 7 },
  );
});
