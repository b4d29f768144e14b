import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { startChain, type TestChain } from "#server/testing/chain/chain.ts";
import { buildCookieHeader } from "../testing.ts";
import { createWallet, createWalletFixture, type WalletFixture } from "./wallet.fixture.ts";

let chain: TestChain;
let wallets: WalletFixture;
let fixture: WalletFixture["fixture"];
beforeAll(async () => {
  chain = await startChain(10);
  wallets = await createWalletFixture({
    auth: { ethereum: { isEnabled: true, nodes: new Map([[10, chain.url]]) } },
  });
  ({ fixture } = wallets);
});
afterAll(async () => {
  await chain?.stop();
  await fixture?.end();
});

/** Deploys a contract wallet on network 10 for a new owner. */
async function deploy() {
  const owner = createWallet();
  const { address } = createWallet();
  await chain.deployContractWallet(address, owner.address);
  return { address, owner };
}

async function signIn(contract: Awaited<ReturnType<typeof deploy>>, { site = wallets, chainId = 10 } = {}) {
  const message = site.buildMessage(contract, { chainId });
  return site.send(message, await contract.owner.signMessage({ message }));
}

test("a contract wallet signs in with a signature that the contract accepts, once per signature", async () => {
  const contract = await deploy();
  const message = wallets.buildMessage(contract, { chainId: 10 });
  const signature = await contract.owner.signMessage({ message });
  const responses = await Promise.all([1, 2].map(() => wallets.send(message, signature)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { user } = responses.find(({ status }) => status === 200)?.body ?? {};
  expect(user.identities[0]).toMatchObject({
    id: `web3:ethereum:10:${contract.address.toLowerCase()}`,
    identity_data: { custom_claims: { address: contract.address, network: 10 } },
  });
  fixture.clock.advance(1);
  const secondSignIn = await signIn(contract);
  expect(secondSignIn.body.user.id).toBe(user.id);
  const identity = await fixture.auth.identify(buildCookieHeader(secondSignIn.body));
  const account = await fixture.auth.account.describe(identity.state === "member" ? identity.member : null);
  expect(account.signInMethods?.linked).toMatchObject([
    { label: "Ethereum wallet", account: `${contract.address} (OP Mainnet)`, canUnlink: false },
  ]);
});

test("a signature by someone else, or for an address without a contract, is refused", async () => {
  const contract = await deploy();
  const walletWithOtherOwner = { ...contract, owner: createWallet() };
  const addressWithoutContract = { address: createWallet().address, owner: createWallet() };
  for (const wallet of [walletWithOtherOwner, addressWithoutContract]) {
    const { status, body } = await signIn(wallet);
    expect([status, body]).toEqual([
      400,
      { error: "invalid_grant", error_description: "The signature doesn't match the wallet's address." },
    ]);
  }
  // The contract reverts for this signature.
  const message = wallets.buildMessage(contract, { chainId: 10 });
  expect((await wallets.send(message, "0x1234")).body.error).toBe("invalid_grant");
});

test("the same address on another network is a different wallet, and can't sign in if that network has no node", async () => {
  const contract = await deploy();
  const firstUser = (await signIn(contract)).body.user;
  const { body } = await signIn(contract, { chainId: 1 });
  expect(body.error_description).toMatch(/can't verify contract wallets/);

  const otherChain = await startChain(137);
  try {
    await otherChain.deployContractWallet(contract.address, contract.owner.address);
    const twoNetworkSite = await createWalletFixture({
      database: fixture.database,
      auth: {
        ethereum: {
          isEnabled: true,
          nodes: new Map([
            [10, chain.url],
            [137, otherChain.url],
          ]),
        },
      },
    });
    const secondUser = (await signIn(contract, { site: twoNetworkSite, chainId: 137 })).body.user;
    expect(secondUser.id).not.toBe(firstUser.id);
  } finally {
    await otherChain.stop();
  }
});

test("a wallet with its own key and a contract wallet at the same address are different wallets", async () => {
  const keyWallet = createWallet();
  const keyUser = (await wallets.signAndSend(keyWallet, wallets.buildMessage(keyWallet, { chainId: 10 })))
    .body.user;
  const owner = createWallet();
  await chain.deployContractWallet(keyWallet.address, owner.address);
  const contractUser = (await signIn({ address: keyWallet.address, owner })).body.user;
  expect(contractUser.id).not.toBe(keyUser.id);
});

describe("a contract wallet can't sign in", () => {
  /** Starts a node that answers every call with the result of `answer`. */
  async function startNode(answer: (method: string) => object | string) {
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const result = answer(JSON.parse(body).method);
      response.end(
        typeof result === "string" ? result : JSON.stringify({ jsonrpc: "2.0", id: 1, ...result }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      end: () => {
        server.closeAllConnections();
        server.close();
      },
    };
  }

  const VALID_RESULT = `0x1626ba7e${"0".repeat(56)}`;
  const UNREACHABLE = /couldn't reach the wallet's network/;
  const MISMATCH = /doesn't match the wallet's address\.$/;

  test.each<[what: string, answer: (method: string) => object | string, reason: RegExp]>([
    [
      "when the node is on another network",
      (method) => ({ result: method === "eth_chainId" ? "0x1" : VALID_RESULT }),
      UNREACHABLE,
    ],
    ["when the node doesn't respond with JSON", () => "busy", UNREACHABLE],
    [
      "when the node is overloaded",
      () => ({ error: { code: -32_005, message: "limit exceeded" } }),
      UNREACHABLE,
    ],
    [
      "when the node's result only begins like a valid one",
      (method) => ({ result: method === "eth_chainId" ? "0xa" : `${VALID_RESULT}00` }),
      MISMATCH,
    ],
    [
      "when the node responds with true",
      (method) => ({ result: method === "eth_chainId" ? "0xa" : `0x${"0".repeat(63)}1` }),
      MISMATCH,
    ],
    [
      "when the node responds with nothing",
      (method) => ({ result: method === "eth_chainId" ? "0xa" : "0x" }),
      MISMATCH,
    ],
  ])("%s", async (_what, answer, reason) => {
    const node = await startNode(answer);
    try {
      const site = await createWalletFixture({
        database: fixture.database,
        auth: { ethereum: { isEnabled: true, nodes: new Map([[10, node.url]]) } },
      });
      const { status, body } = await signIn(await deploy(), { site });
      expect([status, body.error_description]).toEqual([400, expect.stringMatching(reason)]);
    } finally {
      node.end();
    }
  });
});

test("an error says when too many contract wallets are being verified", async () => {
  const limits = createRateLimits(fixture.database.pool, { enabled: true });
  const consume = () => limits.consume("auth.web3_node", "all", { points: 120, durationSeconds: 60 });
  for (let count = 0; count < 120; count += 1) await consume();
  const limitedSite = await createWalletFixture({
    database: fixture.database,
    auth: {
      rateLimits: true,
      ethereum: { isEnabled: true, nodes: new Map([[10, chain.url]]) },
    },
  });
  const { status, body } = await signIn(await deploy(), { site: limitedSite });
  expect([status, body]).toEqual([
    400,
    {
      error: "temporarily_unavailable",
      error_description: "We're verifying too many contract wallets right now. Please try again in a minute.",
    },
  ]);
});

test("a contract wallet counts as a sign-in method only while its network has a node", async () => {
  const siteWithoutNode = await createWalletFixture({ database: fixture.database });
  const contract = await deploy();
  const { access_token: token, user } = (await signIn(contract)).body;
  const keyWallet = createWallet();
  await wallets.link(keyWallet, token);
  const { body } = await fixture.call("GET", "/user", { token });
  const keyIdentityId = body.identities.find(({ id }: { id: string }) => !id.includes(":10:")).identity_id;
  const unlink = (site: WalletFixture) =>
    site.fixture.call("DELETE", `/user/identities/${keyIdentityId}`, { token });
  expect((await unlink(siteWithoutNode)).body.error_code).toBe("single_identity_not_deletable");
  expect((await unlink(wallets)).status).toBe(200);
  expect((await signIn(contract)).body.user.id).toBe(user.id);
});
