import { buildIconPath, isWordmark } from "#core/settings/branding.ts";
import { FAVICON_SIZES } from "#core/settings/names.ts";
import type { Branding, BrandLogo } from "#core/settings/types.ts";
import { buildAccentStyle } from "./accent-style.ts";

export interface PageBranding {
  readonly logo: (BrandLogo & { readonly isWordmark: boolean }) | null;
  /** Attributes of the links to the favicon. */
  readonly icons: readonly {
    readonly rel: string;
    readonly type: string;
    readonly href: string;
    readonly sizes?: string;
  }[];
  /** The page's style attribute; null for the built-in accent color. */
  readonly style: Readonly<Record<string, string>> | null;
}

export function describeBranding({ logo, favicon, accent }: Branding): PageBranding {
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
