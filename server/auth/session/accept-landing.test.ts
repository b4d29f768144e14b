import { SignJWT } from "jose";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
const SECRET = "a secret of at least thirty-two characters";

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({
    auth: {
      jwtSecret: SECRET,
      emailSpacingSeconds: 0,
      redirectAllow: ["https://app.example.org/**"],
      siteUrl: "http://lattice.test",
    },
  });
});
afterAll(() => fixture.end());

/** Registers a user, follows their emailed link like a browser, and returns the fragment's tokens and the cookies. */
async function followLink(query = "", type?: string) {
  const { email, session } = await fixture.register();
  await fixture.call("POST", `/otp${query}`, { body: { email } });
  const { link } = await fixture.getLastMessageTo(email);
  const url = new URL(link);
  if (type) url.searchParams.set("type", type);
  const { location, setCookies } = await fixture.follow(url.href);
  const fragment = new URLSearchParams(location.hash.slice(1));
  return {
    email,
    userId: session.user.id,
    location,
    setCookies,
    accessToken: fragment.get("access_token") ?? "",
    refreshToken: fragment.get("refresh_token") ?? "",
    cookies: setCookies.map((cookie) => cookie.split(";")[0]).join("; "),
  };
}

type Landing = Pick<Awaited<ReturnType<typeof followLink>>, "accessToken" | "refreshToken"> & {
  cookies: string | null;
};
const accept = ({ accessToken, refreshToken, cookies }: Landing) =>
  fixture.auth.acceptLanding({ accessToken, refreshToken, cookies }, CLIENT);
const expectRefusal = (landing: Landing) =>
  expect(accept(landing)).rejects.toMatchObject({ code: "bad_code_verifier" });

