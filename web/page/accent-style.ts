import type { CSSProperties } from "react";
import { type AccentPalette, type AccentShades, THEMES } from "#core/settings/accent.ts";

const TOKENS: readonly (readonly [keyof AccentShades, string])[] = [
  ["accent", "--accent"],
  ["strong", "--accent-strong"],
  ["soft", "--accent-soft"],
  ["on", "--on-accent"],
];

/** The site's accent color as the page's style attribute, which needs neither another request nor a CSP nonce. */
export function buildAccentStyle(palette: AccentPalette): Record<string, string> {
  const properties = THEMES.flatMap((theme) =>
    TOKENS.map(([shade, token]) => [`${token}-${theme}`, palette[theme][shade]]),
  );
  return Object.fromEntries(properties);
}

/** The shades of one theme, for a preview on a page with any theme. */
export const buildShadeStyle = (shades: AccentShades): CSSProperties =>
  Object.fromEntries(TOKENS.map(([shade, token]) => [token, shades[shade]])) as CSSProperties;
