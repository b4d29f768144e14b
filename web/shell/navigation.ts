/** The navigation of the specification, in its order. */
export const NAVIGATION = [
  { to: "/", label: "Home", icon: "house" },
  { to: "/news", label: "News", icon: "newspaper" },
  { to: "/forum", label: "Forum", icon: "messages-square" },
  { to: "/ai-tools", label: "AI Tools", icon: "bot" },
  { to: "/wallet", label: "Wallet", icon: "wallet" },
] as const;
