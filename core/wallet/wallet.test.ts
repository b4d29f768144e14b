import { expect, test } from "vitest";
import { generateSampleHistories, generateSamplePrices } from "#core/market/sample-history.ts";
import { shortenAddress } from "./address.ts";
import { formatAmount, formatFullAmount, toNumber } from "./amounts.ts";
import { buildAddChainParams, CHAINS, findChain, formatChainId, parseChainId } from "./chains.ts";
import { buildBalancesCall, decodeBalances, encodeTransfer } from "./contract-calls.ts";
import { parseAddress } from "./parse-address.ts";
import { parseAmount } from "./parse-amount.ts";
import { buildPaymentUri } from "./payment-uri.ts";
import { describeProviderError, getProviderErrorCode } from "./provider-errors.ts";

// These are the test vectors of EIP-55.
const CHECKSUMMED_ADDRESSES = [
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
] as const;
const [ACCOUNT] = CHECKSUMMED_ADDRESSES;

test("addresses get their checksum, and a wrong checksum is refused", () => {
  for (const address of CHECKSUMMED_ADDRESSES) {
    expect(parseAddress(` ${address} `)).toEqual({ address });
    expect(parseAddress(address.toLowerCase())).toEqual({ address });
    expect(parseAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual({ address });
    const lastCharacter = address.slice(-1);
    const flippedCharacter =
      lastCharacter === lastCharacter.toLowerCase()
        ? lastCharacter.toUpperCase()
        : lastCharacter.toLowerCase();
    if (flippedCharacter !== lastCharacter)
      expect(parseAddress(address.slice(0, -1) + flippedCharacter)).toHaveProperty("problem");
  }
  for (const nonsense of [
    "",
    "0x",
    "vitalik.eth",
    ACCOUNT.slice(0, -1),
    `${ACCOUNT}0`,
    `1${ACCOUNT}`,
    "0xZZ",
  ])
    expect(parseAddress(nonsense)).toHaveProperty("problem");
  expect(shortenAddress(ACCOUNT)).toBe("0x5aAe…eAed");
});

test("every chain's tokens are unique, with valid checksums and known assets", () => {
  const pricedAssets = new Set(generateSamplePrices("2026-05-10").map(({ symbol }) => symbol));
  for (const { name, native, tokens } of CHAINS) {
    expect(pricedAssets, name).toContain(native.asset);
    expect(tokens.length, name).toBeGreaterThanOrEqual(10);
    expect(new Set(tokens.map(({ address }) => address)).size, name).toBe(tokens.length);
    expect(new Set(tokens.map(({ symbol }) => symbol)).size, name).toBe(tokens.length);
    for (const { symbol, address, asset, decimals } of tokens) {
      expect(parseAddress(address), `${name} ${symbol}`).toEqual({ address });
      expect(decimals).toBeLessThanOrEqual(18);
      if (asset !== null) expect(pricedAssets, `${name} ${symbol}`).toContain(asset);
    }
  }
});

test("amounts are parsed exactly and truncated for display", () => {
  expect(parseAmount("1.5", 18)).toEqual({ units: 1_500_000_000_000_000_000n });
  expect(parseAmount(".000001", 6)).toEqual({ units: 1n });
  expect(parseAmount("2.50000000", 6)).toEqual({ units: 2_500_000n });
  expect(parseAmount("0.1", 18)).toEqual({ units: 100_000_000_000_000_000n });
  for (const [text, decimals] of [
    ["", 18],
    ["0", 18],
    ["0.0", 18],
    ["-1", 18],
    ["1e18", 18],
    ["0x10", 18],
    ["1,5", 18],
    ["1.0000001", 6],
    ["1.5", 0],
    ["Infinity", 18],
    ["9".repeat(31), 18],
  ] as const)
    expect(parseAmount(text, decimals), text).toHaveProperty("problem");
  expect(formatAmount(1_999_999_999_999_999_999n, 18)).toBe("1.9999");
  expect(formatAmount(1_234_567_891_234_567n, 9)).toBe("1,234,567.8912");
  expect(formatAmount(0n, 18)).toBe("0.0000");
  expect(formatAmount(1n, 18)).toBe("<0.0001");
  expect(formatAmount(5n, 0)).toBe("5.0000");
  expect(formatFullAmount(100_000_000_000_000_000n, 18)).toBe("0.1");
  expect(toNumber(52_340_000n, 8)).toBe(0.5234);
});

test("chains are found by the wallet's chain ID and can be added to a wallet", () => {
  expect(findChain("0x1")?.name).toBe("Ethereum");
  expect(findChain("0xA4B1")?.name).toBe("Arbitrum One");
  expect([findChain("1"), findChain(1)].map((chain) => chain?.name)).toEqual(["Ethereum", "Ethereum"]);
  for (const input of ["0x7a69", "", "-1", null, {}, 1.5, "0x", "0xzz", `0x${"f".repeat(40)}`])
    expect(findChain(input)).toBeUndefined();
  for (const chain of CHAINS) {
    expect(parseChainId(formatChainId(chain.id))).toBe(chain.id);
    const { rpcUrls, blockExplorerUrls } = buildAddChainParams(chain);
    for (const url of [...rpcUrls, ...blockExplorerUrls]) expect(new URL(url).protocol).toBe("https:");
  }
});

test("wallet errors become sentences; the wallet's own message becomes one plain line", () => {
  const describeError = (error: unknown) => describeProviderError(error, "Failed to connect wallet");
  expect(describeError({ code: 4001, message: "MetaMask Tx Signature: User denied" })).toBe(
    "You declined the request in your wallet.",
  );
  expect(describeError({ code: -32_002 })).toContain("already waiting");
  expect(describeError({ code: -32_603, data: { originalError: { code: 4902 } } })).toContain(
    "hasn't been added",
  );
  expect(getProviderErrorCode({ code: -32_603, data: { originalError: { code: 4902 } } })).toBe(4902);
  expect(describeError({ code: -32_000, message: "err: insufficient funds for gas * price + value" })).toBe(
    "Your balance doesn't cover the amount and the fee.",
  );
  expect(describeError(new Error("Line one\n\u202eline two"))).toBe("Line one line two");
  expect(describeError({ message: "x".repeat(5000) })).toHaveLength(200);
  for (const error of [null, undefined, 7, {}, { code: "4001" }, { message: "" }])
    expect(describeError(error)).toBe("Failed to connect wallet");
});

test("one call reads all balances, and invalid ones become null", () => {
  const tokens = CHAINS[0]?.tokens.slice(0, 2) ?? [];
  const { to, data } = buildBalancesCall(ACCOUNT, tokens);
  expect(to).toBe("0xcA11bde05977b3631167028862bE2a173976CA11");
  // These are the function selectors of aggregate3, getEthBalance and balanceOf.
  expect(data.slice(0, 10)).toBe("0x82ad56cb");
  expect(data).toContain("4d2301cc");
  expect(data.split("70a08231")).toHaveLength(3);
  const encodeWord = (value: number) => value.toString(16).padStart(64, "0");
  const encodeEntry = (success: number, bytes: string) =>
    [
      encodeWord(success),
      encodeWord(64),
      encodeWord(bytes.length / 2),
      bytes.padEnd(Math.ceil(bytes.length / 64) * 64, "0"),
    ].join("");
  const entries = [encodeEntry(1, encodeWord(7)), encodeEntry(0, ""), encodeEntry(1, encodeWord(9))];
  let index = 32 * entries.length;
  const offsets = entries.map((entry) => {
    const offset = encodeWord(index);
    index += entry.length / 2;
    return offset;
  });
  const response = `0x${encodeWord(32)}${encodeWord(3)}${offsets.join("")}${entries.join("")}` as const;
  expect(decodeBalances(response, [18, 18, 6])).toEqual([7n, null, 9n]);
  expect(() => decodeBalances(response, [18, 18, 6, 6])).toThrow();
  expect(() => decodeBalances("0x", [18, 18, 6])).toThrow();
  // A balance of 2^256 - 1 isn't plausible.
  const implausibleResponse = response.replace(
    new RegExp(`${encodeWord(9)}$`),
    "f".repeat(64),
  ) as typeof response;
  expect(decodeBalances(implausibleResponse, [18, 18, 6])).toEqual([7n, null, null]);
  expect(encodeTransfer(ACCOUNT, 5n)).toBe(
    `0xa9059cbb${ACCOUNT.slice(2).toLowerCase().padStart(64, "0")}${encodeWord(5)}`,
  );
});

test("a payment URI contains the chain, the account and the token", () => {
  expect(buildPaymentUri({ to: ACCOUNT, chainId: 10 })).toBe(`ethereum:${ACCOUNT}@10`);
  expect(buildPaymentUri({ to: ACCOUNT, chainId: 1, token: CHECKSUMMED_ADDRESSES[1] })).toBe(
    `ethereum:${CHECKSUMMED_ADDRESSES[1]}@1/transfer?address=${ACCOUNT}`,
  );
});

test("the sample histories cover the sample holdings", () => {
  expect(generateSampleHistories("2026-05-10", 3).map(({ symbol }) => symbol)).toEqual(
    expect.arrayContaining(["BTC", "ETH", "BNB"]),
  );
});
