import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { toUsernameSkeleton } from "#server/profiles/index.ts";
import { createQuickPasswords } from "#server/testing/quick-passwords.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";
import { equalizeTiming } from "./equalize-timing.ts";

/**
 * Tests response properties that must not differ between known and unknown addresses. `npm run bench -- timing`
 * measures the response times.
 */

let fixture: AuthFixture;
let hashCount = 0;
const passwords = createQuickPasswords();
const auth = { autoconfirm: false, emailSpacingSeconds: 0, smsSpacingSeconds: 0, phone: true };
beforeAll(async () => {
  fixture = await createAuthFixture({
    auth,
    passwords: {
      hash(password) {
        hashCount += 1;
        return passwords.hash(password);
      },
      verify(password, storedHash) {
        hashCount += 1;
        return passwords.verify(password, storedHash);
      },
    },
  });
});
afterAll(() => fixture.end());

type Kind = "unknown" | "unconfirmed" | "confirmed" | "without a password";
const KINDS: readonly Kind[] = ["unknown", "unconfirmed", "confirmed", "without a password"];
type Medium = "email" | "phone";
const PASSWORD = "a good secret";

let contactCount = 0;
/** Creates an address or number of this kind. All addresses have the same length, and so do all numbers. */
async function createContact(kind: Kind, medium: Medium): Promise<{ email: string } | { phone: string }> {
  contactCount += 1;
  const contact =
    medium === "email"
      ? { email: `one${String(contactCount).padStart(4, "0")}@example.org` }
      : { phone: `49151000${String(contactCount).padStart(4, "0")}` };
  if (kind === "unknown") return contact;
  expect((await fixture.call("POST", "/signup", { body: { ...contact, password: PASSWORD } })).status).toBe(
    200,
  );
  if (kind !== "unconfirmed")
    await fixture.database.pool.query(
      `update auth.users set ${medium}_confirmed_at = now() where ${medium} = $1`,
      Object.values(contact),
    );
  if (kind === "without a password")
    await fixture.database.pool.query(
      `update auth.users set encrypted_password = null where ${medium} = $1`,
      [...Object.values(contact)],
    );
  return contact;
}

/** Captures everything in a response that could differ, and the work behind it. */
async function captureResponse(path: string, contact: object, body: object) {
  hashCount = 0;
  const {
    status,
    headers,
    body: responseBody,
    statements,
  } = await runInRequestScope("a test", async () => {
    const response = await fixture.call("POST", path, { body: { ...contact, ...body } });
    return { ...response, statements: getRequestScope()?.statements };
  });
  const bytes = JSON.stringify(responseBody)
    .replaceAll(Object.values(contact)[0], "CONTACT")
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
  return { visible: { status, headers: [...headers].sort(), bytes, hashes: hashCount }, statements };
}

interface Call {
  readonly path: string;
  readonly body: object;
}
const wrongPassword = { password: "not the right one" };
const wrongCode = { token: "000000" };
const CALLS: Readonly<Record<Medium, readonly Call[]>> = {
  email: [
    { path: "/token?grant_type=password", body: wrongPassword },
    { path: "/signup", body: wrongPassword },
    { path: "/otp", body: {} },
    { path: "/otp", body: { create_user: false } },
    { path: "/magiclink", body: {} },
    { path: "/recover", body: {} },
    { path: "/resend", body: { type: "signup" } },
    { path: "/resend", body: { type: "email_change" } },
    ...["email", "signup", "magiclink", "recovery", "invite", "email_change"].map((type) => ({
      path: "/verify",
      body: { type, ...wrongCode },
    })),
  ],
  phone: [
    { path: "/token?grant_type=password", body: wrongPassword },
    { path: "/signup", body: wrongPassword },
    { path: "/otp", body: {} },
    { path: "/otp", body: { create_user: false } },
    { path: "/resend", body: { type: "sms" } },
    { path: "/resend", body: { type: "phone_change" } },
    { path: "/verify", body: { type: "sms", ...wrongCode } },
    { path: "/verify", body: { type: "phone_change", ...wrongCode } },
  ],
};

beforeEach(() => fixture.database.pool.query("truncate email.outbox"));

describe.each(["email", "phone"] as const)("by %s", (medium) => {
  test.each(CALLS[medium])(
    "$path $body returns the same bytes and computes the same number of hashes for known and unknown addresses",
    async (call) => {
      const responses = [];
      for (const kind of KINDS)
        responses.push(
          (await captureResponse(call.path, await createContact(kind, medium), call.body)).visible,
        );
      for (const response of responses) expect(response).toEqual(responses[0]);
    },
  );

  test("a sign-in takes the same number of queries for known and unknown addresses", async () => {
    const counts = new Set<number | undefined>();
    for (const kind of KINDS)
      counts.add(
        (
          await captureResponse(
            "/token?grant_type=password",
            await createContact(kind, medium),
            wrongPassword,
          )
        ).statements,
      );
    expect([...counts]).toEqual([expect.any(Number)]);
    expect([...counts][0]).toBeGreaterThan(0);
  });

  test("a taken username is refused after the same number of queries for known and unknown addresses", async () => {
    const username = `taken.by.${medium}`;
    const owner = Object.values(await createContact("confirmed", medium));
    await fixture.database.pool.query(
      `insert into public.profiles (id, username, username_skeleton, username_folded)
       select id, $2::text, $3, $2 from auth.users where ${medium} = $1`,
      [...owner, username, toUsernameSkeleton(username)],
    );
    const responses = [];
    for (const kind of KINDS)
      responses.push(
        await captureResponse("/otp", await createContact(kind, medium), { data: { username } }),
      );
    expect(responses[0]?.visible.bytes).toContain("username_taken");
    for (const response of responses) expect(response).toEqual(responses[0]);
  });
});

describe("a response with equalized timing", () => {
  const measureDuration = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    const outcome = await equalizeTiming({ timingStepMs: 100 }, work).catch((error: unknown) => error);
    return { outcome, milliseconds: performance.now() - startedAt };
  };

  test("is sent after a multiple of the step: the first one, or the second if the work took longer", async () => {
    const [shortResult, longResult] = await Promise.all([
      measureDuration(async () => "short"),
      measureDuration(async () => {
        await sleep(120);
        return "long";
      }),
    ]);
    expect(shortResult.outcome).toBe("short");
    expect(shortResult.milliseconds).toBeGreaterThanOrEqual(99);
    expect(longResult.outcome).toBe("long");
    expect(longResult.milliseconds).toBeGreaterThanOrEqual(198);
  });

  test("is not sent earlier if there is an error", async () => {
    const { outcome, milliseconds } = await measureDuration(async () => {
      throw new Error("refused");
    });
    expect(outcome).toEqual(new Error("refused"));
    expect(milliseconds).toBeGreaterThanOrEqual(99);
  });
});
