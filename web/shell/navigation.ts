import type { SiteData } from "#web/page/site-data.ts";

/** In the specification's order. */
const NAVIGATION = [
  { to: "/", label: "Home", icon: "house" },
  { to: "/news", label: "News", icon: "newspaper" },
  { to: "/forum", label: "Forum", icon: "messages-square" },
  { to: "/ai-tools", label: "AI Tools", icon: "bot" },
  { to: "/wallet", label: "Wallet", icon: "wallet" },
] as const;

/** The site's navigation, without the AI tools if they are switched off. */
export const listNavigation = ({ hasAiTools }: Pick<SiteData, "hasAiTools">) =>
  NAVIGATION.filter(({ to }) => hasAiTools || to !== "/ai-tools");

/** Whether a page is at or below a navigation target. Home matches only itself. */
export const isInSection = (pathname: string, section: string) =>
  pathname === section || (section !== "/" && pathname.startsWith(`${section}/`));
