import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createEdge } from "#server/testing/edge.ts";

let fixture: AppFixture;
let member: Member;
let attacker: Member;
beforeAll(async () => {
  fixture = await createAppFixture();
  member = await fixture.register();
  attacker = await fixture.register();
});
afterAll(() => fixture.end());

/**
 * Creates a site whose page shows the viewer and the received cookies, and sets a cookie. Returns a function that
 * requests the page.
 */
async function createSite(environment: Record<string, string>) {
  const { app, http } = await createEdge({
    database: fixture.database,
    environment,
    pages: async (request) => {
      const identity = await app.auth.identify(request.headers.get("Cookie"));
      const name = identity.state === "member" ? identity.member.username : identity.state;
      return new Response(`${name}: ${request.headers.get("Cookie")}`, {
        headers: { "Content-Type": "text/html", "Set-Cookie": "theme=dark; Path=/; SameSite=Lax" },
      });
    },
  });
  return async (cookies: readonly string[], headers: Record<string, string> = {}, host = "site.test") => {
    const response = await http.request(`http://${host}/`, {
      headers: { ...headers, ...(cookies.length ? { Cookie: cookies.join("; ") } : {}) },
    });
    const [viewer, cookieHeader] = (await response.text()).split(": ");
    return { viewer, cookieHeader, setCookies: response.headers.getSetCookie() };
  };
}

const listPlainCookies = (owner: Member) => fixture.getCookies(owner).split("; ");
const listPrefixedCookies = (owner: Member) => listPlainCookies(owner).map((cookie) => `__Host-${cookie}`);

describe("under an https PUBLIC_URL", () => {
  const https = { PUBLIC_URL: "https://site.test" };

  test("a session planted by a sibling subdomain is ignored, whether our cookie comes first, last or not at all", async () => {
    const sendRequest = await createSite(https);
    expect((await sendRequest(listPrefixedCookies(member))).viewer).toBe(member.username);
    for (const cookies of [
      [...listPlainCookies(attacker), ...listPrefixedCookies(member)],
      [...listPrefixedCookies(member), ...listPlainCookies(attacker)],
      [
        ...listPlainCookies(attacker),
        ...listPlainCookies(attacker),
        ...listPrefixedCookies(member),
        ...listPlainCookies(attacker),
      ],
    ])
      expect((await sendRequest(cookies)).viewer).toBe(member.username);
    for (const cookies of [
      listPlainCookies(attacker),
      listPlainCookies(attacker).map((cookie) => `\u00a0__Host-${cookie}`),
    ])
      expect(await sendRequest(cookies)).toMatchObject({ viewer: "visitor", cookieHeader: "null" });
  });

  test("cookies are set with the prefix and Secure, and an old session cookie without the prefix is removed", async () => {
    const sendRequest = await createSite(https);
    expect((await sendRequest(listPrefixedCookies(member))).setCookies).toEqual([
      "__Host-theme=dark; Path=/; SameSite=Lax; Secure",
    ]);
    const { setCookies } = await sendRequest([
      "lattice-session.0=v1.2.x",
      "lattice-session.1=y",
      "lattice-session-x=z",
    ]);
    expect(setCookies.slice(1)).toEqual([
      "lattice-session.0=; Path=/; Max-Age=0; Secure",
      "lattice-session.1=; Path=/; Max-Age=0; Secure",
    ]);
  });

  test("no planted theme, notice or preference reaches a page", async () => {
    const sendRequest = await createSite(https);
    const plantedCookies = ["theme=light", "lattice-notice=account-deleted", "wallet-amounts=shown"];
    expect((await sendRequest([...plantedCookies, "__Host-theme=dark"])).cookieHeader).toBe("theme=dark");
  });

  test("no host or forwarded header makes unprefixed cookies valid, except on the operator's own machine", async () => {
    const sendRequest = await createSite(https);
    const sendProxiedRequest = await createSite({ ...https, TRUST_PROXY: "1" });
    const forwardedHeaders = { "X-Forwarded-Proto": "http" };
    expect((await sendRequest(listPlainCookies(attacker), forwardedHeaders)).viewer).toBe("visitor");
    expect((await sendRequest(listPlainCookies(attacker), {}, "other.test")).viewer).toBe("visitor");
    expect((await sendProxiedRequest(listPlainCookies(attacker), forwardedHeaders)).viewer).toBe("visitor");
    expect(
      (
        await sendProxiedRequest(listPlainCookies(attacker), {
          ...forwardedHeaders,
          "X-Forwarded-Host": "other.test",
        })
      ).viewer,
    ).toBe("visitor");
    expect((await sendRequest(listPlainCookies(member), {}, "127.0.0.1:3000")).viewer).toBe(member.username);
  });
});

describe("under an http PUBLIC_URL", () => {
  const http = { PUBLIC_URL: "http://site.test" };

  test("cookie names have no prefix, and the first of several cookies with the same name is used", async () => {
    const sendRequest = await createSite(http);
    const { viewer, setCookies } = await sendRequest([
      ...listPlainCookies(member),
      ...listPlainCookies(attacker),
    ]);
    expect([viewer, setCookies]).toEqual([member.username, ["theme=dark; Path=/; SameSite=Lax"]]);
  });

  test("behind a trusted proxy that terminates TLS, cookie names have the prefix; an untrusted header changes nothing", async () => {
    const forwardedHeaders = { "X-Forwarded-Proto": "https" };
    const sendProxiedRequest = await createSite({ ...http, TRUST_PROXY: "1" });
    expect(
      (
        await sendProxiedRequest(
          [...listPlainCookies(attacker), ...listPrefixedCookies(member)],
          forwardedHeaders,
        )
      ).viewer,
    ).toBe(member.username);
    expect(await sendProxiedRequest(listPrefixedCookies(member), forwardedHeaders)).toMatchObject({
      viewer: member.username,
      setCookies: ["__Host-theme=dark; Path=/; SameSite=Lax; Secure"],
    });
    const sendDirectRequest = await createSite(http);
    expect((await sendDirectRequest(listPlainCookies(member), forwardedHeaders)).viewer).toBe(
      member.username,
    );
  });
});
