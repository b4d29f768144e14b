import { argon2Sync, createHmac, randomBytes } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import {
  decodeSessionCookies,
  encodeSessionCookies,
  SESSION_KEY,
  serializeSession,
} from "#core/accounts/session-cookie.ts";
import { readTestEnvironment } from "./global-setup.ts";
import { JWT_SECRET, SERVICE_KEY } from "./program.ts";

export interface TestMember {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly session: Session;
}

export interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
}

/** The demo's administrator. */
export const DEMO_ADMIN = { email: "admin@lattice.example", password: "lattice-demo" };

export const generateName = (prefix = "member") => `${prefix}_${randomBytes(5).toString("hex")}`;

/**
 * Creates a member, signs them in and stores their session in the browser. The member has dismissed the welcome card,
 * unless `isNew` is set.
 */
export async function createMember(
  context: BrowserContext,
  username = generateName(),
  { isNew = false } = {},
): Promise<TestMember> {
  const email = `${generateName()}@example.org`;
  const password = `pass-${randomBytes(6).toString("hex")}`;
  await callAuth("/admin/users", {
    email,
    password_hash: hashCheaply(password),
    email_confirm: true,
    user_metadata: { username, ...(isNew ? {} : { welcome_dismissed: true }) },
  });
  const session = (await callAuth("/token?grant_type=password", { email, password })) as Session;
  await storeSession(context, session);
  return { username, email, password, session };
}

/** Calls the shared program's auth API with the service key. */
async function callAuth(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${readTestEnvironment().url}/auth/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${SERVICE_KEY}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Hashes a new account's password at low cost. At production cost, this takes longer than a small test's requests. */
export function hashCheaply(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const hash = argon2Sync("argon2id", { message: password, nonce, ...cost });
  const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=8,t=1,p=1$${encode(nonce)}$${encode(hash)}`;
}

/**
 * Returns the session with its expiry moved back a day, so that it has expired. The new access token is signed with
 * `secret`.
 */
export function expireSession(session: Session, secret = JWT_SECRET): Session {
  const claims = JSON.parse(
    Buffer.from(session.access_token.split(".")[1] ?? "", "base64url").toString(),
  ) as { exp: number };
  const day = 86_400;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signingInput = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ ...claims, iat: claims.exp - 2 * day, exp: claims.exp - day })}`;
  const signature = createHmac("sha256", secret).update(signingInput).digest("base64url");
  return { ...session, access_token: `${signingInput}.${signature}`, expires_at: session.expires_at - day };
}

/** Reads the session that the auth client has stored in the browser's cookies. */
export async function readStoredSession(context: BrowserContext): Promise<Session> {
  const cookies = await context.cookies();
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return JSON.parse(decodeSessionCookies(header) ?? "{}") as Session;
}

/** Stores a session in the browser's cookies, as the auth client does. */
export async function storeSession(
  context: BrowserContext,
  session: object,
  url = readTestEnvironment().url,
): Promise<void> {
  const cookies = encodeSessionCookies(serializeSession(session))
    .map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie))
    .filter((match) => match !== null)
    .map(([, name, value]) => ({ name: name ?? "", value: value ?? "", url }))
    .filter(({ value }) => value !== "");
  await context.clearCookies({ name: new RegExp(`^${SESSION_KEY}`) });
  await context.addCookies(cookies);
}

/** Signs in as the demo's administrator, on the shared program or on another one that has the demo. */
export async function signInAsAdmin(context: BrowserContext, url = readTestEnvironment().url): Promise<void> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    body: JSON.stringify(DEMO_ADMIN),
  });
  await storeSession(context, (await response.json()) as object, url);
}
