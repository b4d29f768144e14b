import { Bot, House, MessagesSquare, Newspaper, Wallet } from "lucide-react";

/** The navigation of the specification, in its order. */
export const NAVIGATION = [
  { to: "/", label: "Home", icon: House },
  { to: "/news", label: "News", icon: Newspaper },
  { to: "/forum", label: "Forum", icon: MessagesSquare },
  { to: "/ai-tools", label: "AI Tools", icon: Bot },
  { to: "/wallet", label: "Wallet", icon: Wallet },
] as const;
