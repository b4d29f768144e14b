import { afterEach, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { times } from "./email.fixture.ts";

/** Limits on emails per hour (docs/decisions/051). */
let site: AuthFixture;
afterEach(() => site.end());

type Settings = NonNullable<Parameters<typeof createAuthFixture>[0]>;
const open = async (auth: Settings["auth"] = {}, more: Settings = {}) => {
  site = await createAuthFixture({
    ...more,
    auth: { autoconfirm: false, rateLimits: true, emailSpacingSeconds: 0, smsSpacingSeconds: 0, ...auth },
  });
  return site;
};

let networks = 0;
/** A client in a new, unique network. */
const newClient = () => {
  networks += 1;
  return `100.${64 + (networks >> 8)}.${networks & 255}.7`;
};
const send = (path: string, body: object, ip = newClient()) =>
  site.call("POST", path, { body, headers: { "x-forwarded-for": ip } });
const recover = (email: string, ip?: string) => send("/recover", { email }, ip);
const signUp = (email: string, ip?: string) => send("/signup", { email, password: "a good secret" }, ip);
let people = 0;
const newEmail = () => {
  people += 1;
  return `someone${people}@example.org`;
};
/** A member who has confirmed the address from `home`, with no email charged for it. */
async function member() {
  const [email, home] = [newEmail(), newClient()];
  expect((await signUp(email, home)).status).toBe(200);
  const { linkToken } = await site.getLastEmailTo(email);
  const answer = await send("/verify", { type: "signup", token_hash: linkToken }, home);
  expect(answer.status).toBe(200);
  await site.database.pool.query("truncate auth.rate_limits");
  return { email, home, session: answer.body };
}
const charged = async (name = "site", medium = "mail") => {
  const { rows } = await site.database.pool.query(
    "select coalesce(sum(points), 0)::int as points from auth.rate_limits where key like $1",
    [`auth.${medium}.${name}:%`],
  );
  return rows[0].points;
};
const outbox = async () =>
  (await site.database.pool.query("select count(*)::int as n from mail.outbox")).rows[0].n;
const refusal = { code: 429, error_code: "over_email_send_rate_limit", msg: "email rate limit exceeded" };

describe("one client", () => {
  test.each([30, 300])(
    "requesting %i recoveries of made-up addresses doesn't prevent anyone else's sign-up",
    async (count) => {
      await open();
      const attacker = newClient();
      for (let asked = 0; asked < count; asked += 30) {
        await times(30, () => recover(newEmail(), attacker));
        // The limit of requests alone would end it sooner.
        await site.database.pool.query("delete from auth.rate_limits where key like 'auth.recover:%'");
      }
      expect(await charged()).toBe(0);
      const email = newEmail();
      expect((await signUp(email)).status).toBe(200);
      expect((await site.getLastEmailTo(email)).kind).toBe("confirmation");
      expect(await charged()).toBe(1);
    },
  );

  test("has ten emails an hour over all endpoints together, for known addresses or not", async () => {
    await open();
    const { email } = await member();
    const ip = newClient();
    const asks = [
      ...[1, 2, 3].map(() => () => recover(newEmail(), ip)),
      () => recover(email, ip),
      () => send("/otp", { email: newEmail(), create_user: false }, ip),
      () => send("/magiclink", { email }, ip),
      () => send("/resend", { type: "signup", email: newEmail() }, ip),
      () => send("/resend", { type: "signup", email }, ip),
      () => signUp(newEmail(), ip),
      () => signUp(email, ip),
    ];
    for (const ask of asks) expect((await ask()).status).toBe(200);
    for (const ask of asks) expect((await ask()).body).toEqual(refusal);
    // Recovery and magic link to the member, and the new account's confirmation.
    expect(await charged()).toBe(3);
    expect((await recover(newEmail())).status).toBe(200);
  });

  test("is an IPv6 /64 network as a whole", async () => {
    await open();
    const answers = [];
    for (let host = 1; host <= 12; host += 1)
      answers.push((await recover(newEmail(), `2001:db8:1:1::${host}`)).status);
    expect(answers).toEqual([...Array(10).fill(200), 429, 429]);
  });

  test("with a whole IPv6 /48 gets at most half of the site's hourly budget", async () => {
    await open({ emailsPerHour: 12 });
    const answers = [];
    for (let net = 1; net <= 8; net += 1)
      answers.push((await signUp(newEmail(), `2001:db8:2:${net}::1`)).status);
    expect(answers).toEqual([...Array(6).fill(200), 429, 429]);
    expect((await signUp(newEmail())).status).toBe(200);
  });

  test("gets at most a third of the site's hourly budget, however small it is", async () => {
    await open({ emailsPerHour: 6 });
    const ip = newClient();
    const answers = await times(5, () => signUp(newEmail(), ip));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await outbox()).toBe(2);
  });

  test.each([
    ["is limited to ten even if addresses need no confirmation", "smtp://127.0.0.1:9", 10],
    ["is not counted while no email is really sent", undefined, 14],
  ])("%s", async (_title, smtpUrl, allowed) => {
    await open({ autoconfirm: true }, smtpUrl === undefined ? {} : { smtpUrl });
    const ip = newClient();
    const answers = await times(14, () => send("/otp", { email: newEmail() }, ip));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(allowed);
  });

  test("is not charged for requests that are too soon or fail", async () => {
    await open({ emailSpacingSeconds: 60 });
    const [email, ip] = [newEmail(), newClient()];
    expect((await recover(email, ip)).status).toBe(200);
    for (let turn = 0; turn < 15; turn += 1)
      expect((await recover(email, ip)).body.msg).toMatch(/For security purposes/);
    expect(await charged("client")).toBe(1);
    expect((await recover(newEmail(), ip)).status).toBe(200);
  });
});

