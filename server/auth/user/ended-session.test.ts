import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthenticator } from "../passkeys/authenticator.fixture.ts";
import { createPasskeySteps, decodeClaims } from "../passkeys/passkeys.fixture.ts";
import { buildCookieHeader } from "../testing.ts";
import { createFactorSteps } from "../two-factor/factors.fixture.ts";
import { createWallet, createWalletFixture, type WalletFixture } from "../web3/wallet.fixture.ts";

// Tests that a session can't change the account if it ends while the change waits for the account's row, for example
// because the owner is setting a new password.

const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
const PHONE = "4790000001";
let wallets: WalletFixture;
let fixture: WalletFixture["fixture"];
let factorSteps: ReturnType<typeof createFactorSteps>;
let passkeySteps: ReturnType<typeof createPasskeySteps>;
beforeAll(async () => {
  wallets = await createWalletFixture({
    auth: { phone: true, oauthServer: true, emailSpacingSeconds: 0, smsSpacingSeconds: 0 },
  });
  ({ fixture } = wallets);
  factorSteps = createFactorSteps(fixture);
  passkeySteps = createPasskeySteps(fixture);
});
afterAll(() => fixture.end());

/** Signs in twice: in the session that will end, and on another device of the owner's. */
async function signIn({ withFactor = false } = {}) {
  const member = withFactor ? await factorSteps.signInWithFactor() : await factorSteps.signIn();
  const { data } = await fixture.client().signInWithPassword(member);
  const { session } = (await member.client.getSession()).data;
  if (!session || !data.session) throw new Error("not signed in");
  const identity = await fixture.auth.identify(buildCookieHeader(session));
  if (identity.state !== "member") throw new Error("not signed in");
  return {
    ...member,
    id: session.user.id,
    viewer: identity.member,
    token: session.access_token,
    otherSessionId: decodeClaims(data.session.access_token).session_id,
    call: (method: string, path: string, body?: unknown) =>
      fixture.call(method, path, { token: session.access_token, body }),
  };
}
type TestMember = Awaited<ReturnType<typeof signIn>>;

/** Prepares a change and returns the function that makes it. */
type Prepare = (member: TestMember) => Promise<() => Promise<unknown>>;

const query = async (text: string, values: unknown[] = []) =>
  (await fixture.database.pool.query(text, values)).rows;

