import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { matchAuthError, startTextGateway, type TextGateway } from "./phone.fixture.ts";

const KNOWN_PHONE = "4915100000001";
const REFUSAL = matchAuthError(422, "sms_send_failed");
let gateway: TextGateway;
let fixture: AuthFixture;

beforeAll(async () => {
  gateway = await startTextGateway();
  fixture = await createAuthFixture({ smsUrl: gateway.url, auth: { phone: true, smsSpacingSeconds: 0 } });
  await fixture.call("POST", "/signup", { body: { phone: KNOWN_PHONE, password: "a good secret" } });
});
afterAll(() => fixture.end());

const requestCode = (phone: string) => fixture.call("POST", "/otp", { body: { phone, create_user: false } });
const countMessages = async () => (await fixture.listMessagesTo(KNOWN_PHONE)).length;

test("known and unknown numbers get sms_send_failed while the gateway is down, and codes are texted once it works again", async () => {
  const previousCount = await countMessages();
  fixture.clock.advance(60);
  gateway.respondWith(503);
  for (let attempt = 0; attempt < 20; attempt += 1)
    for (const phone of [KNOWN_PHONE, "4915100000002"])
      expect((await requestCode(phone)).body).toEqual(REFUSAL);
  expect(await countMessages()).toBe(previousCount);

  fixture.clock.advance(60);
  // The check for a working gateway sends a GET request, which a gateway may well refuse.
  gateway.respondWith(405);
  expect((await requestCode(KNOWN_PHONE)).status).toBe(200);
  expect(await countMessages()).toBe(previousCount + 1);
});

test("a gateway that accepts no connections counts as down, and a sign-up then creates no account", async () => {
  await gateway.stop();
  fixture.clock.advance(60);
  const phone = "4915100000003";
  const body = { phone, password: "a good secret" };
  expect((await fixture.call("POST", "/signup", { body })).body).toEqual(REFUSAL);
  const { rowCount } = await fixture.database.pool.query("select from auth.users where phone = $1", [phone]);
  expect(rowCount).toBe(0);
});
