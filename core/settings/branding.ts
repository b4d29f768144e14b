import type { Branding, BrandLogo } from "./types.ts";

export const NO_BRANDING: Branding = { logo: null, favicon: null, accent: null };

/** The paths contain the image's digest, so that browsers can cache the image forever. */
export const BRAND_MOUNT = "/brand";
export const buildLogoPath = (digest: string) => `${BRAND_MOUNT}/logo-${digest}.png`;
export const buildIconPath = (digest: string, size: number) => `${BRAND_MOUNT}/icon-${size}-${digest}.png`;

/** Whether a logo is so wide that it probably contains the site's name. If so, the name isn't shown next to it. */
export const isWordmark = ({ width, height }: Pick<BrandLogo, "width" | "height">) => width > 2 * height;
