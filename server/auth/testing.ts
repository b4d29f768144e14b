import { GoTrueClient } from "@supabase/auth-js";
import { Hono } from "hono";
import { SESSION_KEY } from "#core/accounts/session-cookie.ts";
import { createLog } from "#server/platform/log.ts";
import { createRateLimits } from "#server/platform/rate-limit.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { AuthConfig } from "./context.ts";
import { type Auth, createAuth } from "./index.ts";

export interface AuthFixture {
  readonly database: TestDatabase;
  readonly auth: Auth;
  readonly app: Hono;
  readonly clock: { now(): Date; advance(seconds: number): void };
  /** Sends a request to /auth/v1 as a program would. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The official client, with storage of its own. */
  client(): GoTrueClient;
  end(): Promise<void>;
}

interface CallOptions {
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at whatever came
  readonly body: any;
}

/** A database of its own and the accounts over it, spoken to without a socket. The clock stands still unless moved. */
export async function createAuthFixture(
  settings: {
    rateLimits?: boolean;
    disableSignup?: boolean;
    maxConnections?: number;
  } & Partial<AuthConfig> = {},
): Promise<AuthFixture> {
  const database = await createTestDatabase({ maxConnections: settings.maxConnections ?? 10 });
  let ahead = 0;
  const clock = {
    now: () => new Date(Date.now() + ahead),
    advance: (seconds: number) => {
      ahead += seconds * 1000;
    },
  };
  const auth = await createAuth({
    database,
    log: createLog("silent"),
    clock,
    limits: createRateLimits(database.pool, { enabled: settings.rateLimits ?? false }),
    config: {
      publicUrl: "http://lattice.test",
      trustProxy: settings.trustProxy ?? 1,
      auth: {
        jwtSecret: undefined,
        jwtKeys: undefined,
        disableSignup: settings.disableSignup ?? false,
        rateLimits: settings.rateLimits ?? false,
        ...settings.auth,
      },
    },
  });
  const app = new Hono().route("/auth/v1", auth.http);

  return {
    database,
    auth,
    app,
    clock,
    async call(method, path, { body, token, headers = {} } = {}) {
      const response = await app.request(`/auth/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
    },
    client: () =>
      new GoTrueClient({
        url: "http://lattice.test/auth/v1",
        storageKey: SESSION_KEY,
        autoRefreshToken: false,
        headers: { apikey: auth.publicKey },
        fetch: async (input, init) => app.request(input as string, init as RequestInit),
      }),
    end: () => database.drop(),
  };
}
