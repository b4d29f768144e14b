import { parseCookie } from "#web/page/parse-cookie.ts";

export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

const COOKIE = "density";

export function isDensity(value: unknown): value is Density {
  return typeof value === "string" && (DENSITIES as readonly string[]).includes(value);
}

/** The list's layout is stored in a cookie, so that the server renders the right one. */
export function parseDensity(cookieHeader: string | null): Density {
  return parseCookie(cookieHeader, COOKIE) === "compact" ? "compact" : "comfortable";
}

/** For the default, deletes the cookie, so that cached pages are shared with visitors who never chose. */
export function createDensityCookie(density: Density): string {
  return density === "compact"
    ? `${COOKIE}=compact; Path=/; Max-Age=31536000; SameSite=Lax`
    : `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
}
