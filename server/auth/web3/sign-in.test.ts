import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCookieHeader } from "../testing.ts";
import { createWallet, createWalletFixture, PAGE, type WalletFixture } from "./wallet.fixture.ts";

let wallets: WalletFixture;
let fixture: WalletFixture["fixture"];
beforeAll(async () => {
  wallets = await createWalletFixture();
  ({ fixture } = wallets);
});
afterAll(() => fixture.end());

describe("signInWithWeb3 of the official client", () => {
  test("creates an account without an email address, and signs in to it again", async () => {
    const wallet = createWallet();
    const { data, error } = await wallets.signIn(wallet);
    expect(error).toBeNull();
    const user = data.user;
    expect(user).toMatchObject({
      email: "",
      phone: "",
      is_anonymous: false,
      app_metadata: { provider: "web3", providers: ["web3"] },
      user_metadata: { username: expect.stringMatching(/^member_\d+$/) },
    });
    expect(user?.identities).toMatchObject([
      {
        provider: "web3",
        id: `web3:ethereum:${wallet.address.toLowerCase()}`,
        identity_data: { custom_claims: { chain: "ethereum", address: wallet.address } },
      },
    ]);
    // The token doesn't contain the wallet's address.
    const claims = JSON.parse(
      Buffer.from(data.session?.access_token.split(".")[1] ?? "", "base64url").toString(),
    );
    expect(claims).toMatchObject({ amr: [{ method: "web3" }], aal: "aal1", is_anonymous: false });
    expect(JSON.stringify(claims).toLowerCase()).not.toContain(wallet.address.slice(2, 10).toLowerCase());

    fixture.clock.advance(1);
    const secondSignIn = await wallets.signIn(wallet);
    expect([secondSignIn.error, secondSignIn.data.user?.id]).toEqual([null, user?.id]);
  });

  test("accepts a nonce that we issued, and one that the client chose", async () => {
    const wallet = createWallet();
    for (const nonce of [await wallets.requestNonce(), "3f2a9c1e-client"]) {
      const { data, error } = await wallets.signIn(wallet, { nonce });
      expect([error, data.user?.identities?.length]).toEqual([null, 1]);
    }
  });

  test("returns a readable message when the sign-in is refused", async () => {
    const { error } = await wallets.signIn(createWallet(), { nonce: `s1${"0".repeat(48)}` });
    expect(error).toMatchObject({ status: 400, message: "This signature has expired. Sign again." });
  });

  test("is refused for Solana, which is turned off", async () => {
    const { error } = await fixture.client().signInWithWeb3({
      chain: "solana",
      message: "lattice.test wants you to sign in with your Solana account:",
      signature: new Uint8Array(64),
    });
    expect(error).toMatchObject({ status: 422, code: "web3_provider_disabled" });
  });
});

