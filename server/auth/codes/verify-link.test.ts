import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({
    auth: {
      autoconfirm: false,
      emailSpacingSeconds: 0,
      redirectAllow: ["https://app.example.org/**"],
    },
  });
});
afterAll(() => fixture.end());

const verify = (body: Record<string, unknown>) => fixture.call("POST", "/verify", { body });

/** Creates a confirmed member who was sent a sign-in email. */
async function createEmailedMember(query = "", headers: Record<string, string> = {}) {
  const { email, password } = fixture.newUser();
  await fixture.call("POST", "/signup", { body: { email, password } });
  await verify({ type: "signup", email, token: (await fixture.getLastMessageTo(email)).code });
  const response = await fixture.call("POST", `/otp${query}`, { body: { email }, headers });
  expect(response.status).toBe(200);
  return { email, password, ...(await fixture.getLastMessageTo(email)) };
}

describe("an emailed link", () => {
  test("redirects to the requested page if it is allowed", async () => {
    const { link } = await createEmailedMember(
      "?redirect_to=https%3A%2F%2Fapp.example.org%2Fin%3Fa%3D1%26sb_flow_id%3Dx",
    );
    const { location } = await fixture.follow(link);
    expect(location.href.split("#")[0]).toBe("https://app.example.org/in?a=1&sb_flow_id=x");
  });

  test("redirects to the site if the request or the link named an untrusted page", async () => {
    for (const untrustedUrl of [
      "https://evil.test/",
      "javascript:alert(1)",
      "https://app.example.org@evil.test/x",
    ]) {
      const { link } = await createEmailedMember(`?redirect_to=${encodeURIComponent(untrustedUrl)}`, {
        referer: "https://evil.test/",
      });
      expect(new URL(link).searchParams.get("redirect_to")).toBe("http://lattice.test");
      const changedLink = new URL(link);
      changedLink.searchParams.set("redirect_to", untrustedUrl);
      const { location } = await fixture.follow(changedLink.href);
      expect(location.origin).toBe("http://lattice.test");
      expect(location.hash).toContain("access_token=");
    }
  });

  test("redirects to the referring page if that is allowed and none was requested", async () => {
    const { link } = await createEmailedMember("", { referer: "https://app.example.org/page" });
    expect(new URL(link).searchParams.get("redirect_to")).toBe("https://app.example.org/page");
  });

  test("contains only its own token if it leads to the landing page, however the requested URL is written", async () => {
    for (const page of [
      "HTTP://LATTICE.TEST/auth/landing?token=a&type=email&token=b",
      "http://lattice.test/auth/landing",
    ]) {
      const { text } = await createEmailedMember(`?redirect_to=${encodeURIComponent(page)}`);
      const link = /^http:\/\/lattice\.test\/auth\/landing\?\S+$/m.exec(text)?.[0] ?? "";
      const { searchParams } = new URL(link);
      expect(searchParams.getAll("token")).toEqual([expect.stringMatching(/^[0-9a-f]{56}$/)]);
      expect(searchParams.getAll("type")).toEqual(["magiclink"]);
    }
  });

  test("uses the configured URL, regardless of the Host header", async () => {
    const { text } = await createEmailedMember("", {
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

  test("is not used up by link scanners' HEAD requests", async () => {
    const { link } = await createEmailedMember();
    const response = await fixture.auth.http.request(link.replace("/auth/v1", ""), { method: "HEAD" });
    expect([response.status, response.headers.get("location")]).toEqual([204, null]);
    expect((await fixture.follow(link)).location.hash).toContain("access_token=");
  });

  test("returns its error in the URL, or as JSON if the type or the token is missing", async () => {
    const { link } = await createEmailedMember();
    await fixture.follow(link);
    const secondResponse = await fixture.follow(link);
    expect(secondResponse.status).toBe(303);
    expect(secondResponse.location.hash).toContain("error_code=otp_expired");
    const unknownTypeResponse = await fixture.follow(
      "http://lattice.test/auth/v1/verify?token=x&type=constructor",
    );
    expect(unknownTypeResponse.location.hash).toContain("error=invalid_request&error_code=validation_failed");
    for (const path of ["/verify?token=x", "/verify?type=signup"])
      expect((await fixture.call("GET", path)).body).toMatchObject({
        code: 400,
        error_code: "validation_failed",
      });
  });
});
