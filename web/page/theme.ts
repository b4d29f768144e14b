import { parseCookie } from "./parse-cookie.ts";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_LABELS: Readonly<Record<Theme, string>> = {
  light: "Light",
  dark: "Dark",
  system: "System",
};

const COOKIE = "theme";

export function isTheme(value: unknown): value is Theme {
  return typeof value === "string" && (THEMES as readonly string[]).includes(value);
}

/** The theme is stored in a cookie, so that the server renders the right one. The default is dark. */
export function parseTheme(cookieHeader: string | null): Theme {
  const value = parseCookie(cookieHeader, COOKIE);
  return isTheme(value) ? value : "dark";
}

export function createThemeCookie(theme: Theme): string {
  return `${COOKIE}=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
