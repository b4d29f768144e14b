import { parseCookie } from "#web/page/parse-cookie.ts";

export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

const COOKIE = "density";

export function isDensity(value: unknown): value is Density {
  return typeof value === "string" && (DENSITIES as readonly string[]).includes(value);
}

/** Stored in a cookie, so that the server renders the right list. */
export function parseDensity(cookieHeader: string | null): Density {
  return parseCookie(cookieHeader, COOKIE) === "compact" ? "compact" : "comfortable";
}

/** The default needs no cookie, so that its pages are shared with visitors who never chose. */
export function createDensityCookie(density: Density): string {
  return density === "compact"
    ? `${COOKIE}=compact; Path=/; Max-Age=31536000; SameSite=Lax`
    : `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
}