describe("one recipient", () => {
  test("gets four emails an hour requested by one network and ten by all, known address or not", async () => {
    await open();
    const { email } = await member();
    for (const each of [email, newEmail()]) {
      const near = [];
      for (let host = 1; host <= 6; host += 1) near.push((await recover(each, `192.0.2.${host}`)).status);
      expect(near).toEqual([200, 200, 200, 200, 429, 429]);
      const far = [];
      for (let turn = 0; turn < 8; turn += 1) far.push((await recover(each)).status);
      expect(far).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
      expect((await recover(each)).body).toEqual(refusal);
    }
    expect((await site.listEmailsTo(email)).filter(({ kind }) => kind === "recovery")).toHaveLength(10);
  });

  test("can recover the account from a known IP address, whatever strangers request", async () => {
    await open({ emailSpacingSeconds: 60 });
    const { email, home } = await member();
    for (let turn = 0; turn < 12; turn += 1) {
      await recover(email);
      // Strangers always request first after each wait.
      site.clock.advance(61);
    }
    expect((await recover(email)).body).toEqual(refusal);
    expect((await recover(email, home)).status).toBe(200);
    const { linkToken } = await site.getLastEmailTo(email);
    expect((await send("/verify", { type: "recovery", token_hash: linkToken }, home)).status).toBe(200);
  });

  test("can change the address and get codes while signed in, even if strangers used up the limit", async () => {
    await open({ reauthentication: true });
    const { email, home, session } = await member();
    for (let turn = 0; turn < 10; turn += 1) await recover(email);
    expect((await recover(email)).status).toBe(429);
    const call = (method: string, path: string, body?: object) =>
      site.call(method, path, {
        ...(body ? { body } : {}),
        token: session.access_token,
        headers: { "x-forwarded-for": home },
      });
    expect((await call("GET", "/reauthenticate")).status).toBe(200);
    expect((await call("PUT", "/user", { email: newEmail() })).status).toBe(200);
  });

  test("gains nothing from an address that is known for a stranger's account", async () => {
    await open();
    const victim = await member();
    const attacker = await member();
    for (let turn = 0; turn < 10; turn += 1) await recover(victim.email);
    expect((await recover(victim.email, attacker.home)).body).toEqual(refusal);
  });
});

