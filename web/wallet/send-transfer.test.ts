import { expect, test, vi } from "vitest";
import { prepareTransfer, sendTransfer } from "./prepare-transfer.ts";
import {
  readSentTransactions,
  readTransactionStatus,
  type SentTransaction,
  upsertSentTransaction,
} from "./sent-transactions.ts";
import { createTestWallet, OTHER_ADDRESS, OWN_ADDRESS, VALID_RESPONSES } from "./test-wallet.ts";
import { startStatusPolling, storeSentTransaction } from "./use-sent-transactions.ts";

const HASH = `0x${"ab".repeat(32)}`;
const ETHER = 10n ** 18n;

test("nothing is sent from another account or chain, and a missing or invalid hash is reported", async () => {
  let sendCount = 0;
  const responses: Record<string, unknown> = {
    ...VALID_RESPONSES,
    eth_estimateGas: "0x5208",
    eth_gasPrice: "0x1",
    eth_sendTransaction: () => {
      sendCount += 1;
      return HASH;
    },
  };
  const { provider } = createTestWallet(responses);
  const nativeHolding = {
    symbol: "ETH",
    name: "Ether",
    address: null,
    units: ETHER,
    decimals: 18,
    asset: "ETH",
  };
  const preparedTransfer = await prepareTransfer(
    provider,
    { holding: nativeHolding, chainId: "0x1", from: OWN_ADDRESS, to: OTHER_ADDRESS, units: 5n },
    nativeHolding,
  );
  if ("problem" in preparedTransfer) throw new Error(preparedTransfer.problem);
  expect(preparedTransfer.transaction).toMatchObject({
    from: OWN_ADDRESS,
    to: OTHER_ADDRESS,
    value: "0x5",
    chainId: "0x1",
  });
  for (const change of [{ eth_chainId: "0x89" }, { eth_accounts: [OTHER_ADDRESS] }, { eth_accounts: [] }]) {
    Object.assign(responses, VALID_RESPONSES, change);
    await expect(sendTransfer(provider, preparedTransfer)).rejects.toThrow("Nothing was sent");
  }
  expect(sendCount).toBe(0);
  Object.assign(responses, VALID_RESPONSES);
  expect(await sendTransfer(provider, preparedTransfer)).toBe(HASH);
  for (const invalidResponse of [null, "0x", {}, `${HASH}00`]) {
    responses.eth_sendTransaction = () => invalidResponse;
    await expect(sendTransfer(provider, preparedTransfer)).rejects.toThrow(
      "Check your wallet before you send it again.",
    );
  }
});

const SENT: SentTransaction = {
  hash: HASH,
  chainId: "0x1",
  from: OWN_ADDRESS,
  to: OTHER_ADDRESS,
  symbol: "ETH",
  units: "5",
  decimals: 18,
  at: "2026-05-10T10:00:00.000Z",
  status: "pending",
};

test("a transaction's status comes from its own receipt; without one, it is `dropped` if the account has nothing pending", async () => {
  const receipt = { transactionHash: HASH, blockNumber: "0x1" };
  const anHourLater = new Date("2026-05-10T11:00:00.000Z");
  const getStatus = (responses: Record<string, unknown>, now = anHourLater) =>
    readTransactionStatus(
      createTestWallet({ eth_getTransactionByHash: null, eth_getTransactionCount: "0x1", ...responses })
        .provider,
      SENT,
      now,
    );
  expect(await getStatus({ eth_getTransactionReceipt: { ...receipt, status: "0x1" } })).toBe("completed");
  expect(await getStatus({ eth_getTransactionReceipt: { ...receipt, status: "0x0" } })).toBe("failed");
  const pendingTransactionResponse = { eth_getTransactionByHash: { hash: HASH } };
  for (const invalidResponse of [
    {},
    [],
    "0x1",
    receipt,
    { ...receipt, status: 1 },
    { ...receipt, status: "0x1", transactionHash: `0x${"cd".repeat(32)}` },
    { status: "0x1" },
  ])
    expect(
      await getStatus({ ...pendingTransactionResponse, eth_getTransactionReceipt: invalidResponse }),
    ).toBe("pending");
  expect(await getStatus({ eth_getTransactionReceipt: null })).toBe("dropped");
  expect(await getStatus({ eth_getTransactionReceipt: null }, new Date("2026-05-10T10:01:00.000Z"))).toBe(
    "pending",
  );
  let count = 0;
  expect(
    await getStatus({
      eth_getTransactionReceipt: null,
      eth_getTransactionCount: () => {
        count += 1;
        return `0x${count}`;
      },
    }),
  ).toBe("pending");
});

test("invalid entries in storage are ignored, and without storage the list remains in memory", () => {
  const createStorage = (value: unknown) => ({ getItem: () => JSON.stringify(value), setItem: () => {} });
  const invalidEntries = [
    null,
    7,
    {},
    { ...SENT, decimals: 1e9 },
    { ...SENT, decimals: -1 },
    { ...SENT, units: "1e9" },
    { ...SENT, hash: "<b>" },
    { ...SENT, to: "javascript:alert(1)" },
    { ...SENT, chainId: "1" },
    { ...SENT, at: "then" },
    { ...SENT, status: "won" },
    { ...SENT, symbol: "x".repeat(500) },
  ];
  expect(readSentTransactions(createStorage([...invalidEntries, SENT]))).toEqual([SENT]);
  for (const invalidList of [null, 7, {}, "x"])
    expect(readSentTransactions(createStorage(invalidList))).toEqual([]);
  expect(readSentTransactions({ getItem: () => "{", setItem: () => {} })).toEqual([]);
  const secondTransaction = { ...SENT, hash: `0x${"cd".repeat(32)}` };
  expect(upsertSentTransaction(null, secondTransaction, upsertSentTransaction(null, SENT))).toEqual([
    secondTransaction,
    SENT,
  ]);
});

test("a dropped transaction is no longer polled, and one that reappears is polled again", async () => {
  vi.useFakeTimers({ now: new Date("2026-05-10T11:00:00.000Z") });
  vi.stubGlobal("document", { visibilityState: "visible" });
  const readReceipt = vi.fn(() => null);
  const responses: Record<string, unknown> = {
    eth_getTransactionReceipt: readReceipt,
    eth_getTransactionByHash: null,
    eth_getTransactionCount: "0x1",
  };
  const onStatusChange = vi.fn();
  storeSentTransaction(SENT);
  const start = () => startStatusPolling(createTestWallet(responses).provider, "0x1", onStatusChange);
  let stop = start();
  try {
    await vi.advanceTimersByTimeAsync(20_000);
    expect([readReceipt.mock.calls.length, onStatusChange.mock.calls.length]).toEqual([1, 1]);
    stop();

    responses.eth_getTransactionByHash = { hash: HASH };
    stop = start();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([readReceipt.mock.calls.length, onStatusChange.mock.calls.length]).toEqual([7, 2]);
  } finally {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});
