import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { CHAINS } from "#core/wallet/chains.ts";
import type { Token } from "#core/wallet/tokens.ts";
import { ACCOUNTS, startChain, type TestChain } from "#server/testing/chain/chain.ts";
import type { Program } from "#server/testing/program.ts";
import { findViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createDatabase, startOwnProgram } from "./global-setup.ts";
import { startPriceSource } from "./wallet-chain/price-source.ts";
import {
  createWallet,
  emit,
  formatChainId,
  installWallets,
  type TestWallet,
} from "./wallet-chain/wallets.ts";

// All tests share the chains, so each sees what earlier ones sent.
test.describe.configure({ mode: "serial" });

const [ME, FRIEND] = ACCOUNTS;
const SHORT_ADDRESS = "0xf39F…2266";
const USDC = findToken("USDC");
let ethereum: TestChain;
let polygon: TestChain;
let program: Program;
let priceSource: Awaited<ReturnType<typeof startPriceSource>>;
let folder: string;

function findToken(symbol: string): Token {
  const token = CHAINS[0]?.tokens.find((candidate) => candidate.symbol === symbol);
  if (!token) throw new Error(`no ${symbol}`);
  return token;
}

test.beforeAll(async () => {
  priceSource = await startPriceSource();
  folder = mkdtempSync(join(tmpdir(), "lattice-wallet-"));
  chmodSync(folder, 0o711);
  const settings = {
    DATABASE_URL: await createDatabase(),
    DATA_DIR: join(folder, "data"),
    DEMO: "off",
    AUTH_RATE_LIMITS: "off",
    MARKET_URL: priceSource.url,
  };
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, "wallet-chain/load-prices.ts")], {
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: "production", ...settings },
  });
  [program, ethereum, polygon] = await Promise.all([
    startOwnProgram(settings),
    startChain(1),
    startChain(137),
  ]);
  await ethereum.mintToken(USDC, ME, 1_500_250_000n);
  await ethereum.mintToken(findToken("CRV"), ME, 40n * 10n ** 18n);
});

