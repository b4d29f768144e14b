import { afterEach, expect, test, vi } from "vitest";
import type { ToastMessage } from "#web/ui/toast.tsx";
import { createTestWallet, OTHER_ADDRESS, OWN_ADDRESS, VALID_RESPONSES } from "./test-wallet.ts";
import { createWalletSession } from "./wallet-session.ts";

const ETHER = 10n ** 18n;

afterEach(() => {
  vi.useRealTimers();
});

function startSession() {
  const toasts: ToastMessage[] = [];
  const calls = {
    reloadCount: 0,
    storedWalletIds: [] as (string | null)[],
    connectedAddresses: [] as string[],
    failedRestoreCount: 0,
  };
  const session = createWalletSession({
    showToast: (message) => toasts.push(message),
    reload: () => {
      calls.reloadCount += 1;
    },
    storeLastWallet: (id) => calls.storedWalletIds.push(id),
    onNotRestored: () => {
      calls.failedRestoreCount += 1;
    },
    onConnected: (address) => calls.connectedAddresses.push(address),
  });
  return { session, toasts, calls };
}

const waitForBalances = async (session: ReturnType<typeof createWalletSession>) => {
  await vi.waitFor(() => {
    const state = session.getState();
    expect(state.phase === "connected" && state.balances.phase !== "loading").toBe(true);
  }, 60_000);
  const state = session.getState();
  if (state.phase !== "connected") throw new Error("not connected");
  return state;
};

test("a failed or invalid wallet response shows one error message, and nothing is stored", async () => {
  const hostileResponses: Record<string, unknown>[] = [
    { ...VALID_RESPONSES, eth_requestAccounts: new Error("x".repeat(9000)) },
    { ...VALID_RESPONSES, eth_requestAccounts: [] },
    { ...VALID_RESPONSES, eth_requestAccounts: "0x1" },
    { ...VALID_RESPONSES, eth_requestAccounts: [{ toString: () => OWN_ADDRESS }] },
    { ...VALID_RESPONSES, eth_requestAccounts: [`${OWN_ADDRESS}<b>`] },
    { ...VALID_RESPONSES, eth_requestAccounts: null },
    ...["0x", "", {}, null, -1, Number.NaN, `0x${"f".repeat(64)}`].map((eth_chainId) => ({
      ...VALID_RESPONSES,
      eth_chainId,
    })),
    { ...VALID_RESPONSES, eth_requestAccounts: () => Promise.reject(null) },
    {
      ...VALID_RESPONSES,
      eth_requestAccounts: () =>
        Promise.reject({
          get code() {
            throw new Error("no");
          },
          get message() {
            throw new Error("no");
          },
        }),
    },
  ];
  for (const responses of hostileResponses) {
    const { session, toasts, calls } = startSession();
    await session.connect(createTestWallet(responses));
    expect(session.getState().phase).toBe("disconnected");
    expect(toasts).toHaveLength(1);
    expect(toasts[0]).toMatchObject({ title: "Connection Failed", destructive: true });
    expect(toasts[0]?.description?.length).toBeGreaterThan(10);
    expect(toasts[0]?.description?.length).toBeLessThanOrEqual(200);
    expect(calls).toMatchObject({ storedWalletIds: [], connectedAddresses: [], reloadCount: 0 });
  }
});

test("a wallet that throws on subscribing or unsubscribing can still connect and disconnect", async () => {
  const throwError = () => {
    throw new Error("no");
  };
  for (const overrides of [
    {},
    { on: throwError, removeListener: throwError },
    { on: "no", removeListener: 7 },
  ]) {
    const { session, toasts, calls } = startSession();
    await session.connect(createTestWallet(VALID_RESPONSES, overrides));
    expect(await waitForBalances(session)).toMatchObject({ address: OWN_ADDRESS, chainId: "0x1" });
    session.disconnect();
    expect(session.getState().phase).toBe("disconnected");
    expect(toasts.map(({ title }) => title)).toEqual(["Wallet Connected", "Wallet Disconnected"]);
    expect(calls.storedWalletIds).toEqual(["org.example.odd", null]);
  }
});

