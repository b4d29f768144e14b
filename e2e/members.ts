import { createHmac, randomBytes } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { encodeSessionCookies, SESSION_KEY, serializeSession } from "#core/accounts/session-cookie.ts";
import { readTestEnvironment } from "./global-setup.ts";
import { JWT_SECRET } from "./program.ts";

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

export const DEMO_ADMIN = { email: "admin@lattice.example", password: "lattice-demo" };

export const newName = (start = "member") => `${start}_${randomBytes(5).toString("hex")}`;

/** Registers a new member and stores their session in the browser. */
export async function createMember(context: BrowserContext, username = newName()): Promise<TestMember> {
  const { url } = readTestEnvironment();
  const email = `${newName()}@example.org`;
  const password = `pass-${randomBytes(6).toString("hex")}`;
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: await publicKey() },
    body: JSON.stringify({ email, password, data: { username } }),
  });
  if (!response.ok) throw new Error(`Registration returned ${response.status}: ${await response.text()}`);
  const session = (await response.json()) as Session;
  await storeSession(context, session);
  return { username, email, password, session };
}

/** A session whose access token expired a day ago, signed with the server's secret. */
export function expireSession(session: Session, secret = JWT_SECRET): Session {
  const claims = JSON.parse(
    Buffer.from(session.access_token.split(".")[1] ?? "", "base64url").toString(),
  ) as { exp: number };
  const day = 86_400;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ ...claims, iat: claims.exp - 2 * day, exp: claims.exp - day })}`;
  const signature = createHmac("sha256", secret).update(signed).digest("base64url");
  return { ...session, access_token: `${signed}.${signature}`, expires_at: session.expires_at - day };
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

/** Signs in the demo site's admin, on this or another server of that site. */
export async function signInAsAdmin(context: BrowserContext, url = readTestEnvironment().url): Promise<void> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    body: JSON.stringify(DEMO_ADMIN),
  });
  await storeSession(context, (await answer.json()) as object, url);
}

/** The public key that pages pass to the auth client. */
async function publicKey(): Promise<string> {
  const html = await (await fetch(readTestEnvironment().url)).text();
  return /name="lattice-public-key" content="([^"]+)"/.exec(html)?.[1] ?? "";
}
