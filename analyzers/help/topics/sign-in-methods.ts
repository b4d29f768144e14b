import type { HelpTopic } from "../help-topic.ts";

export const SIGN_IN_METHODS: HelpTopic = {
  id: "sign-in-methods",
  title: "Ways to sign in",
  path: "/settings/security",
  questions: [
    "sign in with google",
    "sign in with github",
    "sign in with my wallet",
    "sign in with ethereum",
    "log in with my wallet",
    "link an account",
    "link a wallet to my account",
    "which ways to sign in are there",
  ],
  text: "The sign-in page shows the ways this site offers: a password and, if the operator turned them on, other services and Ethereum wallets. Settings > Security lists yours under “Sign-in methods”, where you can link and unlink them. Signing in with a wallet doesn't connect it on the Wallet page. If the wallet isn't linked to an account yet, signing in with it creates one.",
};