test("implausible balances and invalid responses are errors, but a failed multicall isn't", async () => {
  const hugeBalance = `0x${"f".repeat(64)}`;
  for (const eth_getBalance of [hugeBalance, "0x", "7", 7, null, {}, `0x${"0".repeat(300_000)}`]) {
    const { session } = startSession();
    await session.connect(createTestWallet({ ...VALID_RESPONSES, eth_call: "0x1234", eth_getBalance }));
    expect((await waitForBalances(session)).balances.phase, String(eth_getBalance).slice(0, 20)).toBe(
      "failed",
    );
  }
  // Without multicall, the native balance is still shown.
  const { session } = startSession();
  await session.connect(createTestWallet({ ...VALID_RESPONSES, eth_call: `0x${"0".repeat(64)}` }));
  expect((await waitForBalances(session)).balances).toMatchObject({
    phase: "loaded",
    balances: { native: { units: ETHER }, tokens: [], areTokensKnown: false },
  });
});

test("a network that never responds is reported after a timeout", async () => {
  vi.useFakeTimers();
  const { session } = startSession();
  const neverRespond = () => new Promise(() => {});
  await session.connect(
    createTestWallet({ ...VALID_RESPONSES, eth_call: neverRespond, eth_getBalance: neverRespond }),
  );
  await vi.advanceTimersByTimeAsync(41_000);
  expect(session.getState()).toMatchObject({
    balances: { phase: "failed", problem: "The wallet's network didn't respond." },
  });
});

test("a slow wallet is shown as disconnected after four seconds, but is still restored when it responds", async () => {
  vi.useFakeTimers();
  let respond: (accounts: unknown) => void = () => {};
  const { session, toasts, calls } = startSession();
  const restoration = session.restore(
    createTestWallet({
      ...VALID_RESPONSES,
      eth_accounts: () => new Promise((resolve) => (respond = resolve)),
    }),
  );
  await vi.advanceTimersByTimeAsync(4000);
  expect(session.getState().phase).toBe("disconnected");
  expect(calls.failedRestoreCount).toBe(1);
  respond([OWN_ADDRESS]);
  await restoration;
  expect(session.getState()).toMatchObject({ phase: "connected", address: OWN_ADDRESS });
  expect(toasts).toEqual([]);
  expect(calls.connectedAddresses).toEqual([]);
});

test("the page reloads once, and only if the wallet is really on another chain, whatever its events claim", async () => {
  let emit: (chainId: unknown) => void = () => {};
  const responses: Record<string, unknown> = { ...VALID_RESPONSES };
  const { session, calls } = startSession();
  await session.connect(
    createTestWallet(responses, {
      on: (event: string, listener: (value: unknown) => void) => {
        if (event === "chainChanged") emit = listener;
      },
    }),
  );
  await waitForBalances(session);
  for (const invalidValue of ["0x", null, {}, "polygon", -1, "0x01", "0x89", 137]) emit(invalidValue);
  await session.refresh();
  expect(calls.reloadCount).toBe(0);
  responses.eth_chainId = "0x89";
  for (let count = 0; count < 100; count += 1) emit("0x89");
  await expect.poll(() => calls.reloadCount).toBe(1);
  await session.refresh();
  expect(calls.reloadCount).toBe(1);
});

test("refreshing the balances detects a chain change without an event", async () => {
  const responses: Record<string, unknown> = { ...VALID_RESPONSES };
  const { session, calls } = startSession();
  await session.connect(createTestWallet(responses));
  await waitForBalances(session);
  responses.eth_chainId = "0x2105";
  await session.refresh();
  expect(calls.reloadCount).toBe(1);
});

test("invalid accounts disconnect the wallet, and its later events are ignored", async () => {
  let emit: (accounts: unknown) => void = () => {};
  const on = (event: string, listener: (value: unknown) => void) => {
    if (event === "accountsChanged") emit = listener;
  };
  for (const invalidValue of [[], null, "x", [7], [{}], ["0x12"]]) {
    const { session, calls } = startSession();
    await session.connect(createTestWallet(VALID_RESPONSES, { on }));
    emit(invalidValue);
    expect(session.getState().phase).toBe("disconnected");
    emit([OTHER_ADDRESS]);
    expect(session.getState().phase).toBe("disconnected");
    expect(calls.connectedAddresses).toEqual([OWN_ADDRESS]);
  }
});
