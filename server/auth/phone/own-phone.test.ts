import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { type AuthFixture, buildCookieHeader, createAuthFixture } from "../testing.ts";
import { startTextGateway, type TextGateway } from "./phone.fixture.ts";

const CLIENT = { ip: "203.0.113.9", userAgent: "a test" };
let gateway: TextGateway;
let fixture: AuthFixture;
let phoneCount = 0;
beforeAll(async () => {
  gateway = await startTextGateway();
  fixture = await createAuthFixture({ smsUrl: gateway.url, auth: { phone: true, smsSpacingSeconds: 0 } });
});
afterAll(async () => {
  await fixture.end();
  await gateway.stop();
});

const newPhone = () => {
  phoneCount += 1;
  return `49152000${String(phoneCount).padStart(5, "0")}`;
};
const getCode = async (phone: string) => (await fixture.getLastMessageTo(phone)).code;
const getErrorCode = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => (thrown instanceof AuthError ? thrown.code : thrown),
  );

async function createMember() {
  const { session, email } = await fixture.register();
  const identity = await fixture.auth.identify(buildCookieHeader(session));
  if (identity.state !== "member") throw new Error("not signed in");
  return { viewer: identity.member, email, token: session.access_token };
}

test("sign-in by text message is offered only with a gateway and AUTH_PHONE", async () => {
  const { database } = fixture;
  const isOffered = async (settings: Parameters<typeof createAuthFixture>[0]) =>
    (await createAuthFixture({ database, ...settings })).auth.describe().then(({ phone }) => phone);
  expect(await isOffered({ smsUrl: gateway.url, auth: { phone: true } })).toBe(true);
  expect(await isOffered({ auth: { phone: true } })).toBe(false);
  expect(await isOffered({ smsUrl: gateway.url })).toBe(false);
});

describe("the sign-in form for phone numbers", () => {
  test("creates an account, and signs in to it with the texted code, which works once", async () => {
    const phone = newPhone();
    await fixture.auth.sendSignInText(`+${phone.slice(0, 2)} ${phone.slice(2)}`, CLIENT);
    const code = await getCode(phone);
    const typedInput = { phone: `+${phone}`, code: `${code.slice(0, 3)} ${code.slice(3)}` };
    const session = await fixture.auth.verifyTextedCode(typedInput, CLIENT);
    expect(session.user).toMatchObject({ phone, email: "" });
    expect(await getErrorCode(fixture.auth.verifyTextedCode(typedInput, CLIENT))).toBe("otp_expired");
  });

  test("refuses a malformed or unknown number, and a wrong or expired code", async () => {
    expect(await getErrorCode(fixture.auth.sendSignInText("0151 123", CLIENT))).toBe("validation_failed");
    const verify = (phone: string, code: string) =>
      getErrorCode(fixture.auth.verifyTextedCode({ phone, code }, CLIENT));
    expect(await verify("hello", "123456")).toBe("validation_failed");
    expect(await verify(newPhone(), "123456")).toBe("otp_expired");
    const phone = newPhone();
    await fixture.auth.sendSignInText(phone, CLIENT);
    const code = await getCode(phone);
    expect(await verify(phone, code === "000000" ? "111111" : "000000")).toBe("otp_expired");
    fixture.clock.advance(61);
    expect(await verify(phone, code)).toBe("otp_expired");
  });
});

