import { GoTrueClient } from "@supabase/auth-js";
import { Hono } from "hono";
import { encodeSessionCookies, SESSION_KEY, serializeSession } from "#core/accounts/session-cookie.ts";
import { readConfig } from "#server/config.ts";
import { createMailer } from "#server/email/index.ts";
import { createLog } from "#server/platform/log.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { findEmailedLink } from "#server/testing/find-emailed-link.ts";
import { createQuickPasswords } from "#server/testing/quick-passwords.ts";
import type { AuthConfig } from "./deps.ts";
import { type AuthOptions, createAuth } from "./index.ts";
import type { Passwords } from "./password/passwords.ts";

interface CallOptions {
  /** Objects are sent as JSON, strings unchanged. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
}

interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests access arbitrary fields
  readonly body: any;
}

export type AuthFixture = Awaited<ReturnType<typeof createAuthFixture>>;

type Settings = Partial<Omit<AuthConfig, "auth">> & {
  /** Without these URLs, messages stay in the outbox. */
  smtpUrl?: string;
  smsUrl?: string;
  timingStepMs?: number;
  passwords?: Passwords;
  deadlineMs?: number;
  auth?: Partial<AuthConfig["auth"]>;
  extend?: (deps: Pick<AuthOptions, "database" | "clock">) => Partial<AuthOptions>;
  /** Another fixture's database, to test two processes sharing it. */
  database?: TestDatabase;
};

/** Creates an auth service that uses no network, with its own database unless one is given. */
export async function createAuthFixture(settings: Settings = {}) {
  const database = settings.database ?? (await createTestDatabase());
  let offset = 0;
  const clock = {
    now: () => new Date(Date.now() + offset),
    advance(seconds: number) {
      offset += seconds * 1000;
    },
  };
  const publicUrl = settings.publicUrl ?? "http://lattice.test";
  const log = createLog("silent");
  const mailer = createMailer({
    database,
    log,
    clock,
    config: {
      publicUrl,
      email: { smtpUrl: settings.smtpUrl, smsUrl: settings.smsUrl, from: "Lattice <no-reply@lattice.test>" },
    },
  });
  const auth = await createAuth({
    database,
    log,
    clock,
    mailer,
    timingStepMs: settings.timingStepMs ?? 0,
    passwords: settings.passwords ?? createQuickPasswords(),
    ...settings.extend?.({ database, clock }),
    ...(settings.deadlineMs ? { deadlineMs: settings.deadlineMs } : {}),
    limits: createRateLimits(database.pool, { enabled: settings.auth?.rateLimits ?? false }),
    config: {
      publicUrl,
      trustProxy: settings.trustProxy ?? 1,
      auth: {
        ...readConfig({ PUBLIC_URL: publicUrl }).auth,
        rateLimits: false,
        ...settings.auth,
      },
    },
  });
  const app = new Hono().route("/auth/v1", auth.http);
  let userCount = 0;
  /** Returns data for a new, unique user. */
  const newUser = () => {
    userCount += 1;
    return {
      email: `person${userCount}@example.org`,
      password: `green lamps ${userCount}`,
      username: `Person ${userCount}`,
    };
  };

  /** Lists all messages to an email address or phone number, oldest first. Parts that a message lacks are empty. */
  const listMessagesTo = async (address: string) => {
    const { rows } = await database.pool.query<{ kind: string; subject: string; text: string }>(
      "select kind, subject, body_text as text from email.outbox where recipient = $1 order by id",
      [address],
    );
    return rows.map(({ kind, subject, text }) => {
      const link = findEmailedLink(text);
      return {
        kind,
        subject,
        text,
        code: /code: (\d+)/.exec(text)?.[1] ?? "",
        link,
        linkToken: link && (new URL(link).searchParams.get("token") ?? ""),
      };
    });
  };

  return {
    database,
    listMessagesTo,
    async getLastMessageTo(address: string) {
      const lastMessage = (await listMessagesTo(address)).at(-1);
      if (!lastMessage) throw new Error(`no message was sent to ${address}`);
      return lastMessage;
    },
    /** Opens a link as a browser would, but doesn't follow redirects. */
    async follow(link: string, headers: Record<string, string> = {}) {
      const response = await app.request(link, { headers });
      const location = response.headers.get("location");
      return {
        status: response.status,
        location: new URL(location ?? "about:blank"),
        setCookies: response.headers.getSetCookie(),
      };
    },
    auth,
    mailer,
    clock,
    newUser,
    /** Sends a request to /auth/v1 and reads the response. */
    async call(
      method: string,
      path: string,
      { body, token, headers = {} }: CallOptions = {},
    ): Promise<TestResponse> {
      const response = await app.request(`/auth/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json;charset=UTF-8" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
    },
    /** Creates the official client, unmodified, with its own in-memory storage. */
    client: (options: Partial<ConstructorParameters<typeof GoTrueClient>[0]> = {}) =>
      new GoTrueClient({
        url: "http://lattice.test/auth/v1",
        storageKey: SESSION_KEY,
        autoRefreshToken: false,
        headers: { apikey: auth.publicKey },
        fetch: async (input, init) => app.request(input as string, init as RequestInit),
        ...options,
      }),
    async register() {
      const user = newUser();
      return {
        ...user,
        session: await auth.signUp(user, { ip: "203.0.113.1", userAgent: "a test" }),
      };
    },
    end: () => database.drop(),
  };
}

export function buildCookieHeader(session: object): string {
  return encodeSessionCookies(serializeSession(session))
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
