import { afterAll, beforeAll, expect, test } from "vitest";
import { createOAuthServerFixture, type OAuthServerFixture, REDIRECT_URI } from "./oauth-server.fixture.ts";

let site: OAuthServerFixture;
beforeAll(async () => {
  site = await createOAuthServerFixture();
});
afterAll(() => site.end());

const NEW_REDIRECT_URI = "https://app.example/new";

/** Creates a request. An app sends prompt=none if it only wants to know whether the browser is signed in. */
async function createRequest(prompt: "none" | "consent" = "none") {
  const client = await site.registerApp({ redirect_uris: [REDIRECT_URI, NEW_REDIRECT_URI] });
  const { url } = await site.startFlow(await site.connect(client), { prompt });
  return { client, id: await site.requestAuthorization(url) };
}

const deny = async (id: string) => {
  const url = await site.auth.denyRequestSilently(id);
  return url === null ? null : new URL(url).searchParams.get("error");
};

test("a visitor's request with prompt=none is denied once, and one with prompt=consent isn't", async () => {
  const { id } = await createRequest();
  expect(await deny(id)).toBe("login_required");
  expect(await deny(id)).toBeNull();
  expect(await deny((await createRequest("consent")).id)).toBeNull();
});

test("a visitor isn't redirected to a URI that the app no longer has, or by a request that has expired", async () => {
  const { client, id } = await createRequest();
  await site.admin.updateClient(client.client_id, { redirect_uris: [NEW_REDIRECT_URI] });
  expect(await deny(id)).toBeNull();
  const oldRequest = await createRequest();
  site.clock.advance(600);
  expect(await deny(oldRequest.id)).toBeNull();
});

test("an ID that PostgreSQL can't store belongs to no request", async () => {
  const { id: userId } = await site.signIn();
  expect(await deny("\0")).toBeNull();
  const viewer = { id: userId } as Parameters<typeof site.auth.memberApps.releaseRequest>[0];
  expect(await site.auth.memberApps.releaseRequest(viewer, "\0")).toBeUndefined();
});
