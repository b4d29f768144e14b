import type { UserRow } from "../tables.ts";

/** Whether the account has an address that one-time codes can be sent to. */
export const canReceiveCodes = ({ email, ssoEmail, phone }: Pick<UserRow, "email" | "ssoEmail" | "phone">) =>
  (email ?? ssoEmail ?? phone) !== null;
