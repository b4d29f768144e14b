import type { BrowserContext, Page } from "@playwright/test";
import { ACCOUNTS, startChain, type TestChain } from "#server/testing/chain/chain.ts";
import { configureSite, createUser, expect, getAccountMenu, REFUSED_AUTH_REQUEST, test } from "./accounts.ts";
import { findViolations } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { showScreen } from "./screens.ts";
import { createWallet, installWallets, type TestWallet } from "./wallet-chain/wallets.ts";

configureSite({ AUTH_ETHEREUM: "on" });

const [MY_ADDRESS, OTHER_ADDRESS, THIRD_ADDRESS] = ACCOUNTS;
let ethereum: TestChain;
test.beforeAll(async () => {
  ethereum = await startChain(1);
});
test.afterAll(() => ethereum?.stop());

async function installWallet(
  context: BrowserContext,
  overrides: Partial<TestWallet> = {},
): Promise<TestWallet> {
  const wallet = createWallet(ethereum, { accounts: [MY_ADDRESS], ...overrides });
  await installWallets(context, [wallet]);
  return wallet;
}

async function openPage(page: Page, path = "/auth?next=%2Fsettings%2Fsecurity") {
  await page.goto(path);
  await waitUntilInteractive(page);
}

const getEthereumButton = (page: Page) => page.getByRole("button", { name: "Sign in with Ethereum" });
/** The notice after a sign-in to a new or an existing account. */
const SIGN_IN_NOTICE = /^(Account created|Welcome back)!$/;
const getSignInMethods = (page: Page) => page.getByRole("region", { name: "Sign-in methods" });

async function signInWithPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

test("a visitor with a wallet gets an account, and signs in to it again", async ({ page, context }) => {
  const wallet = await installWallet(context);
  await openPage(page);
  expect(await findViolations(page)).toEqual([]);
  await getEthereumButton(page).click();
  await expect(getToast(page, "Account created!")).toBeVisible();
  const address = getSignInMethods(page).getByText(/^0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/);
  await expect(address).toBeVisible();
  await expect(getSignInMethods(page).getByText("This is the only way you can sign in")).toBeVisible();
  expect(wallet.calls).toEqual(["eth_requestAccounts", "eth_chainId", "personal_sign"]);

  // Signing in neither connects the wallet on the wallet page nor puts its address into the username.
  await showScreen(page, "/wallet");
  await expect(page.getByText("Connect your browser wallet")).toBeVisible();
  expect(wallet.calls).toHaveLength(3);
  const username = (await page.getByRole("button", { name: /account menu/i }).textContent()) ?? "";
  expect(username.toLowerCase()).not.toContain("0xf39f");

  await test.step("after signing in through the dialog, the page it was opened on is still shown", async () => {
    await context.clearCookies();
    await openPage(page, "/terms");
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await getEthereumButton(page).click();
    await expect(getToast(page, "Welcome back!")).toBeVisible();
    await expect(page).toHaveURL("/terms");
    await showScreen(page, "/settings/security");
    await expect(address).toBeVisible();
  });
});

test("a member links a wallet, signs in with it and unlinks it", async ({ page, context, site }) => {
  await installWallet(context, { accounts: [OTHER_ADDRESS] });
  const member = await createUser(site);
  await openPage(page);
  await signInWithPassword(page, member);
  await getSignInMethods(page).getByRole("button", { name: "Link an Ethereum wallet" }).click();
  await expect(getToast(page, "Wallet linked")).toBeVisible();
  await expect(getSignInMethods(page).getByText(/^0x70997970C51812dc3A010C7d01b50e0d17dc79C8/)).toBeVisible();
  await expect
    .poll(() => site.listSecurityNotices(member.email))
    .toContain("A sign-in method was added to your Lattice account");

  await context.clearCookies();
  await openPage(page);
  await getEthereumButton(page).click();
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(getAccountMenu(page, member.username)).toBeVisible();
  await getSignInMethods(page)
    .getByRole("button", { name: /^Unlink Ethereum wallet/ })
    .click();
  await expect(getToast(page, "Sign-in method removed")).toBeVisible();
  await expect(getSignInMethods(page).getByText(/^0x70997970/)).toHaveCount(0);
});

test("a wallet that is linked to another account can't be linked", async ({
  page,
  context,
  site,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  await installWallet(context, { accounts: [THIRD_ADDRESS] });
  await openPage(page);
  await getEthereumButton(page).click();
  await expect(getToast(page, "Account created!")).toBeVisible();
  await context.clearCookies();
  await openPage(page);
  await signInWithPassword(page, await createUser(site));
  await getSignInMethods(page).getByRole("button", { name: "Link an Ethereum wallet" }).click();
  await expect(getSignInMethods(page).getByText("already linked to another account")).toBeVisible();
});

test("problems with the wallet are explained, and the visitor can try again", async ({ page, context }) => {
  const wallet = await installWallet(context, { accounts: [MY_ADDRESS], user: "declines" });
  await openPage(page);
  await getEthereumButton(page).click();
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const retryButton = page.getByRole("button", { name: "Use Test Wallet" });

  wallet.user = "approves";
  // The test wallet reports this ID without asking the chain.
  wallet.chain = { ...ethereum, id: 31_337 };
  await retryButton.click();
  await expect(page.getByText("doesn't accept your wallet's current network")).toContainText(
    "Ethereum, Base",
  );

  wallet.chain = ethereum;
  wallet.user = "doesn't respond";
  await retryButton.click();
  await expect(page.getByText("Waiting for Test Wallet")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();

  wallet.user = "approves";
  await retryButton.click();
  await expect(page.getByText(SIGN_IN_NOTICE)).toBeVisible();
});

test("a visitor without a wallet sees how to get one, and a visitor with several selects one", async ({
  page,
  context,
}) => {
  await openPage(page);
  await getEthereumButton(page).click();
  await expect(page.getByText("We couldn't find a wallet in this browser.")).toBeVisible();
  await page.getByRole("button", { name: "Search again" }).click();
  await expect(page.getByText("We couldn't find a wallet in this browser.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await installWallets(context, [
    createWallet(ethereum, { accounts: [MY_ADDRESS] }),
    createWallet(ethereum, { accounts: [OTHER_ADDRESS], name: "Second Wallet", rdns: "org.example.second" }),
  ]);
  await openPage(page);
  await getEthereumButton(page).click();
  await page.getByRole("button", { name: "Use Second Wallet" }).click();
  await expect(page.getByText(SIGN_IN_NOTICE)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in with a wallet, which needs scripts, isn't offered", async ({ page, allowProblem }) => {
    allowProblem(/request failed: .*\.js csp$/);
    await page.goto("/auth");
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
    await expect(getEthereumButton(page)).toBeHidden();
  });
});