describe("an emailed link", () => {
  test("sets a short-lived state cookie that scripts can't read", async () => {
    const { setCookies } = await followLink();
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^lattice-landing=magic-link\.[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test.each(["https://app.example.org/in", "http://127.0.0.1:9999/in"])(
    "sets no cookie if it redirects to another site (%s)",
    async (redirectUrl) => {
      const { location, setCookies } = await followLink(`?redirect_to=${encodeURIComponent(redirectUrl)}`);
      expect([location.origin, setCookies]).toEqual([new URL(redirectUrl).origin, []]);
    },
  );

  test("sets no cookie for a HEAD request, in a PKCE flow, or if it is refused", async () => {
    const { email } = await fixture.register();
    const challenge = { code_challenge: "x".repeat(43), code_challenge_method: "plain" };
    await fixture.call("POST", "/otp", { body: { email, ...challenge } });
    const { link } = await fixture.getLastMessageTo(email);
    const headResponse = await fixture.auth.http.request(link.replace("/auth/v1", ""), { method: "HEAD" });
    expect(headResponse.headers.getSetCookie()).toEqual([]);
    const pkceResponse = await fixture.follow(link);
    expect(pkceResponse.location.searchParams.get("code")).toBeTruthy();
    expect(pkceResponse.setCookies).toEqual([]);
    expect((await fixture.follow(link)).setCookies).toEqual([]);
  });
});

describe("the landing page's tokens are accepted", () => {
  test("from the browser that followed the link, and the result names the account and the link's purpose", async () => {
    const landing = await followLink();
    const { session, purpose, account } = await accept(landing);
    expect([session.user.email, purpose]).toEqual([landing.email, "magic-link"]);
    expect(account).toEqual({ username: expect.stringMatching(/^Person/), email: landing.email });
    expect((await fixture.call("GET", "/user", { token: session.access_token })).body.id).toBe(
      landing.userId,
    );
  });

  test("with the link's own purpose, which can't be changed in the cookie", async () => {
    expect((await accept(await followLink("", "recovery"))).purpose).toBe("recovery");
    const landing = await followLink();
    const changedLanding = { ...landing, cookies: landing.cookies.replace("magic-link", "invite") };
    await expectRefusal(changedLanding);
  });

  test("only once, after which the refresh token in the URL is invalid", async () => {
    const landing = await followLink();
    const { session } = await accept(landing);
    await expectRefusal(landing);
    const refreshResponse = await fixture.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    expect(refreshResponse.status).toBe(200);
    const oldTokenResponse = await fixture.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: landing.refreshToken },
    });
    expect(oldTokenResponse.body.error_code).toBe("refresh_token_already_used");
  });

  test("from only one of two concurrent tabs", async () => {
    const landing = await followLink();
    const outcomes = await Promise.allSettled([accept(landing), accept(landing)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("links that the site's scripts didn't request are accepted in any browser:", () => {
  /**
   * Returns the URL that the landing page's button opens (web/account/use-link.tsx), or a link to another page
   * unchanged.
   */
  function getContinueUrl(link: string): string {
    const url = new URL(link);
    if (url.pathname !== "/auth/landing") return link;
    const query = new URLSearchParams();
    for (const name of ["token", "type"]) {
      query.set(name, url.searchParams.get(name) ?? "");
      url.searchParams.delete(name);
    }
    query.set("redirect_to", url.href);
    return `${url.origin}/auth/v1/verify?${query}`;
  }

  /** Returns the link's purpose and the account's email address. */
  async function followAndAccept(link: string) {
    const { location, setCookies } = await fixture.follow(getContinueUrl(link));
    const fragment = new URLSearchParams(location.hash.slice(1));
    const { purpose, session } = await accept({
      accessToken: fragment.get("access_token") ?? "",
      refreshToken: fragment.get("refresh_token") ?? "",
      cookies: `theme=dark; ${setCookies.join("; ")}`,
    });
    return [purpose, session.user.email];
  }

  test("links created by an operator, printed or emailed", async () => {
    const input = { email: "operator@example.org", username: "Orla Keane" };
    const { link } = await fixture.auth.operator.create({ ...input, byEmail: false });
    expect(await followAndAccept(link ?? "")).toEqual(["recovery", input.email]);
    await fixture.auth.operator.reset(input.email, { byEmail: true });
    expect(await followAndAccept((await fixture.getLastMessageTo(input.email)).link)).toEqual([
      "recovery",
      input.email,
    ]);
  });

  test.each([
    ["signup", { password: "seven green lamps" }, "signup"],
    ["invite", {}, "invite"],
    ["magiclink", {}, "signup"],
  ] as const)("an administrator's link (%s)", async (type, extraFields, purpose) => {
    const email = `${type}-link@example.org`;
    const { body } = await fixture.call("POST", "/admin/generate_link", {
      token: await createServiceKey(SECRET),
      body: { type, email, ...extraFields },
    });
    expect(await followAndAccept(body.action_link)).toEqual([purpose, email]);
  });

  test("invitations, and links requested in a form without JavaScript", async () => {
    const email = "invited-link@example.org";
    await fixture.call("POST", "/invite", { token: await createServiceKey(SECRET), body: { email } });
    expect(await followAndAccept((await fixture.getLastMessageTo(email)).link)).toEqual(["invite", email]);
    await fixture.auth.sendSignInEmail(email, CLIENT);
    expect(await followAndAccept((await fixture.getLastMessageTo(email)).link)).toEqual([
      "magic-link",
      email,
    ]);
  });
});

describe("the landing page's tokens are refused", () => {
  test.each([
    ["without the state", () => null],
    ["with an empty state", () => "lattice-landing="],
    ["with a forged state", () => `lattice-landing=magic-link.${"A".repeat(43)}`],
    ["with a state for an unknown purpose", () => "lattice-landing=constructor.AAAA"],
  ])("%s", async (_what, cookies) => {
    await expectRefusal({ ...(await followLink()), cookies: cookies() });
  });

  test("with another link's state, even if it is for the same account", async () => {
    const [firstLanding, secondLanding] = [await followLink(), await followLink()];
    await expectRefusal({ ...firstLanding, cookies: secondLanding.cookies });
    await fixture.call("POST", "/otp", { body: { email: firstLanding.email } });
    const newerResponse = await fixture.follow((await fixture.getLastMessageTo(firstLanding.email)).link);
    await expectRefusal({ ...firstLanding, cookies: newerResponse.setCookies.join("; ") });
    // The refused attempts haven't used up the tokens or the state.
    await accept(firstLanding);
  });

  test("with a forged access token", async () => {
    const [attacker, victim] = [await followLink(), await followLink()];
    const now = Math.floor(Date.now() / 1000);
    const { session_id } = JSON.parse(
      Buffer.from(attacker.accessToken.split(".")[1] ?? "", "base64url").toString(),
    );
    const signToken = (claims: object, secret: string) =>
      new SignJWT({ session_id, sub: victim.userId, email: victim.email, exp: now + 600, ...claims })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(Buffer.from(secret));
    const unsignedToken = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${attacker.accessToken.split(".")[1]}.`;
    for (const accessToken of [
      await signToken({}, "another secret of at least thirty-two characters"),
      await signToken({ exp: now - 600 }, "another secret of at least thirty-two characters"),
      // The next three are signed correctly, but are for another account, expired, or without a session.
      await signToken({}, SECRET),
      await signToken({ sub: attacker.userId, exp: now - 600 }, SECRET),
      await signToken({ sub: attacker.userId, session_id: undefined }, SECRET),
      unsignedToken,
      `x.${Buffer.from(JSON.stringify({ email: victim.email, exp: 1 })).toString("base64url")}.y`,
      "",
    ])
      await expectRefusal({ ...attacker, accessToken });
    // A control: a token signed in the same way, but with correct claims, is accepted.
    await accept({ ...attacker, accessToken: await signToken({ sub: attacker.userId }, SECRET) });
  });

  test("when the tokens belong to different sessions", async () => {
    const [firstLanding, secondLanding] = [await followLink(), await followLink()];
    await expectRefusal({ ...firstLanding, accessToken: secondLanding.accessToken });
    await expectRefusal({ ...firstLanding, refreshToken: secondLanding.refreshToken });
    await expectRefusal({ ...firstLanding, refreshToken: "" });
  });

  test("when the session has ended or the account is deleted", async () => {
    const endedLanding = await followLink();
    await fixture.auth.signOut(endedLanding.accessToken, "local");
    await expectRefusal(endedLanding);
    const deletedLanding = await followLink();
    await fixture.database.pool.query("update auth.users set deleted_at = now() where id = $1", [
      deletedLanding.userId,
    ]);
    await expectRefusal(deletedLanding);
  });

  test("with the error user_banned when the account has been suspended in the meantime", async () => {
    const landing = await followLink();
    await fixture.database.pool.query(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [landing.userId],
    );
    await expect(accept(landing)).rejects.toMatchObject({ code: "user_banned" });
  });

  test("with a conflict if the session stays locked too long, but stay valid", async () => {
    const landing = await followLink();
    const blocker = new pg.Client({ connectionString: fixture.database.url });
    await blocker.connect();
    await blocker.query("begin");
    await blocker.query("select from auth.sessions where user_id = $1 for update", [landing.userId]);
    const outcome = await accept(landing).catch((error: unknown) => error);
    await blocker.query("rollback");
    await blocker.end();
    expect(outcome).toMatchObject({ code: "conflict" });
    await accept(landing);
  });

  test("five minutes after the sign-in", async () => {
    const landing = await followLink();
    fixture.clock.advance(301);
    await expectRefusal(landing);
  });
});
