import { decodeSessionCookies } from "#core/accounts/session-cookie.ts";

export function parseAccessToken(cookieHeader: string | null): string | undefined {
  const storedSession = decodeSessionCookies(cookieHeader ?? "");
  if (storedSession === null) return undefined;
  try {
    return (JSON.parse(storedSession) as { access_token?: string }).access_token;
  } catch {
    return undefined;
  }
}
