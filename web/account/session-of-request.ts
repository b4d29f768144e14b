import {
  decodeSessionCookies,
  encodeSessionCookies,
  sessionCookieValue,
} from "#core/accounts/session-cookie.ts";

/** The access token of the cookie that a request came with; undefined when there is none. */
export function accessTokenOf(cookieHeader: string | null): string | undefined {
  const kept = decodeSessionCookies(cookieHeader ?? "");
  if (kept === null) return undefined;
  try {
    return (JSON.parse(kept) as { access_token?: string }).access_token;
  } catch {
    return undefined;
  }
}

/** Set-Cookie headers that store a new session in the browser. */
export function sessionHeaders(session: object): Headers {
  const headers = new Headers();
  for (const cookie of encodeSessionCookies(sessionCookieValue(session)))
    headers.append("Set-Cookie", cookie);
  return headers;
}
