import type { UserRow } from "../tables.ts";

/** Whether the account has an email address or phone number that one-time codes can be sent to. */
export const canReceiveCodes = ({ email, ssoEmail, phone }: Pick<UserRow, "email" | "ssoEmail" | "phone">) =>
  (email ?? ssoEmail ?? phone) !== null;
