import type { SiteData } from "./site-data.ts";

/** The navigation of the specification, in its order. */
const NAVIGATION = [
  { to: "/", label: "Home", icon: "house" },
  { to: "/news", label: "News", icon: "newspaper" },
  { to: "/forum", label: "Forum", icon: "messages-square" },
  { to: "/ai-tools", label: "AI Tools", icon: "bot" },
  { to: "/wallet", label: "Wallet", icon: "wallet" },
] as const;

/** The places that this site has: without the AI tools while they are switched off. */
export const placesOf = ({ hasAiTools }: Pick<SiteData, "hasAiTools">) =>
  NAVIGATION.filter(({ icon }) => hasAiTools || icon !== "bot");

/** Whether a page is a place's own or lies below it; everything lies below Home, which so has only its own. */
export const isWithin = (pathname: string, place: string) =>
  pathname === place || (place !== "/" && pathname.startsWith(`${place}/`));
