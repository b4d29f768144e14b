import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

const SECRET = "a secret of at least thirty-two characters";
let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({
    auth: { autoconfirm: false, emailSpacingSeconds: 0, jwtSecret: SECRET },
  });
});
afterAll(() => fixture.end());

const exchange = (auth_code: unknown, code_verifier: unknown) =>
  fixture.call("POST", "/token?grant_type=pkce", { body: { auth_code, code_verifier } });

function createChallenge() {
  const verifier = randomBytes(56).toString("hex");
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  return { verifier, fields: { code_challenge, code_challenge_method: "s256" } };
}

/** Registers a member and returns the code from a link with a challenge. */
async function startFlow(method: "s256" | "plain" | "S256" = "s256") {
  const { email, password } = fixture.newUser();
  await fixture.call("POST", "/signup", { body: { email, password } });
  await fixture.call("POST", "/verify", {
    body: { type: "signup", email, token: (await fixture.getLastMessageTo(email)).code },
  });
  const { verifier, fields } = createChallenge();
  const challenge =
    method === "plain" ? { code_challenge: verifier, code_challenge_method: "plain" } : fields;
  await fixture.call("POST", "/otp", { body: { email, ...challenge, code_challenge_method: method } });
  const { link, linkToken } = await fixture.getLastMessageTo(email);
  expect(linkToken).toMatch(/^pkce_[0-9a-f]{56}$/);
  const { location } = await fixture.follow(link);
  return { email, verifier, link, code: location.searchParams.get("code") ?? "", location };
}

/** Returns the code from a link with a challenge, for an existing member. */
async function startFlowFor(email: string) {
  const { verifier, fields } = createChallenge();
  await fixture.call("POST", "/otp", { body: { email, ...fields } });
  const { location } = await fixture.follow((await fixture.getLastMessageTo(email)).link);
  return { verifier, code: location.searchParams.get("code") ?? "" };
}

/** Runs a flow using the official client, from the request for the link to the session. */
async function runFlow(start: (client: ReturnType<AuthFixture["client"]>) => Promise<string>) {
  const store = new Map<string, string>();
  const storage = {
    getItem: async (key: string) => store.get(key) ?? null,
    setItem: async (key: string, value: string) => void store.set(key, value),
    removeItem: async (key: string) => void store.delete(key),
  };
  const client = fixture.client({ flowType: "pkce", storage, persistSession: true });
  const email = await start(client);
  const { link } = await fixture.getLastMessageTo(email);
  const { status, location } = await fixture.follow(link);
  expect([status, location.hash]).toEqual([303, ""]);
  const { data, error } = await client.exchangeCodeForSession(location.searchParams.get("code") ?? "");
  expect(error).toBeNull();
  const claims = await client.getClaims();
  return { user: data.user, amr: claims.data?.claims.amr };
}