describe("the site's hourly budget", () => {
  test("reserves a third for confirmations of new accounts, and a third for everything else", async () => {
    await open({ emailsPerHour: 6 });
    const emails = [];
    for (let index = 0; index < 6; index += 1) emails.push((await member()).email);
    const recovered = [];
    for (const email of emails) recovered.push((await recover(email)).status);
    expect(recovered).toEqual([200, 200, 200, 200, 429, 429]);
    const confirmed = [];
    for (let index = 0; index < 3; index += 1) confirmed.push((await signUp(newEmail())).status);
    expect(confirmed).toEqual([200, 200, 429]);

    await site.database.pool.query("truncate auth.rate_limits");
    const more = [];
    for (let index = 0; index < 5; index += 1) more.push((await signUp(newEmail())).status);
    expect(more).toEqual([200, 200, 200, 200, 429]);
    expect((await recover(emails[0] ?? "")).status).toBe(200);
  });

  test("once used up gives the same error for known and unknown addresses", async () => {
    await open({ emailsPerHour: 3 });
    const [one, other, { email }] = [await member(), await member(), await member()];
    for (const spender of [one, other]) expect((await recover(spender.email)).status).toBe(200);
    const before = await outbox();
    for (const path of ["/recover", "/otp", "/magiclink"])
      for (const address of [email, newEmail()])
        expect((await send(path, { email: address })).body).toEqual(refusal);
    expect(await outbox()).toBe(before);
    site.clock.advance(2 * 3600);
    expect((await recover(email)).status).toBe(200);
  });

  test("is not charged for addresses that get no email", async () => {
    await open();
    const { email } = await member();
    const before = await outbox();
    const asks: [string, object][] = [
      ["/recover", { email: newEmail() }],
      ["/otp", { email: newEmail(), create_user: false }],
      ["/magiclink", { email: newEmail(), create_user: false }],
      ["/resend", { type: "signup", email: newEmail() }],
      ["/resend", { type: "signup", email }],
      ["/resend", { type: "email_change", email }],
      ["/signup", { email, password: "a good secret" }],
    ];
    for (const [path, body] of asks) expect((await send(path, body)).status).toBe(200);
    expect(await outbox()).toBe(before);
    expect([await charged(), await charged("others"), await charged("confirmations")]).toEqual([0, 0, 0]);
    expect(await charged("client")).toBe(asks.length);
  });

  test("is not charged for a request that times out", async () => {
    await open();
    const { email } = await member();
    const hasty = await createAuthFixture({
      database: site.database,
      auth: { autoconfirm: false, rateLimits: true, emailSpacingSeconds: 0 },
      deadlineMilliseconds: 500,
    });
    const blocker = await site.database.pool.connect();
    await blocker.query("begin");
    await blocker.query("select from auth.users where email = $1 for update", [email]);
    expect((await hasty.call("POST", "/recover", { body: { email } })).body.error_code).toBe(
      "request_timeout",
    );
    // Wait for its statement to be cancelled, which happens after the response.
    await expect.poll(async () => [await charged(), await charged("client")]).toEqual([0, 0]);
    await blocker.query("rollback");
    blocker.release();
  });

  test("is never exceeded by parallel requests", async () => {
    await open({ emailsPerHour: 9 });
    const answers = await times(40, () => send("/otp", { email: newEmail() }));
    const sent = answers.filter(({ status }) => status === 200).length;
    expect(sent).toBe(await outbox());
    expect(sent).toBe(6);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  test("of text messages is divided the same way", async () => {
    await open({ phone: true, smsPerHour: 6 });
    let numbers = 0;
    const newPhone = () => {
      numbers += 1;
      return `49151000${String(numbers).padStart(5, "0")}`;
    };
    const attacker = newClient();
    const asked = await times(8, () => send("/otp", { phone: newPhone(), create_user: false }, attacker));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await charged("site", "sms")).toBe(0);
    const codes = [];
    for (let turn = 0; turn < 5; turn += 1) codes.push((await send("/otp", { phone: newPhone() })).status);
    expect(codes).toEqual([200, 200, 200, 200, 429]);
    const body = { phone: newPhone(), password: "a good secret" };
    expect((await send("/signup", body)).status).toBe(200);
    expect(await charged("site", "sms")).toBe(5);
    expect(await charged("site")).toBe(0);
  });
});

test("with AUTH_RATE_LIMITS off nothing is counted", async () => {
  await open({ rateLimits: false, emailsPerHour: 1 });
  const ip = newClient();
  const answers = await times(15, () => signUp(newEmail(), ip));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await charged()).toBe(0);
});
