import type { Page } from "@playwright/test";
import { CHAINS } from "#core/wallet/chains.ts";
import type { Token } from "#core/wallet/tokens.ts";
import { ACCOUNTS, startChain, type TestChain } from "#server/testing/chain/chain.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { readLayoutShifts, recordLayoutShifts } from "./layout-shifts.ts";
import { createWallet, emit, installWallets } from "./wallet-chain/wallets.ts";

// Problems on a chain, in a wallet and between tabs. All tests share one chain.
test.describe.configure({ mode: "serial" });

const [ME, FRIEND] = ACCOUNTS;
const SHORT_ADDRESS = "0xf39F…2266";
const USDC = CHAINS[0]?.tokens.find(({ symbol }) => symbol === "USDC") as Token;
const REVERTING_CODE = "0x60006000fd";
let chain: TestChain;

test.beforeAll(async () => {
  chain = await startChain(1);
  await chain.mintToken(USDC, ME, 1_500_250_000n);
});
test.afterAll(() => chain?.stop());

async function connect(page: Page, path = "/wallet") {
  await page.goto(path);
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Connect MetaMask" }).click();
  await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
}

/** Opens the review of a transfer of 100 USDC. */
async function reviewUsdcTransfer(page: Page) {
  await page.getByRole("button", { name: "Send" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Asset").selectOption({ label: "USDC (1,500.2500)" });
  await dialog.getByLabel("Recipient").fill(FRIEND);
  await dialog.getByLabel("Amount in USDC").fill("100");
  await dialog.getByRole("button", { name: "Review" }).click();
  return dialog;
}

test("restoring a connection causes no layout shift, no request contains the address, and a disconnect applies to every tab", async ({
  page,
  context,
  allowProblem,
}) => {
  const wallet = createWallet(chain, { accounts: [ME] });
  await installWallets(context, [wallet]);
  await connect(page);
  await recordLayoutShifts(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
  const html = await (await page.goto("/wallet"))?.text();
  expect(html).toContain("Connecting to your wallet...");
  expect(html).not.toContain("Sample data.");
  await expect(page.getByRole("button", { name: /USD Coin/ })).toBeVisible();
  expect(await readLayoutShifts(page)).toEqual([]);
  for (const tab of ["Transactions", "Analytics", "Assets"])
    await page.getByRole("link", { name: tab }).click();
  await expect(page.getByRole("button", { name: /USD Coin/ })).toBeVisible();
  const origin = new URL(page.url()).origin;
  expect(requests.filter((request) => !request.startsWith(origin) && !request.startsWith("data:"))).toEqual(
    [],
  );
  expect(requests.filter((request) => request.toLowerCase().includes(ME.slice(2)))).toEqual([]);

  await test.step("if prices can't be loaded, the page says so", async () => {
    allowProblem(/\/wallet\/prices|ERR_FAILED/);
    await page.route("**/wallet/prices", (route) => route.abort());
    await page.getByRole("link", { name: "Analytics" }).click();
    await expect(page.getByText("We couldn't load the price history.")).toBeVisible();
    await page.unroute("**/wallet/prices");
  });

  await test.step("a disconnect in one tab applies to every tab, and amounts stay hidden after navigating", async () => {
    await page.getByRole("button", { name: "Hide amounts" }).click();
    await page.getByRole("link", { name: "Forum" }).first().click();
    await expect(page).toHaveURL(/\/forum/);
    await page.getByRole("link", { name: "Wallet" }).first().click();
    await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
    await expect(page.getByRole("button", { name: "Show amounts" })).toBeVisible();
    await expect(page.getByText("1,500.2500")).toHaveCount(0);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("dialog").getByLabel("Asset")).toContainText("USDC (••••)");
    await page.keyboard.press("Escape");

    const otherTab = await context.newPage();
    await otherTab.goto("/wallet");
    await otherTab.getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByText("Connect your browser wallet")).toBeVisible();
    // Once reloaded, the other tab shares the first tab's connection. Disconnecting there disconnects both.
    await page.getByRole("button", { name: "Connect MetaMask" }).click();
    await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
    await otherTab.reload();
    await otherTab.getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByText("Connect your browser wallet")).toBeVisible();
  });
});

