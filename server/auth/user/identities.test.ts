import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeProvider } from "../oauth/testing.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
let linkingSite: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture();
  linkingSite = await createAuthFixture({
    database: fixture.database,
    auth: {
      manualLinking: true,
      providers: [describeProvider("https://github.test", { id: "github", label: "GitHub" })],
    },
  });
});
afterAll(() => fixture.end());

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

async function createMemberWithIdentities(providers: string[] = []) {
  const { email, password, session } = await fixture.register();
  const client = linkingSite.client();
  await client.signInWithPassword({ email, password });
  for (const provider of providers)
    await fixture.database.pool.query(
      "insert into auth.identities (user_id, provider, provider_id) values ($1, $2, $3)",
      [session.user.id, provider, session.user.id],
    );
  const identities = (await client.getUserIdentities()).data?.identities ?? [];
  return { client, email, session, identities };
}

test("the official client lists identities", async () => {
  const { identities, email } = await createMemberWithIdentities();
  expect(identities).toMatchObject([{ provider: "email", identity_data: { email } }]);
});

test("linking and unlinking are off by default", async () => {
  const { session, identities } = await createMemberWithIdentities(["github"]);
  for (const [method, path] of [
    ["GET", "/user/identities/authorize?provider=github&skip_http_redirect=true"],
    ["DELETE", `/user/identities/${identities[0]?.identity_id}`],
  ] as const) {
    const response = await fixture.call(method, path, { token: session.access_token });
    expect(response.body).toMatchObject({
      code: 404,
      error_code: "manual_linking_disabled",
      msg: "Manual linking is disabled",
    });
  }
});

describe("unlinking", () => {
  test("removes one of several identities together with its email address", async () => {
    const { client, identities } = await createMemberWithIdentities(["github"]);
    const identity = identities.find(({ provider }) => provider === "email");
    if (!identity) throw new Error("no identity");
    expect((await client.unlinkIdentity(identity)).error).toBeNull();
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({
      email: "",
      app_metadata: { provider: "github", providers: ["github"] },
      identities: [{ provider: "github" }],
    });
  });

  test("can't remove the last usable identity", async () => {
    for (const otherProviders of [[], ["phone"], ["gitlab"]]) {
      const { client, identities } = await createMemberWithIdentities(otherProviders);
      const identity = identities.find(({ provider }) => provider === "email");
      if (!identity) throw new Error("no identity");
      const { error } = await client.unlinkIdentity(identity);
      expect([error?.status, error?.code]).toEqual([422, "single_identity_not_deletable"]);
    }
  });

  test("can't leave only an email address while AUTH_EMAIL is off", async () => {
    const siteWithoutEmail = await createAuthFixture({
      database: fixture.database,
      auth: {
        email: false,
        manualLinking: true,
        providers: [describeProvider("https://github.test", { id: "github", label: "GitHub" })],
      },
    });
    const { session, identities } = await createMemberWithIdentities(["github"]);
    const unlink = async (provider: string) => {
      const identity = identities.find((candidate) => candidate.provider === provider);
      const path = `/user/identities/${identity?.identity_id}`;
      return (await siteWithoutEmail.call("DELETE", path, { token: session.access_token })).body.error_code;
    };
    expect(await unlink("github")).toBe("single_identity_not_deletable");
    expect(await unlink("email")).toBeUndefined();
  });

  test("two in parallel leaves one", async () => {
    const { client, identities } = await createMemberWithIdentities(["github"]);
    const responses = await Promise.all(identities.map((identity) => client.unlinkIdentity(identity)));
    expect(responses.map(({ error }) => error?.code ?? "done").sort()).toEqual([
      "done",
      "single_identity_not_deletable",
    ]);
  });

  test("is refused for another user's identity, an unknown one and an invalid ID", async () => {
    const otherUser = await createMemberWithIdentities(["github"]);
    const { session } = await createMemberWithIdentities(["github"]);
    for (const [id, status, code] of [
      [otherUser.identities[0]?.identity_id, 422, "identity_not_found"],
      [UNKNOWN_ID, 422, "identity_not_found"],
      ["rubbish", 404, "validation_failed"],
    ] as const) {
      const response = await linkingSite.call("DELETE", `/user/identities/${id}`, {
        token: session.access_token,
      });
      expect([response.status, response.body.error_code]).toEqual([status, code]);
    }
  });
});

test("providers that aren't set up can be used neither for linking nor for sign-in", async () => {
  const { session } = await createMemberWithIdentities();
  for (const [path, token] of [
    ["/user/identities/authorize?provider=gitlab&skip_http_redirect=true", session.access_token],
    ["/authorize?provider=gitlab&redirect_to=https://example.org", undefined],
    ["/authorize?provider=nonsense", undefined],
    ["/authorize", undefined],
  ] as const) {
    const { body } = await linkingSite.call("GET", path, { token });
    expect(body).toMatchObject({ code: 400, error_code: "validation_failed" });
    expect(body.msg).toMatch(/^Unsupported provider: /);
  }
});