describe("with the official client, a PKCE flow starts a session whose amr claim names the method:", () => {
  test("a sign-up", async () => {
    const { email, password } = fixture.newUser();
    const { user, amr } = await runFlow(async (client) => {
      await client.signUp({ email, password });
      return email;
    });
    expect(user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
    expect(amr).toEqual([{ method: "email/signup", timestamp: expect.any(Number) }]);
  });

  test("a magic link, and a recovery", async () => {
    const { email } = await startFlow();
    const magicLink = await runFlow(async (client) => {
      await client.signInWithOtp({ email });
      return email;
    });
    expect(magicLink.amr).toMatchObject([{ method: "magiclink" }]);
    const recovery = await runFlow(async (client) => {
      await client.resetPasswordForEmail(email);
      return email;
    });
    expect(recovery.amr).toMatchObject([{ method: "recovery" }]);
  });
});

describe("the code of a PKCE flow", () => {
  test("is added to the target page's query without changing the rest", async () => {
    const { email } = await startFlow();
    const { fields } = createChallenge();
    await fixture.call(
      "POST",
      `/recover?redirect_to=${encodeURIComponent("http://lattice.test/in?sb_flow_id=7&a=b")}`,
      {
        body: { email, ...fields },
      },
    );
    const { location } = await fixture.follow((await fixture.getLastMessageTo(email)).link);
    expect([...location.searchParams.keys()]).toEqual(["sb_flow_id", "a", "code"]);
  });

  test("works only once, even in parallel requests", async () => {
    const { code, verifier } = await startFlow();
    const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(code, verifier)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await exchange(code, verifier)).body).toMatchObject({ error_code: "flow_state_not_found" });
  });

  test("needs the verifier, and stays valid after a wrong one", async () => {
    const { code, verifier } = await startFlow("S256");
    const wrongResponse = await exchange(code, createChallenge().verifier);
    expect(wrongResponse.body).toMatchObject({ code: 400, error_code: "bad_code_verifier" });
    expect((await exchange(code, verifier)).status).toBe(200);
  });

  test("works with a plain challenge", async () => {
    const { code, verifier } = await startFlow("plain");
    expect((await exchange(code, `${verifier}0`)).status).toBe(400);
    expect((await exchange(code, verifier)).status).toBe(200);
  });

  test("expires after five minutes", async () => {
    const { code, verifier } = await startFlow();
    fixture.clock.advance(301);
    expect((await exchange(code, verifier)).body).toMatchObject({
      code: 422,
      error_code: "flow_state_expired",
    });
  });

  test("doesn't work for a user who has been suspended since", async () => {
    const { email, code, verifier } = await startFlow();
    await fixture.database.pool.query("update auth.users set banned_until = '2999-01-01' where email = $1", [
      email,
    ]);
    expect((await exchange(code, verifier)).body).toMatchObject({ code: 403, error_code: "user_banned" });
  });

  test("isn't stored in plain text", async () => {
    const { code } = await startFlow();
    const { rows } = await fixture.database.pool.query("select * from auth.flow_states");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test.each([
    ["", "x", 400, "validation_failed"],
    ["x", null, 400, "validation_failed"],
    ["x", "y", 404, "flow_state_not_found"],
    [7, "y", 400, "bad_json"],
  ])("is refused if it is %j, with the verifier %j", async (code, verifier, status, error) => {
    const response = await exchange(code, verifier);
    expect([response.status, response.body.error_code]).toEqual([status, error]);
  });
});

test("a used PKCE link returns the error in both the query and the fragment", async () => {
  const { link } = await startFlow();
  const { location } = await fixture.follow(link);
  expect(location.searchParams.get("error_code")).toBe("otp_expired");
  expect(location.hash).toContain("error_code=otp_expired");
});

describe("a PKCE link opened in another browser", () => {
  test("doesn't invalidate the emailed code, which still works once in the original browser", async () => {
    const { email } = await startFlow();
    const { code: token } = await fixture.getLastMessageTo(email);
    const verify = () => fixture.call("POST", "/verify", { body: { type: "email", email, token } });
    expect((await verify()).status).toBe(200);
    expect((await verify()).body).toMatchObject({ error_code: "otp_expired" });
  });

  test("invalidates the emailed code once its own code is exchanged", async () => {
    const { email, code, verifier } = await startFlow();
    const { code: token } = await fixture.getLastMessageTo(email);
    expect((await exchange(code, verifier)).status).toBe(200);
    const response = await fixture.call("POST", "/verify", { body: { type: "email", email, token } });
    expect(response.body).toMatchObject({ error_code: "otp_expired" });
  });
});

test("a client can exchange the link's token for a session directly", async () => {
  const { email } = await startFlow();
  await fixture.call("POST", "/otp", { body: { email, ...createChallenge().fields } });
  const { linkToken } = await fixture.getLastMessageTo(email);
  const { error } = await fixture.client().verifyOtp({ token_hash: linkToken, type: "email" });
  expect(error).toBeNull();
});

describe("a challenge is refused", () => {
  const validChallenge = { code_challenge: "x".repeat(43), code_challenge_method: "s256" };
  test.each([
    ["without its method", { ...validChallenge, code_challenge_method: null }],
    ["without a value", { ...validChallenge, code_challenge: "" }],
    ["with another method", { ...validChallenge, code_challenge_method: "md5" }],
    ["if it is too short", { ...validChallenge, code_challenge: "x".repeat(42) }],
    ["if it is too long", { ...validChallenge, code_challenge: "x".repeat(129) }],
    ["with invalid characters", { ...validChallenge, code_challenge: `${"x".repeat(43)}+` }],
  ])("%s", async (_what, fields) => {
    const email = "somebody@example.org";
    for (const [path, body] of [
      ["/signup", { email, password: "green lamps 1" }],
      ["/otp", { email }],
      ["/recover", { email }],
      ["/resend", { email, type: "signup" }],
    ] as const) {
      const response = await fixture.call("POST", path, { body: { ...body, ...fields } });
      expect([response.status, response.body.error_code]).toEqual([400, "validation_failed"]);
    }
  });
});

test("other grants are refused as the protocol specifies", async () => {
  const requestToken = (grant: string) => fixture.call("POST", `/token?grant_type=${grant}`, { body: {} });
  expect((await requestToken("web3")).body).toMatchObject({
    code: 422,
    error_code: "web3_provider_disabled",
  });
  const idTokenResponse = await requestToken("id_token");
  expect([idTokenResponse.status, idTokenResponse.body]).toEqual([
    400,
    { error: "invalid request", error_description: "id_token required" },
  ]);
  expect((await requestToken("toString")).body).toMatchObject({ error_code: "invalid_credentials" });
});

describe("a code that hasn't been exchanged is invalidated by", () => {
  const signIn = async (email: string) => {
    await fixture.call("POST", "/otp", { body: { email } });
    const { code } = await fixture.getLastMessageTo(email);
    const { body } = await fixture.call("POST", "/verify", { body: { type: "email", email, token: code } });
    return body as { access_token: string; user: { id: string } };
  };
  const expectRefused = async ({ code, verifier }: { code: string; verifier: string }) => {
    const response = await exchange(code, verifier);
    expect([response.status, response.body.error_code]).toEqual([404, "flow_state_not_found"]);
  };

  test("a new password", async () => {
    const flow = await startFlow();
    const owner = await signIn(flow.email);
    const stolenFlow = await startFlowFor(flow.email);
    const password = "an-entirely-new-Lantern-5120";
    const changeResponse = await fixture.call("PUT", "/user", {
      body: { password },
      token: owner.access_token,
    });
    expect(changeResponse.status).toBe(200);
    await expectRefused(flow);
    await expectRefused(stolenFlow);
  });

  test("a sign-out everywhere", async () => {
    const { email } = await startFlow();
    const owner = await signIn(email);
    const stolenFlow = await startFlowFor(email);
    const signOutResponse = await fixture.call("POST", "/logout?scope=global", { token: owner.access_token });
    expect(signOutResponse.status).toBe(204);
    await expectRefused(stolenFlow);
  });

  test("a password set with the service key", async () => {
    const { email } = await startFlow();
    const { user } = await signIn(email);
    const stolenFlow = await startFlowFor(email);
    const changeResponse = await fixture.call("PUT", `/admin/users/${user.id}`, {
      body: { password: "set-by-the-service-Key-88" },
      token: await createServiceKey(SECRET),
    });
    expect(changeResponse.status).toBe(200);
    await expectRefused(stolenFlow);
  });
});
