import { randomUUID } from "node:crypto";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";
import { SOURCE_HEADER } from "#server/testing/cdn.ts";

/** Requests that take longer count as failed. */
export const REQUEST_TIMEOUT_MS = 5_000;

export interface SiteResponse {
  readonly status: number;
  readonly text: string;
  /** Where the CDN got the response from. Null if the request bypassed the CDN. */
  readonly source: string | null;
}

export async function send(
  url: string,
  init: RequestInit = {},
): Promise<SiteResponse & { cookies: string[] }> {
  const response = await fetch(url, {
    ...init,
    redirect: "manual",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  return {
    status: response.status,
    text: await response.text(),
    source: response.headers.get(SOURCE_HEADER),
    cookies: response.headers.getSetCookie(),
  };
}

export interface Member {
  readonly id: string;
  readonly username: string;
  open(url: string): Promise<SiteResponse>;
  submit(url: string, form: Record<string, string>): Promise<SiteResponse>;
  upload(url: string, image: Uint8Array<ArrayBuffer>): Promise<SiteResponse>;
}

export async function signUp(programUrl: string): Promise<Member> {
  const username = `author_${randomUUID().slice(0, 8)}`;
  const response = await fetch(`${programUrl}/auth/v1/signup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${username}@example.org`, password: randomUUID(), data: { username } }),
  });
  const session = (await response.json()) as { access_token: string; user: { id: string } };
  const sessionCookies = encodeSessionCookies(serializeSession(session))
    .filter((line) => !line.includes("Max-Age=0"))
    .map((line) => line.split(";")[0]);
  let positionCookies: string[] = [];
  const browse = async (url: string, init: RequestInit = {}) => {
    const Cookie = [...sessionCookies, ...positionCookies].join("; ");
    const siteResponse = await send(url, { ...init, headers: { Cookie, Origin: new URL(url).origin } });
    const positionCookie = siteResponse.cookies.find((cookie) => cookie.startsWith("position="));
    if (positionCookie) positionCookies = [positionCookie.split(";")[0] ?? ""];
    return siteResponse;
  };
  return {
    id: session.user.id,
    username,
    open: (url) => browse(url),
    submit: (url, form) => browse(url, { method: "POST", body: new URLSearchParams(form) }),
    upload: (url, image) =>
      send(url, {
        method: "POST",
        headers: { Authorization: `Bearer ${session.access_token}`, "Content-Type": "image/png" },
        body: image,
      }),
  };
}
