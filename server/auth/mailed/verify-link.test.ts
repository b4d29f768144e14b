import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({
    auth: {
      autoconfirm: false,
      mailSpacingSeconds: 0,
      redirectAllow: ["https://app.example.org/**"],
    },
  });
});
afterAll(() => fixture.end());

const verify = (body: Record<string, unknown>) => fixture.call("POST", "/verify", { body });

/** A confirmed member to whom a sign-in mail was sent. */
async function mailed(query = "", headers: Record<string, string> = {}) {
  const { email, password } = fixture.person();
  await fixture.call("POST", "/signup", { body: { email, password } });
  await verify({ type: "signup", email, token: (await fixture.lastMailTo(email)).code });
  const answer = await fixture.call("POST", `/otp${query}`, { body: { email }, headers });
  expect(answer.status).toBe(200);
  return { email, password, ...(await fixture.lastMailTo(email)) };
}

describe("the link of a mail", () => {
  test("leads to the page that was asked for, when it is allowed", async () => {
    const { link } = await mailed("?redirect_to=https%3A%2F%2Fapp.example.org%2Fin%3Fa%3D1%26sb_flow_id%3Dx");
    const { location } = await fixture.follow(link);
    expect(location.href.split("#")[0]).toBe("https://app.example.org/in?a=1&sb_flow_id=x");
  });

  test("leads to the site when what was asked for is foreign, at the request or in the link", async () => {
    for (const evil of ["https://evil.test/", "javascript:alert(1)", "https://app.example.org@evil.test/x"]) {
      const { link } = await mailed(`?redirect_to=${encodeURIComponent(evil)}`, {
        referer: "https://evil.test/",
      });
      expect(new URL(link).searchParams.get("redirect_to")).toBe("http://lattice.test");
      const bent = new URL(link);
      bent.searchParams.set("redirect_to", evil);
      const { location } = await fixture.follow(bent.href);
      expect(location.origin).toBe("http://lattice.test");
      expect(location.hash).toContain("access_token=");
    }
  });

  test("leads to the page the request came from, when that is allowed and nothing was asked for", async () => {
    const { link } = await mailed("", { referer: "https://app.example.org/page" });
    expect(new URL(link).searchParams.get("redirect_to")).toBe("https://app.example.org/page");
  });

  test("is made of the configured address, whatever the request says of its host", async () => {
    const { text } = await mailed("", {
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.test",
      origin: "https://evil.test",
      "x-original-host": "evil.test",
    });
    expect(text).not.toContain("evil.test");
    expect(text).toContain("http://lattice.test/auth/v1/verify?");
  });

  test("is not spent by a program that looks at it with HEAD", async () => {
    const { link } = await mailed();
    const response = await fixture.auth.http.request(link.replace("/auth/v1", ""), { method: "HEAD" });
    expect([response.status, response.headers.get("location")]).toEqual([204, null]);
    expect((await fixture.follow(link)).location.hash).toContain("access_token=");
  });

  test("says in the address what is wrong with it", async () => {
    const { link } = await mailed();
    await fixture.follow(link);
    const used = await fixture.follow(link);
    expect(used.status).toBe(303);
    expect(used.location.hash).toContain("error_code=otp_expired");
    const strange = await fixture.follow("http://lattice.test/auth/v1/verify?token=x&type=constructor");
    expect(strange.location.hash).toContain("error=invalid_request&error_code=validation_failed");
    for (const path of ["/verify?token=x", "/verify?type=signup"])
      expect((await fixture.call("GET", path)).body).toMatchObject({
        code: 400,
        error_code: "validation_failed",
      });
  });
});
