import { ACCOUNTS, type TestChain } from "#server/testing/chain/chain.ts";
import { expect, test } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { createWallet, installWallets } from "./wallet-chain/wallets.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/** A network that can't be reached. Connecting needs only the account's address, so it works without a network. */
const unreachableChain: TestChain = {
  id: 1,
  url: "",
  rpc: async () => {
    throw new Error("The network is not reachable.");
  },
  mintToken: async () => {},
  deployContractWallet: async () => {},
  setAutomine: async () => {},
  mineBlock: async () => {},
  stop: async () => {},
};

test("connecting adds the address to the bio unless the member opts out", async ({
  page,
  plain,
  context,
  member,
}) => {
  await installWallets(context, [createWallet(unreachableChain, { accounts: [ACCOUNTS[0]] })]);
  await plain.goto("/settings");
  await plain.submit("Save bio", { Bio: "I build bridges." });
  expect(plain.notice).toContain("Bio saved");

  await page.goto("/wallet");
  await waitUntilInteractive(page);
  const checkbox = page.getByRole("checkbox", { name: "Show my address on my profile" });
  await expect(checkbox).toBeChecked();
  await checkbox.uncheck();
  await page.getByRole("button", { name: "Connect MetaMask" }).click();
  await expect(getToast(page, "Wallet Connected")).toBeVisible();
  // The network's error is shown instead of sample data.
  await expect(page.getByText("Couldn't read balances: The network is not reachable.")).toBeVisible();
  await expect(page.getByText("Sample data.")).toHaveCount(0);
  const profilePath = `/u/${encodeURIComponent(member.username)}`;
  const hasWalletLine = async () =>
    (await (await context.request.get(profilePath)).text()).includes(`Wallet: ${ADDRESS}`);
  expect(await hasWalletLine()).toBe(false);

  await checkbox.check();
  await expect.poll(hasWalletLine).toBe(true);
  expect((await plain.goto(profilePath)).text).toContain("I build bridges.");
  await page.reload();
  await waitUntilInteractive(page);
  await expect(page.getByRole("button", { name: "0xf39F…2266" })).toBeVisible();
  await checkbox.uncheck();
  await expect.poll(hasWalletLine).toBe(false);
  expect((await plain.goto(profilePath)).text).toContain("I build bridges.");
});
