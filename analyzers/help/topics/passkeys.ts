import type { HelpTopic } from "../help-topic.ts";

export const PASSKEYS: HelpTopic = {
  id: "passkeys",
  title: "Passkeys",
  path: "/settings/security",
  questions: [
    "add a passkey",
    "use a passkey",
    "set up a passkey",
    "sign in with a passkey",
    "sign in without a password",
    "I lost my passkey",
    "remove a passkey",
  ],
  text: "Under Settings > Security, choose “Add a passkey” and confirm with your fingerprint, face or PIN. Then sign in with “Use a passkey”, or choose it in the email field's suggestions. You can have several, and a passkey also counts as the second step. If you lose one, sign in with your password or another passkey and remove it there.",
};
