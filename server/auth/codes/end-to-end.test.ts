import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startSmtp, type TestSmtp } from "#server/testing/smtp.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

/** End to end: from the official client through the outbox and an email server to the link in the email. */

let smtp: TestSmtp;
let fixture: AuthFixture;
beforeAll(async () => {
  smtp = await startSmtp();
  fixture = await createAuthFixture({
    smtpUrl: smtp.url,
    auth: { autoconfirm: false, emailSpacingSeconds: 0, secureEmailChange: true },
  });
  fixture.mailer.start();
});
afterAll(async () => {
  await fixture.mailer.stop();
  await fixture.end();
  await smtp.stop();
});

const waitForEmail = (address: string, count = 1) =>
  vi.waitFor(
    () => {
      const emails = smtp.emails.filter(({ recipient }) => recipient === address);
      expect(emails).toHaveLength(count);
      return emails[count - 1];
    },
    { timeout: 60_000 },
  );

test("a new member signs up, confirms the address by link, requests a password reset and changes the address", async () => {
  const client = fixture.client();
  const { email, password, username } = fixture.newUser();
  const { data } = await client.signUp({ email, password, options: { data: { username } } });
  expect(data.session).toBeNull();
  const confirmation = await waitForEmail(email);
  const link = /href="(http:\/\/lattice\.test\/auth\/v1\/verify[^"]+)"/.exec(confirmation?.html ?? "")?.[1];
  const { location } = await fixture.follow((link ?? "").replaceAll("&amp;", "&"));
  expect(location.hash).toContain("access_token=");
  expect((await client.signInWithPassword({ email, password })).error).toBeNull();

  await client.resetPasswordForEmail(email);
  const recovery = await waitForEmail(email, 2);
  expect(recovery?.subject).toBe("Reset your Lattice password");
  const token = /code: (\d{6})/.exec(recovery?.text ?? "")?.[1] ?? "";
  expect((await client.verifyOtp({ email, token, type: "recovery" })).error).toBeNull();

  const newAddress = `moved.${email}`;
  await client.updateUser({ email: newAddress });
  for (const address of [email, newAddress]) {
    const message = await waitForEmail(address, address === email ? 3 : 1);
    const code = /code: (\d{6})/.exec(message?.text ?? "")?.[1] ?? "";
    expect((await client.verifyOtp({ email: address, token: code, type: "email_change" })).error).toBeNull();
  }
  expect((await client.getUser()).data.user?.email).toBe(newAddress);
});

test("an email server that refuses the email doesn't make the request fail, and the email stays queued", async () => {
  smtp.rejectWith = 451;
  const { email, password } = fixture.newUser();
  const response = await fixture.call("POST", "/signup", { body: { email, password } });
  expect(response.status).toBe(200);
  await vi.waitFor(
    async () => {
      const { rows } = await fixture.database.pool.query(
        "select state, error from email.outbox where recipient = $1",
        [email],
      );
      expect(rows).toEqual([{ state: "waiting", error: expect.stringContaining("not now") }]);
    },
    { timeout: 60_000 },
  );
  smtp.rejectWith = null;
  fixture.clock.advance(11);
  fixture.mailer.wake();
  expect((await waitForEmail(email))?.subject).toBe("Confirm your email address for Lattice");
});
