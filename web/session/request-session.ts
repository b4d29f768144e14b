import { decodeSessionCookies } from "#core/accounts/session-cookie.ts";

export function parseAccessToken(cookieHeader: string | null): string | undefined {
  const stored = decodeSessionCookies(cookieHeader ?? "");
  if (stored === null) return undefined;
  try {
    return (JSON.parse(stored) as { access_token?: string }).access_token;
  } catch {
    return undefined;
  }
}
