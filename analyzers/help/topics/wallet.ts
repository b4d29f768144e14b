import type { HelpTopic } from "../help-topic.ts";

export const WALLET: HelpTopic = {
  id: "wallet",
  title: "Wallet dashboard",
  path: "/wallet",
  questions: [
    "connect my wallet",
    "connect metamask",
    "is it safe to connect my wallet here",
    "does this site have access to my private keys",
    "who can see my seed phrase",
    "why does the wallet page show sample data",
    "send or receive coins",
  ],
  text: "Connect a browser wallet on the Wallet page to see its balances. Your keys and seed phrase stay in your wallet: this site never asks for them, and every transfer has to be confirmed in the wallet itself. Until you connect one, the page shows sample data, labeled as such. No one here will ever ask for your seed phrase; anyone who does is a thief.",
};