describe("the settings form for phone numbers", () => {
  const describePhone = async ({ viewer }: Awaited<ReturnType<typeof createMember>>) =>
    (await fixture.auth.account.describe(viewer)).phone;

  test("adds a number once it is confirmed with its code, and changes it in the same way", async () => {
    const member = await createMember();
    expect(await describePhone(member)).toEqual({ number: null, newNumber: null, needsCode: true });
    for (const phone of [newPhone(), newPhone()]) {
      const before = (await describePhone(member))?.number;
      await fixture.auth.account.change(member.viewer, { phone }, CLIENT);
      expect(await describePhone(member)).toEqual({ number: before, newNumber: phone, needsCode: true });
      await fixture.auth.account.confirmPhone(member.viewer, ` ${await getCode(phone)} `, CLIENT);
      expect(await describePhone(member)).toEqual({ number: phone, newNumber: null, needsCode: true });
    }
    // The changes were confirmed in the member's own session, so no second session was started.
    expect(await fixture.auth.account.listSessions(member.viewer)).toHaveLength(1);
    expect((await fixture.getLastMessageTo(member.email)).subject).toMatch(/^The phone number/);
  });

  test("accepts only the latest code for the member's own change, and only while the change is pending", async () => {
    const [member, otherMember] = [await createMember(), await createMember()];
    const [phone, otherPhone] = [newPhone(), newPhone()];
    const confirm = async (code: string) =>
      getErrorCode(fixture.auth.account.confirmPhone(member.viewer, code, CLIENT));
    expect(await confirm("123456")).toBe("otp_expired");
    await fixture.auth.account.change(member.viewer, { phone }, CLIENT);
    await fixture.auth.account.change(otherMember.viewer, { phone: otherPhone }, CLIENT);
    expect(await confirm(await getCode(otherPhone))).toBe("otp_expired");
    const firstCode = await getCode(phone);
    await fixture.auth.account.resendPhoneCode(member.viewer, CLIENT);
    const secondCode = await getCode(phone);
    if (firstCode !== secondCode) expect(await confirm(firstCode)).toBe("otp_expired");
    await fixture.auth.account.cancelPhoneChange(member.viewer);
    expect(await confirm(secondCode)).toBe("otp_expired");
    expect(await describePhone(member)).toMatchObject({ number: null, newNumber: null });
    // Nothing is pending, so nothing is sent.
    const sentCount = (await fixture.listMessagesTo(phone)).length;
    await fixture.auth.account.resendPhoneCode(member.viewer, CLIENT);
    expect(await fixture.listMessagesTo(phone)).toHaveLength(sentCount);
  });

  test("lets only one of two members confirm a number, even if both try simultaneously", async () => {
    const phone = newPhone();
    const members = [await createMember(), await createMember()];
    const codes: string[] = [];
    for (const { viewer } of members) {
      await fixture.auth.account.change(viewer, { phone }, CLIENT);
      codes.push(await getCode(phone));
    }
    // Both confirmations wait for this lock after they have found that the number isn't taken.
    const blocker = await fixture.database.pool.connect();
    await blocker.query("begin; lock table auth.identities in share mode");
    const outcomes = Promise.all(
      members.map(({ viewer }, index) =>
        getErrorCode(fixture.auth.account.confirmPhone(viewer, codes[index] ?? "", CLIENT)),
      ),
    );
    const waitingLocksQuery =
      "select from pg_locks where relation = 'auth.identities'::regclass and not granted";
    await expect.poll(async () => (await blocker.query(waitingLocksQuery)).rowCount).toBe(2);
    await blocker.query("commit");
    blocker.release();
    expect((await outcomes).filter((code) => code !== null)).toEqual(["phone_exists"]);
  });

  test("needs a recent sign-in", async () => {
    const member = await createMember();
    fixture.clock.advance(601);
    expect(
      await getErrorCode(fixture.auth.account.change(member.viewer, { phone: newPhone() }, CLIENT)),
    ).toBe("reauthentication_needed");
  });
});

test("a member with only a phone number can step up with a texted code", async () => {
  const phone = newPhone();
  await fixture.auth.sendSignInText(phone, CLIENT);
  const session = await fixture.auth.verifyTextedCode({ phone, code: await getCode(phone) }, CLIENT);
  const identity = await fixture.auth.identify(buildCookieHeader(session));
  const viewer = identity.state === "member" ? identity.member : null;
  expect(await fixture.auth.account.describeProof(viewer)).toMatchObject({
    first: "code",
    codeBy: "text",
  });
  await fixture.auth.account.sendStepUpCode(viewer, CLIENT);
  const proof = { password: "", oneTimeCode: "", factorId: "", code: "" };
  await expect(fixture.auth.account.stepUp(viewer, proof, CLIENT)).rejects.toMatchObject({
    fieldErrors: { oneTimeCode: "Enter the code from the text message." },
  });
  proof.oneTimeCode = await getCode(phone);
  await fixture.auth.account.stepUp(viewer, proof, CLIENT);
});
