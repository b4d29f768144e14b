import type { HelpTopic } from "../help-topic.ts";

export const STOLEN_KEYS: HelpTopic = {
  id: "stolen-keys",
  title: "If someone may have your seed phrase or coins",
  path: "/wallet",
  questions: [
    "my seed phrase got leaked",
    "I typed my seed phrase into a website",
    "someone has my private key",
    "my wallet was hacked",
    "my wallet was drained",
    "my coins were stolen",
    "I got scammed",
    "I signed a malicious transaction",
    "I sent coins to a scammer",
  ],
  text: "A seed phrase that someone else may have seen can't be made safe again. On a device you trust, create a new wallet with a new seed phrase, and move everything to it immediately, the most valuable first. If you only signed an approval, revoke it. Transactions can't be reversed: report a theft to the police and to the exchange that the coins went to. Anyone who offers to recover coins for a fee is another thief.",
};