test("reverted and dropped transfers are shown as such", async ({ page, context }) => {
  await installWallets(context, [createWallet(chain, { accounts: [ME] })]);
  await connect(page);
  await chain.setAutomine(false);
  const dialog = await reviewUsdcTransfer(page);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText("Sent. Waiting for confirmation")).toBeVisible();
  const originalCode = await chain.rpc("eth_getCode", [USDC.address, "latest"]);
  await chain.rpc("hardhat_setCode", [USDC.address, REVERTING_CODE]);
  await chain.mineBlock();
  await expect(dialog.getByText("Failed. The transaction was reverted")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await chain.rpc("hardhat_setCode", [USDC.address, originalCode]);

  await page.getByRole("button", { name: "Send" }).click();
  await dialog.getByLabel("Recipient").fill(FRIEND);
  await dialog.getByLabel("Amount in ETH").fill("1");
  await dialog.getByRole("button", { name: "Review" }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText("Sent. Waiting for confirmation")).toBeVisible();
  const hash = await page.evaluate(() => {
    const transactions = JSON.parse(localStorage.getItem("lattice-wallet-sent") ?? "[]");
    // Backdated, because a new transaction isn't considered dropped immediately.
    transactions[0].at = new Date(Date.now() - 600_000).toISOString();
    localStorage.setItem("lattice-wallet-sent", JSON.stringify([{ nonsense: 1 }, ...transactions]));
    return transactions[0].hash;
  });
  await chain.rpc("hardhat_dropTransaction", [hash]);
  await chain.setAutomine(true);
  await page.goto("/wallet?tab=transactions");
  await expect(page.getByRole("listitem").filter({ hasText: "Sent ETH" })).toContainText("dropped");
  await expect(page.getByRole("listitem").filter({ hasText: "Sent USDC" })).toContainText("failed");
});

test("if the account changes during the review, nothing is sent, and the input is preserved", async ({
  page,
  context,
}) => {
  const wallet = createWallet(chain, { accounts: [ME] });
  await installWallets(context, [wallet]);
  await connect(page);
  const dialog = await reviewUsdcTransfer(page);
  await expect(dialog.getByText("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")).toBeVisible();
  // The account has changed, but the wallet hasn't sent the event yet.
  wallet.accounts = [FRIEND];
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText("Nothing was sent. Go back and review the transfer.")).toBeVisible();
  await emit(page, wallet, "accountsChanged", [FRIEND]);
  await expect(dialog.getByText("Your wallet has switched to another account")).toBeVisible();
  await expect(dialog.getByLabel("Recipient")).toHaveValue(FRIEND);
  await expect(dialog.getByLabel("Amount in USDC")).toHaveValue("100");
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByText("Your USDC balance is too low.")).toBeVisible();
  expect(wallet.calls).not.toContain("eth_sendTransaction");
});

test("on unknown networks and those without multicall, the page shows the native balance and says what is missing", async ({
  page,
  context,
}) => {
  const wallet = createWallet({ ...chain, id: 31_337 }, { accounts: [ME] });
  await installWallets(context, [wallet]);
  await connect(page);
  await expect(page.getByLabel("Network")).toContainText("Network 31337");
  await expect(page.getByText(/^\d[\d,.]+ coin$/).first()).toBeVisible();
  await expect(page.getByText("Couldn't read tokens on this network")).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  wallet.chain = {
    ...chain,
    rpc: async (method, params) => (method === "eth_call" ? "0x" : chain.rpc(method, params)),
  };
  await page.getByRole("button", { name: "Connect MetaMask" }).click();
  await expect(page.getByText(/^\d[\d,.]+ ETH$/).first()).toBeVisible();
  await expect(page.getByText("Couldn't read tokens on this network")).toBeVisible();
});

test("neither fake tokens with a listed token's name nor implausible balances are counted", async ({
  page,
  context,
}) => {
  const wallet = createWallet(chain, { accounts: [FRIEND] });
  const dai = CHAINS[0]?.tokens.find(({ symbol }) => symbol === "DAI") as Token;
  await chain.mintToken(
    { ...USDC, address: "0x00000000000000000000000000000000000c0de5" },
    FRIEND,
    9_000_000n,
  );
  await chain.mintToken(dai, FRIEND, 2n ** 256n - 1n);
  await installWallets(context, [wallet]);
  await page.goto("/wallet");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Connect MetaMask" }).click();
  await expect(page.getByRole("button", { name: /Ether/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /USD Coin/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Dai/ })).toHaveCount(0);
  await expect(page.getByText(/Tokens that couldn't be read: .*DAI/)).toBeVisible();
  // Only members can show their address on their profile.
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});

test("a wallet that appears late at window.ethereum is found, and found again on the next visit", async ({
  page,
  context,
}) => {
  await installWallets(context, [createWallet(chain, { accounts: [ME] })], "late");
  await page.goto("/wallet");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Connect MetaMask" }).click();
  await expect(getToast(page, "MetaMask Not Found")).toBeVisible();
  await page.evaluate(() => (window as unknown as { injectTestWallet(): void }).injectTestWallet());
  await page.getByRole("button", { name: "Connect MetaMask" }).click();
  await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
  await expect(getToast(page, "Wallet Connected")).toHaveCount(0);
});
