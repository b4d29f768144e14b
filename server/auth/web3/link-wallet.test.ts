import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";
import { createWallet, createWalletFixture, type WalletFixture } from "./wallet.fixture.ts";

let wallets: WalletFixture;
let fixture: WalletFixture["fixture"];
beforeAll(async () => {
  wallets = await createWalletFixture({ auth: { anonymous: true } });
  ({ fixture } = wallets);
});
afterAll(() => fixture.end());

const register = async () => {
  const member = await fixture.register();
  return { ...member, id: member.session.user.id, token: member.session.access_token };
};
const readUser = async (token: string) => (await fixture.call("GET", "/user", { token })).body;

describe("linking a wallet", () => {
  test("lets the wallet sign in to the account from then on, and notifies the owner", async () => {
    const member = await register();
    const wallet = createWallet();
    const { status, body } = await wallets.link(wallet, member.token);
    expect([status, body.id]).toEqual([200, member.id]);
    expect(body.app_metadata).toEqual({ provider: "email", providers: ["email", "web3"] });
    const email = await fixture.getLastMessageTo(member.email);
    expect(email.subject).toMatch(/^A sign-in method was added/);
    expect(email.text).toMatch(/the Ethereum wallet 0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}\./);
    const { data } = await wallets.signIn(wallet);
    expect(data.user?.id).toBe(member.id);
    // Linking it again changes nothing, and a second wallet can also be linked.
    expect((await wallets.link(wallet, member.token)).body.identities).toHaveLength(2);
    expect((await wallets.link(createWallet(), member.token)).body.identities).toHaveLength(3);
  });

  test("is refused for another account's wallet, even if two members link it at the same time", async () => {
    const wallet = createWallet();
    const members = await Promise.all([register(), register()]);
    const responses = await Promise.all(members.map(({ token }) => wallets.link(wallet, token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(responses.find(({ status }) => status === 422)?.body).toMatchObject({
      error_code: "identity_already_exists",
      msg: "This wallet is already linked to another account.",
    });
  });

  test("during its first sign-in links it to only one account", async () => {
    const member = await register();
    const wallet = createWallet();
    const [linkResponse, signInResult] = await Promise.all([
      wallets.link(wallet, member.token),
      wallets.signIn(wallet),
    ]);
    const ownerId = signInResult.data.user?.id;
    expect(linkResponse.status).toBe(ownerId === member.id ? 200 : 422);
    fixture.clock.advance(1);
    expect((await wallets.signIn(wallet)).data.user?.id).toBe(ownerId);
  });

  test("needs a nonce issued to this session; another member's nonce and one for signing in are refused", async () => {
    const [member, otherMember] = await Promise.all([register(), register()]);
    const wallet = createWallet();
    const nonces = [
      await wallets.requestNonce(),
      await wallets.requestNonce(otherMember.token),
      "my-own-nonce",
      undefined,
    ];
    const messages: string[] = [];
    for (const nonce of nonces) {
      const message = wallets.buildMessage(wallet, { nonce });
      const signature = await wallet.signMessage({ message });
      const response = await fixture.call("POST", "/user/web3", {
        token: member.token,
        body: { message, signature },
      });
      expect([response.status, response.body.error_code]).toEqual([400, "validation_failed"]);
      messages.push(response.body.msg);
    }
    expect(messages).toEqual([
      ...Array(2).fill("This signature has expired. Sign again."),
      ...Array(2).fill("The signed message doesn't contain a nonce from this site."),
    ]);
    expect((await readUser(member.token)).identities).toHaveLength(1);
  });

  test("works once per signature", async () => {
    const member = await register();
    const wallet = createWallet();
    const message = wallets.buildMessage(wallet, { nonce: await wallets.requestNonce(member.token) });
    const body = { message, signature: await wallet.signMessage({ message }) };
    const call = () => fixture.call("POST", "/user/web3", { token: member.token, body });
    expect((await call()).status).toBe(200);
    expect((await call()).body.msg).toMatch(/already used/);
  });

  test("needs a recent sign-in, which is checked before the wallet asks for a signature", async () => {
    const member = await register();
    const nonce = await wallets.requestNonce(member.token);
    fixture.clock.advance(601);
    expect((await fixture.call("POST", "/user/web3/nonce", { token: member.token })).body.error_code).toBe(
      "reauthentication_needed",
    );
    const wallet = createWallet();
    const message = wallets.buildMessage(wallet, { nonce });
    const body = { message, signature: await wallet.signMessage({ message }) };
    const response = await fixture.call("POST", "/user/web3", { token: member.token, body });
    expect(response.body.error_code).toBe("reauthentication_needed");
  });

  test("makes a guest a member", async () => {
    const { data } = await fixture.client().signInAnonymously();
    const token = data.session?.access_token ?? "";
    const wallet = createWallet();
    expect((await wallets.link(wallet, token)).body.is_anonymous).toBe(false);
    expect((await wallets.signIn(wallet)).data.user?.id).toBe(data.user?.id);
  });

  test("is turned off by AUTH_MANUAL_LINKING=off, or together with wallet sign-in by AUTH_ETHEREUM=off", async () => {
    const member = await register();
    const { database } = fixture;
    const siteWithoutLinking = await createWalletFixture({ database, auth: { manualLinking: false } });
    expect(
      (await siteWithoutLinking.fixture.call("POST", "/user/web3/nonce", { token: member.token })).body
        .error_code,
    ).toBe("manual_linking_disabled");
    const siteWithoutEthereum = await createWalletFixture({
      database,
      auth: { ethereum: { isEnabled: false, nodes: new Map() } },
    });
    for (const path of ["/user/web3/nonce", "/user/web3", "/web3/nonce", "/token?grant_type=web3"]) {
      const { status, body } = await siteWithoutEthereum.fixture.call("POST", path, {
        token: member.token,
        body: {},
      });
      expect([status, body.error_code]).toEqual([422, "web3_provider_disabled"]);
    }
    expect((await siteWithoutEthereum.fixture.auth.describe()).ethereum).toBe(false);
  });
});

describe("an account with a linked wallet", () => {
  test("still needs its second factor", async () => {
    const steps = createFactorSteps(fixture);
    const member = await steps.signInWithFactor();
    const wallet = createWallet();
    expect((await wallets.link(wallet, (await steps.getToken(member)) ?? "")).status).toBe(200);
    const { data } = await wallets.signIn(wallet);
    const claims = JSON.parse(
      Buffer.from(data.session?.access_token.split(".")[1] ?? "", "base64url").toString(),
    );
    expect(claims.aal).toBe("aal1");
    const token = data.session?.access_token ?? "";
    for (const path of ["/user/web3/nonce", "/user/web3"])
      expect((await fixture.call("POST", path, { token, body: {} })).body.error_code).toBe(
        "insufficient_aal",
      );
  });

  test("can't be used while it is suspended, or once it has been deleted", async () => {
    const wallet = createWallet();
    const id = (await wallets.signIn(wallet)).data.user?.id;
    const { pool } = fixture.database;
    await pool.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [id]);
    fixture.clock.advance(1);
    expect((await wallets.signIn(wallet)).error).toMatchObject({ code: "user_banned" });
    await pool.query("update auth.users set banned_until = null where id = $1", [id]);
    await pool.query("delete from auth.users where id = $1", [id]);
    fixture.clock.advance(1);
    const secondSignIn = await wallets.signIn(wallet);
    expect(secondSignIn.data.user?.id).not.toBe(id);
  });

  test("can't lose its last usable sign-in method", async () => {
    const { data } = await wallets.signIn(createWallet());
    const token = data.session?.access_token ?? "";
    const [identity] = data.user?.identities ?? [];
    const unlink = (id: string | undefined) => fixture.call("DELETE", `/user/identities/${id}`, { token });
    expect((await unlink(identity?.identity_id)).body.error_code).toBe("single_identity_not_deletable");
    const secondWallet = createWallet();
    await wallets.link(secondWallet, token);
    expect((await unlink(identity?.identity_id)).status).toBe(200);
    expect((await wallets.signIn(secondWallet)).data.user?.id).toBe(data.user?.id);
  });

  test("loses all sessions that were started with a wallet, except the current one, when a wallet is unlinked", async () => {
    const wallet = createWallet();
    const { data } = await wallets.signIn(wallet);
    const token = data.session?.access_token ?? "";
    await wallets.link(createWallet(), token);
    fixture.clock.advance(1);
    const otherToken = (await wallets.signIn(wallet)).data.session?.access_token ?? "";
    const [identity] = data.user?.identities ?? [];
    expect(
      (await fixture.call("DELETE", `/user/identities/${identity?.identity_id}`, { token })).status,
    ).toBe(200);
    expect((await fixture.call("GET", "/user", { token: otherToken })).body.error_code).toBe(
      "session_not_found",
    );
    expect((await fixture.call("GET", "/user", { token })).status).toBe(200);
  });

  test("needs a new sign-in for a sensitive change if it has no email address", async () => {
    const wallet = createWallet();
    const { data } = await wallets.signIn(wallet);
    fixture.clock.advance(601);
    const change = (token = "") =>
      fixture.call("PUT", "/user", { token, body: { email: `wallet${Date.now()}@example.org` } });
    expect((await change(data.session?.access_token)).body.error_code).toBe("reauthentication_needed");
    const secondSignIn = await wallets.signIn(wallet);
    expect((await change(secondSignIn.data.session?.access_token)).status).toBe(200);
  });
});

test("while sign-up is closed, only a wallet that has an account can sign in", async () => {
  const closedSite = await createWalletFixture({ database: fixture.database, auth: { disableSignup: true } });
  const wallet = createWallet();
  expect((await closedSite.signIn(wallet)).error).toMatchObject({ code: "signup_disabled" });
  await wallets.signIn(wallet);
  fixture.clock.advance(1);
  expect((await closedSite.signIn(wallet, { nonce: "a-new-message" })).error).toBeNull();
});
