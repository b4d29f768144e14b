import type { Tx } from "#server/database/index.ts";
import { issueToken } from "../codes/one-time-tokens.ts";
import type { AuthDeps } from "../deps.ts";
import type { UserRow } from "../tables.ts";
import type { TextChannel } from "../user/require-address.ts";
import { updateUserRow } from "../user/store-user.ts";

const PURPOSES = {
  sms: { kind: "sms", messageKind: "sms_code", sentAt: "confirmationSentAt" },
  phone_change: { kind: "phone_change", messageKind: "phone_change", sentAt: "phoneChangeSentAt" },
  reauthentication: {
    kind: "reauthentication",
    messageKind: "sms_reauthentication",
    sentAt: "reauthenticationSentAt",
  },
} as const;

/** Texts a code to the user: to the new number for a phone change, otherwise to the current one. */
export async function sendCodeByText(
  auth: AuthDeps,
  tx: Tx,
  { user, purpose, channel }: { user: UserRow; purpose: keyof typeof PURPOSES; channel: TextChannel },
): Promise<UserRow> {
  const { kind, messageKind, sentAt } = PURPOSES[purpose];
  const to = purpose === "phone_change" ? user.newPhone : user.phone;
  if (to === null) throw new Error("the user has no phone number to text a code to");
  const seconds = auth.config.auth.smsOtpSeconds;
  const newToken = { userId: user.id, kind, address: to, lifetimeSeconds: seconds };
  const { code } = await issueToken(auth, tx, newToken);
  await auth.mailer.queueText(tx, { kind: messageKind, channel, to, code, seconds });
  return updateUserRow(tx, user.id, { [sentAt]: auth.clock.now() });
}