describe("a message signs in", () => {
  test("once, even in parallel, with and without a nonce", async () => {
    const wallet = createWallet();
    const { nonce } = (await fixture.call("POST", "/web3/nonce")).body;
    for (const message of [
      wallets.buildMessage(wallet, { nonce }),
      wallets.buildMessage(wallet),
      wallets.buildMessage(wallet, { nonce: "chosen-by-client" }),
    ]) {
      const responses = await Promise.all([1, 2, 3].map(() => wallets.signAndSend(wallet, message)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      expect(responses.find(({ status }) => status === 400)?.body).toEqual({
        error: "invalid_grant",
        error_description: "This signature was already used. Sign again.",
      });
    }
    // A nonce works only once, even for a different message.
    const otherMessage = wallets.buildMessage(wallet, { nonce, statement: "Again." });
    expect((await wallets.signAndSend(wallet, otherMessage)).body.error_description).toMatch(/already used/);
  });

  test("to only one account if a wallet's first sign-ins are parallel and spell its address differently", async () => {
    const wallet = createWallet();
    const digits = wallet.address.slice(2);
    const users = await Promise.all(
      [digits, digits.toLowerCase(), digits.toUpperCase()].map(async (spelling) => {
        const message = wallets.buildMessage({ address: `0x${spelling}` }, { statement: spelling });
        return (await wallets.signAndSend(wallet, message)).body.user;
      }),
    );
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    expect(users.map(({ identities }) => identities.length)).toEqual([1, 1, 1]);
  });

  test("only once: the record of its use isn't deleted before the message has expired", async () => {
    const wallet = createWallet();
    const message = wallets.buildMessage(wallet);
    expect((await wallets.signAndSend(wallet, message)).status).toBe(200);
    // Time also passes while this test is running.
    fixture.clock.advance(540);
    await fixture.auth.deleteExpiredData();
    expect((await wallets.signAndSend(wallet, message)).body.error_description).toMatch(/already used/);
    fixture.clock.advance(600);
    await fixture.auth.deleteExpiredData();
    expect((await fixture.database.pool.query("select from auth.used_wallet_messages")).rowCount).toBe(0);
    expect((await wallets.signAndSend(wallet, message)).body.error_description).toMatch(/expired/);
  });
});

const SECOND_MS = 1000;
const fromNow = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * SECOND_MS);
type Changes = NonNullable<Parameters<WalletFixture["buildMessage"]>[1]>;

describe("a message is refused", () => {
  test.each<[what: string, change: () => Changes, reason: RegExp]>([
    ["for another domain", () => ({ domain: "evil.example" }), /another site/],
    ["for another port", () => ({ domain: "lattice.test:8080" }), /another site/],
    ["for a URI on another site", () => ({ uri: "http://evil.example/auth" }), /another site/],
    [
      "for a completely different site",
      () => ({ domain: "evil.example", uri: "http://evil.example/" }),
      /another site/,
    ],
    ["for a loopback address", () => ({ domain: "127.0.0.1", uri: "http://127.0.0.1/" }), /another site/],
    ["for another scheme", () => ({ uri: "https://lattice.test/" }), /another site/],
    ["with a scheme that its URI doesn't have", () => ({ scheme: "https" }), /another site/],
    ["with user info in its URI", () => ({ uri: "http://lattice.test@evil.example/" }), /another site/],
    ["for an unknown network", () => ({ chainId: 31_337 }), /network 31337\. Switch/],
    ["when it has expired", () => ({ expirationTime: fromNow(-1) }), /expired/],
    ["when it isn't valid yet", () => ({ notBefore: fromNow(60) }), /isn't valid yet/],
    ["when it is old", () => ({ issuedAt: fromNow(-601) }), /expired/],
    ["when it is dated in the future", () => ({ issuedAt: fromNow(180) }), /isn't valid yet/],
    ["with a made-up nonce in our format", () => ({ nonce: `s1${"a".repeat(48)}` }), /expired/],
    ["with a short nonce", () => ({ nonce: "1234567" }), /malformed/],
    ["without a URI", () => ({ uri: "" }), /malformed/],
    ["with a field in its statement", () => ({ statement: `x\n\nURI: ${PAGE}\nVersion: 1` }), /malformed/],
    ["with text after its end", () => ({ nonce: "12345678\nAnd more" }), /malformed/],
  ])("%s", async (_what, change, reason) => {
    const wallet = createWallet();
    const { status, body } = await wallets.signAndSend(wallet, wallets.buildMessage(wallet, change()));
    expect([status, body.error_description]).toEqual([400, expect.stringMatching(reason)]);
    expect(body.access_token).toBeUndefined();
  });

  test("with a nonce that has expired, or that was issued to link a wallet", async () => {
    const wallet = createWallet();
    const nonce = await wallets.requestNonce();
    const { session } = await fixture.register();
    const linkNonce = await wallets.requestNonce(session.access_token);
    const linkMessage = wallets.buildMessage(wallet, { nonce: linkNonce });
    expect((await wallets.signAndSend(wallet, linkMessage)).body.error_description).toMatch(/expired/);
    fixture.clock.advance(600);
    const lateMessage = wallets.buildMessage(wallet, { nonce });
    expect((await wallets.signAndSend(wallet, lateMessage)).body.error_description).toMatch(/expired/);
  });

  test("when it was changed, or when another wallet signed it", async () => {
    const [wallet, otherWallet] = [createWallet(), createWallet()];
    const message = wallets.buildMessage(wallet);
    const signature = await wallet.signMessage({ message });
    const refusal = { status: 400, body: { error: "invalid_grant" } };
    expect(await wallets.send(message.replace("Chain ID: 1", "Chain ID: 10"), signature)).toMatchObject(
      refusal,
    );
    expect(await wallets.send(wallets.buildMessage(otherWallet), signature)).toMatchObject(refusal);
    expect(await wallets.signAndSend(otherWallet, message)).toMatchObject({
      body: { error_description: expect.stringContaining("doesn't match the wallet's address") },
    });
    expect((await wallets.send(message, signature)).status).toBe(200);
  });

  test.each([
    ["no message", { signature: "0x00" }, /required/],
    ["no signature", { message: "x" }, /required/],
    ["an empty message", { message: "", signature: "0x00" }, /required/],
    ["a huge message", { message: "x".repeat(9_000), signature: "0x00" }, /malformed/],
  ])("if the request has %s", async (_what, body, reason) => {
    const response = await fixture.call("POST", "/token?grant_type=web3", {
      body: { chain: "ethereum", ...body },
    });
    expect([response.status, response.body.error_description]).toEqual([400, expect.stringMatching(reason)]);
  });

  test.each([
    ["an empty signature", ""],
    ["a signature without digits", "0x"],
    ["a signature that isn't hexadecimal", "hello"],
    ["a signature with an odd number of digits", "0x123"],
    ["a signature of zeros", `0x${"00".repeat(65)}`],
    ["a signature of ones", `0x${"ff".repeat(65)}`],
    ["a huge signature", `0x${"00".repeat(10_001)}`],
  ])("with %s", async (_what, signature) => {
    const { status, body } = await wallets.send(wallets.buildMessage(createWallet()), signature);
    expect([status, body.access_token]).toEqual([400, undefined]);
  });

  test("for another chain, and with fields of the wrong type", async () => {
    const call = (body: object) => fixture.call("POST", "/token?grant_type=web3", { body });
    expect((await call({ chain: "bitcoin" })).body.error_code).toBe("web3_unsupported_chain");
    expect((await call({})).body.error_code).toBe("web3_unsupported_chain");
    expect((await call({ chain: "ethereum", message: 1, signature: "0x" })).body.error_code).toBe("bad_json");
  });
});

test("a message for another site is accepted if the operator allows redirects to that site", async () => {
  const allowingSite = await createWalletFixture({
    database: fixture.database,
    auth: { redirectAllow: ["https://app.example/**"] },
  });
  const wallet = createWallet();
  const message = allowingSite.buildMessage(wallet, {
    domain: "app.example",
    uri: "https://app.example/in?a=1",
  });
  expect((await allowingSite.signAndSend(wallet, message)).status).toBe(200);
  expect((await wallets.signAndSend(wallet, message)).body.error_description).toMatch(/another site/);
});

test("sign-in requests and nonces are limited per IP address", async () => {
  const limitedSite = await createWalletFixture({ auth: { rateLimits: true } });
  try {
    const callFrom = (ip: string, path: string, body: object) =>
      limitedSite.fixture.call("POST", path, { body, headers: { "x-forwarded-for": ip } });
    const path = "/token?grant_type=web3";
    for (let attempt = 0; attempt < 30; attempt += 1) {
      expect((await callFrom("203.0.113.7", path, { chain: "ethereum" })).status).toBe(400);
      expect((await callFrom("203.0.113.7", "/web3/nonce", {})).status).toBe(200);
    }
    for (const limitedPath of [path, "/web3/nonce"])
      expect((await callFrom("203.0.113.7", limitedPath, {})).body.error_code).toBe(
        "over_request_rate_limit",
      );
    expect((await callFrom("203.0.113.8", "/web3/nonce", {})).status).toBe(200);
  } finally {
    await limitedSite.fixture.end();
  }
});

describe("a member without an email address or phone number", () => {
  const SECONDS_PER_DAY = 24 * 60 * 60;
  const createStrictSite = () =>
    createWalletFixture({ database: fixture.database, auth: { anonymous: true, reauthentication: true } });

  async function getViewer({ auth }: WalletFixture["fixture"], session: object | null) {
    const identity = await auth.identify(buildCookieHeader(session ?? {}));
    if (identity.state !== "member") throw new Error("not signed in");
    return identity.member;
  }

  test("is asked for another sign-in with the wallet instead of a code, and that sign-in counts as recent", async () => {
    const strictSite = await createStrictSite();
    const { auth, client, clock } = strictSite.fixture;
    const wallet = createWallet();
    const { data } = await strictSite.signIn(wallet);
    const viewer = await getViewer(strictSite.fixture, data.session);
    const getConfirmation = async (member: typeof viewer) =>
      (await auth.account.describe(member)).passwordChangeRequires.confirmation;
    expect(await getConfirmation(viewer)).toBeNull();
    clock.advance(SECONDS_PER_DAY + 60);
    expect(await getConfirmation(viewer)).toBe("sign-in");
    expect(await auth.account.describeProof(viewer)).toMatchObject({
      first: "none",
      allowsOneTimeCode: false,
    });
    await expect(auth.requireStepUp(viewer)).rejects.toMatchObject({ code: "step_up_required" });

    const { data: newData } = await strictSite.signIn(wallet);
    const newViewer = await getViewer(strictSite.fixture, newData.session);
    await auth.requireStepUp(newViewer);
    expect(await getConfirmation(newViewer)).toBeNull();
    const newClient = client();
    await newClient.setSession(newData.session ?? { access_token: "", refresh_token: "" });
    expect((await newClient.updateUser({ password: "a fine secret" })).error).toBeNull();
  });

  test("who couldn't sign in again is asked to add an email address, and is asked for a code once there is an address", async () => {
    const strictSite = await createStrictSite();
    const { auth, client, clock, database } = strictSite.fixture;
    const { data } = await client().signInAnonymously();
    const viewer = await getViewer(strictSite.fixture, data.session);
    clock.advance(SECONDS_PER_DAY + 60);
    const getConfirmation = async () =>
      (await auth.account.describe(viewer)).passwordChangeRequires.confirmation;
    expect(await getConfirmation()).toBe("address");
    await database.pool.query("update auth.users set email = 'new@example.org' where id = $1", [viewer.id]);
    expect(await getConfirmation()).toBe("code");
  });
});
