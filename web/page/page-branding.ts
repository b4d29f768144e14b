import { buildIconPath, isWordmark } from "#core/settings/branding.ts";
import { FAVICON_SIZES } from "#core/settings/constants.ts";
import type { Branding } from "#core/settings/types.ts";
import { buildAccentStyle } from "./accent-style.ts";

export type PageBranding = ReturnType<typeof describeBranding>;

/** The branding as the shell renders it. The server prepares it, so that pages load no code for it. */
export function describeBranding({ logo, favicon, accent }: Branding) {
  return {
    logo: logo && { ...logo, isWordmark: isWordmark(logo) },
    icons:
      favicon === null
        ? [{ rel: "icon", type: "image/svg+xml", href: "/favicon.svg" }]
        : FAVICON_SIZES.map((size) => ({
            rel: size === 180 ? "apple-touch-icon" : "icon",
            type: "image/png",
            sizes: `${size}x${size}`,
            href: buildIconPath(favicon, size),
          })),
    style: accent && buildAccentStyle(accent),
  };
}
