import { buildIconPath, isWordmark } from "#core/settings/branding.ts";
import { FAVICON_SIZES } from "#core/settings/constants.ts";
import type { Branding } from "#core/settings/types.ts";
import { buildAccentStyle } from "./accent-style.ts";

export type PageBranding = ReturnType<typeof describeBranding>;

/** The branding in the form that the shell renders. The server prepares it, so that pages need no code for this. */
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
