import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, createAuthFixture } from "./testing.ts";

let fixture: AuthFixture;
let otherProcess: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ auth: { rateLimits: true } });
  otherProcess = await createAuthFixture({ database: fixture.database, auth: { rateLimits: true } });
});
afterAll(() => fixture.end());

const REFUSAL = { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" };
/** Low enough that no request waits too long for one of the pool's connections, even on a slow machine. */
const limitConcurrency = pLimit(10);
const times = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => limitConcurrency(() => run(index))));

let clientCount = 0;
/** Returns an IP address that no other client has. */
const generateClientIp = () => {
  clientCount += 1;
  return `198.51.100.${clientCount}`;
};

const send = (site: AuthFixture, method: string, path: string, ip: string, body: unknown, token?: string) =>
  site.call(method, path, { body, token, headers: { "x-forwarded-for": ip } });

describe("across processes, each client's limit is", () => {
  test("thirty sign-ups, even if they fail", async () => {
    const ip = generateClientIp();
    const responses = await times(36, (index) =>
      send(index % 2 ? otherProcess : fixture, "POST", "/signup", ip, { email: "x" }),
    );
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(30);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(6);
    expect((await send(fixture, "POST", "/signup", ip, {})).body).toEqual(REFUSAL);
    expect((await send(fixture, "POST", "/signup", generateClientIp(), { email: "x" })).status).toBe(400);
    // Each endpoint has its own limit.
    expect((await send(fixture, "POST", "/token?grant_type=password", ip, {})).status).toBe(400);
  });

  test("thirty token requests for both grant types together", async () => {
    const ip = generateClientIp();
    const responses = await times(36, (index) =>
      index % 2
        ? send(fixture, "POST", "/token?grant_type=refresh_token", ip, { refresh_token: "abcdefghijkl" })
        : send(otherProcess, "POST", "/token?grant_type=password", ip, {}),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(6);
  });

  test("thirty changes to an account", async () => {
    const ip = generateClientIp();
    const { session } = await fixture.register();
    const responses = await times(33, () => send(fixture, "PUT", "/user", ip, {}, session.access_token));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(30);
  });
});

test("all clients of one IPv6 /48 together can send five times as many requests as one client", async () => {
  const call = (net: number) =>
    send(fixture, "POST", "/recover", `2001:db8:77:${net.toString(16)}::1`, { email: "x" });
  const responses = await times(160, (index) => call(index));
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(150);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await send(fixture, "POST", "/recover", "2001:db8:78::1", { email: "x" })).status).toBe(400);
});

test("a client can't change its address with a forged X-Forwarded-For header", async () => {
  const ip = generateClientIp();
  const responses = await times(33, (index) =>
    send(fixture, "POST", "/signup", `10.9.9.${index}, ${ip}`, { email: "x" }),
  );
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(3);
});

describe("wrong passwords", () => {
  test("are limited to ten per account and client, even in parallel, after which the correct password is also refused", async () => {
    const { email, password } = await fixture.register();
    const ip = generateClientIp();
    const wrongResponses = await times(14, (index) =>
      send(index % 2 ? otherProcess : fixture, "POST", "/token?grant_type=password", ip, {
        email,
        password: "wrong",
      }),
    );
    expect(wrongResponses.filter(({ body }) => body.error_code === "invalid_credentials")).toHaveLength(10);
    const rightResponse = await send(otherProcess, "POST", "/token?grant_type=password", ip, {
      email: email.toUpperCase(),
      password,
    });
    expect(rightResponse.body).toEqual(REFUSAL);
    const otherIp = generateClientIp();
    const otherClientResponse = await send(fixture, "POST", "/token?grant_type=password", otherIp, {
      email,
      password,
    });
    expect(otherClientResponse.status).toBe(200);
  });

  test("are counted in the same way for unknown accounts", async () => {
    const ip = generateClientIp();
    const responses = await times(12, () =>
      send(fixture, "POST", "/token?grant_type=password", ip, { email: "nobody@example.org", password: "x" }),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

test("correct passwords aren't counted as wrong ones", async () => {
  const { email, password } = await fixture.register();
  const ip = generateClientIp();
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const response = await send(fixture, "POST", "/token?grant_type=password", ip, { email, password });
    expect(response.status).toBe(200);
  }
});

test("nothing is counted when rate limits are off", async () => {
  const unlimitedSite = await createAuthFixture({ database: fixture.database });
  const ip = generateClientIp();
  const responses = await times(40, () => send(unlimitedSite, "POST", "/signup", ip, { email: "x" }));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
});