test.afterAll(async () => {
  await Promise.all([program?.stop(), ethereum?.stop(), polygon?.stop()]);
  priceSource?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openPage(page: Page, path = "/wallet") {
  await page.goto(`${program.url}${path}`);
  await waitUntilInteractive(page);
}

const connect = (page: Page) => page.getByRole("button", { name: "Connect MetaMask" }).click();
const expectDisconnected = (page: Page) =>
  expect(page.getByText("Connect your browser wallet")).toBeVisible();
const clearCalls = (wallet: TestWallet) => wallet.calls.splice(0);

test("without a wallet, the page shows labeled sample data, and its amounts can be hidden", async ({
  page,
}) => {
  await test.step("the sample data is labeled, and the buttons explain that a wallet is missing", async () => {
    await openPage(page);
    await expect(page.getByText("Sample data.")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Bitcoin" })).toContainText("$22,637.31");
    await connect(page);
    await expect(getToast(page, "MetaMask Not Found")).toContainText(
      "Please install MetaMask browser extension to use wallet features.",
    );
    await page.getByRole("button", { name: "Receive" }).click();
    await expect(getToast(page, "Receive Address")).toBeVisible();
    await page.getByRole("button", { name: "Send" }).click();
    await expect(getToast(page, "No wallet connected")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    for (const tab of ["Transactions", "Analytics"]) {
      await page.getByRole("link", { name: tab }).click();
      await expect(page.getByRole("link", { name: tab })).toHaveAttribute("aria-current", "page");
      expect(await findViolations(page)).toEqual([]);
    }
    await expect(page.getByText("Sharpe ratio")).toBeVisible();
  });

  await test.step("hidden amounts stay hidden, even in the server's HTML, while percentages are shown", async () => {
    await openPage(page);
    await page.getByRole("button", { name: "Hide amounts" }).click();
    await expect(page.getByText("$22,637.31")).toHaveCount(0);
    await expect(page.getByText("+2.45%")).toBeVisible();
    // Chromium stores a page's cookies asynchronously.
    await expect
      .poll(async () => (await page.context().cookies()).find(({ name }) => name === "wallet-amounts")?.value)
      .toBe("hidden");
    const response = await page.goto(`${program.url}/wallet`);
    expect(await response?.text()).not.toContain("22,637.31");
    await waitUntilInteractive(page);
    await page.getByRole("button", { name: "Show amounts" }).click();
    await expect(page.getByText("$22,637.31")).toBeVisible();
  });
});

test("a connected wallet shows real balances and its address, is restored, and follows account changes", async ({
  page,
  context,
}) => {
  const wallet = createWallet(ethereum, { accounts: [ME] });
  await installWallets(context, [wallet]);
  await openPage(page);
  await test.step("connecting shows real balances, valued at the price source's prices, and marks assets without a price", async () => {
    await connect(page);
    await expect(getToast(page, "Wallet Connected")).toContainText(SHORT_ADDRESS);
    await expect(page.getByText(/^\d,\d{3}\.\d{4} ETH$|^10,000\.0000 ETH$/).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /USD Coin/ })).toContainText("1,500.2500 USDC");
    await expect(page.getByRole("button", { name: /USD Coin/ })).toContainText("$1,500.25");
    await expect(page.getByRole("button", { name: /Curve DAO/ })).toContainText("No price");
    await expect(page.getByText("Sample data.")).toHaveCount(0);
    // Selecting an asset highlights it and shows details.
    await page.getByRole("button", { name: /USD Coin/ }).click();
    await expect(page.getByRole("button", { name: /USD Coin/ })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText(`Contract: ${USDC.address}`)).toBeVisible();
    // Expanding the address shows it in full, with its checksum.
    await page.getByRole("button", { name: SHORT_ADDRESS }).click();
    await expect(page.getByText("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Analytics" }).click();
    await expect(page.getByText("Best performer")).toBeVisible();
    await page.getByText("Show as a table").first().click();
    await expect(page.getByRole("row", { name: /ETH/ })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step("a connection is restored silently, but not after a disconnect", async () => {
    clearCalls(wallet);
    await openPage(page);
    await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
    await expect(getToast(page, "Wallet Connected")).toHaveCount(0);
    expect(wallet.calls).not.toContain("eth_requestAccounts");
    await page.getByRole("button", { name: "Disconnect" }).click();
    await expect(getToast(page, "Wallet Disconnected")).toContainText("Your wallet has been disconnected.");
    await expect(page.getByRole("button", { name: "Connect MetaMask" })).toBeFocused();
    clearCalls(wallet);
    await openPage(page);
    await expectDisconnected(page);
    expect(wallet.calls).toEqual([]);
  });

  await test.step("Receive shows the full address to scan and copy; Buy and Swap name the external site", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await connect(page);
    await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
    await page.getByRole("button", { name: "Receive" }).click();
    await expect(getToast(page, "Receive Address")).toBeVisible();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("img", { name: "QR code for your address" })).toBeVisible();
    await dialog.getByRole("button", { name: "Copy address" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    );
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).click();
    for (const [action, host] of [
      ["Buy", "ethereum.org"],
      ["Swap", "app.uniswap.org"],
    ] as const) {
      await page.getByRole("button", { name: action, exact: true }).click();
      const link = dialog.getByRole("link", { name: `Open ${host}` });
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
      await expect(link).toHaveAttribute("target", "_blank");
      await dialog.getByRole("button", { name: "Cancel" }).click();
    }
  });

  await test.step("the page follows the wallet when it changes accounts or disconnects", async () => {
    wallet.accounts = [FRIEND];
    await emit(page, wallet, "accountsChanged", [FRIEND]);
    await expect(page.getByRole("button", { name: "0x7099…79C8" })).toBeVisible();
    await expect(page.getByRole("button", { name: /USD Coin/ })).toHaveCount(0);
    await emit(page, wallet, "accountsChanged", []);
    await expect(getToast(page, "Wallet Disconnected")).toBeVisible();
    await expectDisconnected(page);
  });
});

test("wallet errors are explained, and a connection to an unresponsive wallet can be canceled", async ({
  page,
  context,
}) => {
  const wallet = createWallet(ethereum, { accounts: [ME], user: "declines" });
  await installWallets(context, [wallet], "injected");
  await openPage(page);
  await connect(page);
  await expect(getToast(page, "Connection Failed")).toContainText("You declined the request in your wallet.");
  await expect(page.getByRole("button", { name: "Connect MetaMask" })).toBeFocused();
  wallet.user = "has a pending request";
  await connect(page);
  await expect(getToast(page, "Connection Failed")).toContainText(
    "A request is already waiting in your wallet.",
  );
  wallet.user = "doesn't respond";
  await connect(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectDisconnected(page);
  wallet.user = "approves";
  await connect(page);
  await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
});

test("two wallets are listed by name, and only the chosen one is connected", async ({ page, context }) => {
  const fox = createWallet(ethereum, { accounts: [ME], name: "Fox", rdns: "org.example.fox" });
  const hare = createWallet(ethereum, { accounts: [FRIEND], name: "Hare", rdns: "org.example.hare" });
  await installWallets(context, [fox, hare]);
  await openPage(page);
  await expect(page.getByRole("button", { name: "Connect MetaMask" })).toHaveCount(0);
  await page.getByRole("button", { name: "Connect Hare" }).click();
  await expect(page.getByRole("button", { name: "0x7099…79C8" })).toBeVisible();
  expect(fox.calls).toEqual([]);
  await openPage(page);
  await expect(page.getByRole("button", { name: "0x7099…79C8" })).toBeVisible();
});

test("switching to a network that the wallet doesn't know adds it and reloads the page", async ({
  page,
  context,
}) => {
  const wallet = createWallet(ethereum, { accounts: [ME], addableChains: [polygon] });
  await installWallets(context, [wallet]);
  await openPage(page);
  await connect(page);
  await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
  const loadPromise = page.waitForEvent("load");
  await page.getByLabel("Network").selectOption("Polygon");
  await loadPromise;
  await expect(page.getByLabel("Network")).toHaveValue("137");
  await expect(page.getByText(/10,000\.0000 POL/).first()).toBeVisible();
  expect(wallet.calls).toContain("wallet_addEthereumChain");
  expect(formatChainId(wallet.chain)).toBe("0x89");
  await page.getByLabel("Network").selectOption("Base");
  await expect(getToast(page, "Network Switch Failed")).toContainText("The network could not be reached.");
  wallet.user = "declines";
  await page.getByLabel("Network").selectOption("Ethereum");
  await expect(getToast(page, "Network Switch Failed")).toContainText("You declined the request");
  await expect(page.getByLabel("Network")).toHaveValue("137");
});

test("coins and tokens are sent after a review that shows the fee, and each transfer is tracked until it is mined", async ({
  page,
  context,
}) => {
  const wallet = createWallet(ethereum, { accounts: [ME] });
  await installWallets(context, [wallet]);
  await openPage(page);
  await connect(page);
  await expect(page.getByRole("button", { name: SHORT_ADDRESS })).toBeVisible();
  await page.getByRole("button", { name: "Send" }).click();
  const dialog = page.getByRole("dialog");
  // Errors are shown next to their fields, and no input is lost.
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByText("Enter the address to send to.")).toBeVisible();
  await expect(dialog.getByText("Enter an amount.")).toBeVisible();
  await dialog.getByLabel("Recipient").fill("0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
  await dialog.getByLabel("Amount in ETH").fill("99999999");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This address has a typo")).toBeVisible();
  await expect(dialog.getByText("Your ETH balance is too low.")).toBeVisible();
  await expect(dialog.getByLabel("Recipient")).toBeFocused();
  await dialog.getByLabel("Recipient").fill(FRIEND);
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByLabel("Amount in ETH")).toBeFocused();
  await expect(dialog.getByText("Your ETH balance is too low.")).toBeVisible();
  await dialog.getByLabel("Amount in ETH").fill("1.25");
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByText("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")).toBeVisible();
  await expect(dialog.getByText(/^0\.0000\d\d ETH$/)).toBeVisible();
  expect(wallet.calls).not.toContain("eth_sendTransaction");
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  wallet.user = "declines";
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText("You declined the request in your wallet.")).toBeVisible();
  wallet.user = "approves";
  await ethereum.setAutomine(false);
  const balanceBefore = BigInt((await ethereum.rpc("eth_getBalance", [FRIEND, "latest"])) as string);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText("Waiting for confirmation")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Done" })).toBeFocused();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Send" })).toBeFocused();
  await page.getByRole("link", { name: "Transactions" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Sent ETH" })).toContainText("pending");
  await ethereum.mineBlock();
  await expect(page.getByRole("listitem").filter({ hasText: "Sent ETH" })).toContainText("completed");
  await ethereum.setAutomine(true);
  const balanceAfter = BigInt((await ethereum.rpc("eth_getBalance", [FRIEND, "latest"])) as string);
  expect(balanceAfter - balanceBefore).toBe(1_250_000_000_000_000_000n);

  await page.getByRole("button", { name: "Send" }).click();
  await dialog.getByLabel("Asset").selectOption({ label: "USDC (1,500.2500)" });
  await dialog.getByLabel("Recipient").fill(USDC.address);
  await dialog.getByRole("button", { name: "Max" }).click();
  await expect(dialog.getByLabel("Amount in USDC")).toHaveValue("1500.25");
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByText("This is the USDC token contract.")).toBeVisible();
  await dialog.getByLabel("Recipient").fill(FRIEND);
  await dialog.getByLabel("Amount in USDC").fill("500.25");
  await dialog.getByRole("button", { name: "Review" }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText("Completed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Assets" }).click();
  await expect(page.getByRole("button", { name: /USD Coin/ })).toContainText("1,000.0000 USDC");
});