/** Runs a change, and ends the member's session while the change waits for the account's row. */
async function runWhileSessionEnds<T>({ id, viewer }: TestMember, change: () => Promise<T>): Promise<T> {
  const blocker = await fixture.database.pool.connect();
  try {
    await blocker.query("begin");
    await blocker.query("select from auth.users where id = $1 for no key update", [id]);
    let isFinished = false;
    const pendingChange = change().finally(() => {
      isFinished = true;
    });
    // Handled below. Without this, a change that fails before it waits would end the test run.
    pendingChange.catch(() => {});
    for (let isWaiting = false; !isWaiting && !isFinished; )
      isWaiting =
        (
          await query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length > 0;
    await blocker.query("delete from auth.sessions where id = $1", [viewer.sessionId]);
    await blocker.query("commit");
    return await pendingChange;
  } finally {
    blocker.release();
  }
}

/** Reads everything about the account that a session can change. */
async function readAccount({ id, viewer }: TestMember) {
  const tables = [
    "passkeys",
    "mfa_factors",
    "identities",
    "oauth_grants",
    "sessions",
    "one_time_tokens",
    "account_deletions",
  ];
  const rows = tables.map(
    (table) =>
      `(select jsonb_agg(to_jsonb(t) order by to_jsonb(t)) from auth.${table} t
        where user_id = $1 ${table === "sessions" ? "and id <> $2" : "and $2::uuid is not null"})`,
  );
  const [account] = await query(
    `select to_jsonb(u) as "user", ${rows.map((row, index) => `${row} as ${tables[index]}`).join(", ")},
       (select username from public.profiles where id = $1) as username,
       (select jsonb_agg(to_jsonb(c) order by to_jsonb(c)) from auth.mfa_recovery_codes c
        join auth.mfa_factors f on f.id = c.factor_id where f.user_id = $1) as recovery_codes
     from auth.users u where u.id = $1`,
    [id, viewer.sessionId],
  );
  return account;
}

async function enroll({ call }: TestMember, body: object = { factor_type: "totp" }) {
  const { body: factor } = await call("POST", "/factors", body);
  return factor;
}

const addRecoveryCodes = async ({ call }: TestMember): Promise<{ codes: string[] }> =>
  (await call("POST", "/factors/recovery-codes")).body;

const REQUESTS: [string, Prepare][] = [
  [
    "add a passkey",
    async ({ call }) => {
      const { body } = await call("POST", "/passkeys/registration/options", {});
      const credential = createAuthenticator().create(body.options);
      return () =>
        call("POST", "/passkeys/registration/verify", { challenge_id: body.challenge_id, credential });
    },
  ],
  [
    "rename a passkey",
    async ({ client, call }) => {
      const { id } = await passkeySteps.addPasskey(client);
      return () => call("PATCH", `/passkeys/${id}`, { friendly_name: "Mine now" });
    },
  ],
  [
    "remove a passkey",
    async ({ client, call }) => {
      const { id } = await passkeySteps.addPasskey(client);
      return () => call("DELETE", `/passkeys/${id}`);
    },
  ],
  [
    "add a passkey as a second factor",
    async (member) => {
      const { id } = await enroll(member, { factor_type: "webauthn", friendly_name: "Key" });
      const { body } = await member.call("POST", `/factors/${id}/challenge`, {});
      const credential = createAuthenticator().create(body.webauthn.credential_options.publicKey);
      return () =>
        member.call("POST", `/factors/${id}/verify`, {
          challenge_id: body.id,
          webauthn: { type: "create", credential_response: credential },
        });
    },
  ],
  [
    "verify a passkey",
    async ({ client, call }) => {
      const { id, authenticator } = await passkeySteps.addPasskey(client);
      const { body } = await call("POST", `/factors/${id}/challenge`, {});
      const credential = authenticator.get(body.webauthn.credential_options.publicKey);
      return () =>
        call("POST", `/factors/${id}/verify`, {
          challenge_id: body.id,
          webauthn: { type: "request", credential_response: credential },
        });
    },
  ],
  [
    "set up an authenticator app",
    async (member) => () => member.call("POST", "/factors", { factor_type: "totp" }),
  ],
  [
    "turn on an authenticator app",
    async (member) => {
      const { id, totp } = await enroll(member);
      const { body } = await member.call("POST", `/factors/${id}/challenge`, {});
      const code = factorSteps.getCode(totp.secret);
      return () => member.call("POST", `/factors/${id}/verify`, { challenge_id: body.id, code });
    },
  ],
  [
    "remove an authenticator app that hasn't been turned on",
    async (member) => {
      const { id } = await enroll(member);
      return () => member.call("DELETE", `/factors/${id}`);
    },
  ],
  [
    "unlink an identity",
    async ({ id, call, token }) => {
      await wallets.link(createWallet(), token);
      const [identity] = await query(
        "select id from auth.identities where user_id = $1 and provider = 'web3'",
        [id],
      );
      return () => call("DELETE", `/user/identities/${identity.id}`);
    },
  ],
  [
    "link a wallet",
    async ({ token, call }) => {
      const wallet = createWallet();
      const message = wallets.buildMessage(wallet, { nonce: await wallets.requestNonce(token) });
      const signature = await wallet.signMessage({ message });
      return () => call("POST", "/user/web3", { message, signature });
    },
  ],
  [
    "set a password",
    async ({ call }) =>
      () =>
        call("PUT", "/user", { password: "the attacker's choice" }),
  ],
  [
    "change the email address",
    async ({ call }) =>
      () =>
        call("PUT", "/user", { email: "thief@example.org" }),
  ],
  [
    "revoke an app's access",
    async ({ id, call }) => {
      const clientId = randomUUID();
      await query(
        `insert into auth.oauth_clients (id, name, redirect_uris, grant_types, auth_method, registration, created_at, updated_at)
         values ($1, 'An app', '{https://app.example/}', '{authorization_code}', 'none', 'manual', now(), now())`,
        [clientId],
      );
      await query(
        `insert into auth.oauth_grants (user_id, client_id, scopes, granted_at, used_at)
         values ($1, $2, '{openid}', now(), now())`,
        [id, clientId],
      );
      return () => call("DELETE", `/user/oauth/grants?client_id=${clientId}`);
    },
  ],
  [
    "end the other sessions",
    async ({ call }) =>
      () =>
        call("POST", "/logout?scope=others"),
  ],
  [
    "end all sessions",
    async ({ call }) =>
      () =>
        call("POST", "/logout?scope=global"),
  ],
];

const REQUESTS_WITH_FACTOR: [string, Prepare][] = [
  [
    "remove an authenticator app",
    async ({ id, call }) => {
      const [factor] = await query("select id from auth.mfa_factors where user_id = $1", [id]);
      return () => call("DELETE", `/factors/${factor.id}`);
    },
  ],
  [
    "create recovery codes",
    async ({ call }) =>
      () =>
        call("POST", "/factors/recovery-codes"),
  ],
  [
    "replace recovery codes",
    async (member) => {
      await addRecoveryCodes(member);
      return () => member.call("POST", "/factors/recovery-codes/regenerate");
    },
  ],
  [
    "remove recovery codes",
    async (member) => {
      await addRecoveryCodes(member);
      return () => member.call("DELETE", "/factors/recovery-codes");
    },
  ],
  [
    "use a recovery code",
    async (member) => {
      const { codes } = await addRecoveryCodes(member);
      return () => member.call("POST", "/factors/recovery-codes/verify", { code: codes[0] });
    },
  ],
];

describe.each([
  ["without two-factor authentication", false, REQUESTS],
  ["with two-factor authentication", true, REQUESTS_WITH_FACTOR],
])("a session %s that has just ended can't", (_name, withFactor, requests) => {
  test.each(requests)("%s", async (_change, prepare) => {
    const member = await signIn({ withFactor });
    const change = await prepare(member);
    const account = await readAccount(member);
    expect(await runWhileSessionEnds(member, change)).toMatchObject({
      status: 403,
      body: { error_code: "session_not_found" },
    });
    expect(await readAccount(member)).toEqual(account);
  });
});

describe("on a page, a session that has just ended can't", () => {
  const getAccount = () => fixture.auth.account;
  const CHANGES: [string, "session_not_found" | "not_signed_in", Prepare][] = [
    [
      "rename a passkey",
      "session_not_found",
      async ({ client, viewer }) => {
        const { id } = await passkeySteps.addPasskey(client);
        return () => getAccount().renamePasskey(viewer, id, "Mine now");
      },
    ],
    [
      "remove a passkey",
      "session_not_found",
      async ({ client, viewer }) => {
        const { id } = await passkeySteps.addPasskey(client);
        return () => getAccount().removePasskey(viewer, id);
      },
    ],
    [
      "rename an authenticator app",
      "not_signed_in",
      async (member) => {
        const { id } = await enroll(member);
        return () => getAccount().renameFactor(member.viewer, id, "Mine now");
      },
    ],
    [
      "rename the account",
      "not_signed_in",
      async ({ viewer }) =>
        () =>
          getAccount().rename(viewer, `${viewer.username} II`),
    ],
    [
      "cancel a change of the email address",
      "not_signed_in",
      async ({ call, viewer }) => {
        await call("PUT", "/user", { email: "new-address@example.org" });
        return () => getAccount().cancelEmailChange(viewer);
      },
    ],
    [
      "request another link for a change of the email address",
      "not_signed_in",
      async ({ call, viewer }) => {
        await call("PUT", "/user", { email: "newer-address@example.org" });
        return () => getAccount().resendEmailChange(viewer, CLIENT);
      },
    ],
    [
      "request another code for a change of the phone number",
      "not_signed_in",
      async ({ call, viewer }) => {
        await call("PUT", "/user", { phone: PHONE });
        return () => getAccount().resendPhoneCode(viewer, CLIENT);
      },
    ],
    [
      "confirm a change of the phone number",
      "not_signed_in",
      async ({ call, viewer }) => {
        await call("PUT", "/user", { phone: PHONE });
        const { code } = await fixture.getLastMessageTo(PHONE);
        return () => getAccount().confirmPhone(viewer, code, CLIENT);
      },
    ],
    [
      "end another session",
      "not_signed_in",
      async ({ viewer, otherSessionId }) =>
        () =>
          getAccount().endSession(viewer, otherSessionId),
    ],
    [
      "end the other sessions",
      "not_signed_in",
      async ({ viewer }) =>
        () =>
          getAccount().endOtherSessions(viewer),
    ],
    [
      "delete the account",
      "not_signed_in",
      async ({ viewer, password }) =>
        () =>
          getAccount().deleteAccount(viewer, { username: viewer.username, password, code: "" }, CLIENT),
    ],
  ];
  test.each(CHANGES)("%s", async (_change, code, prepare) => {
    const member = await signIn();
    const change = await prepare(member);
    const account = await readAccount(member);
    await expect(runWhileSessionEnds(member, change)).rejects.toMatchObject({ code });
    expect(await readAccount(member)).toEqual(account);
  });
});
