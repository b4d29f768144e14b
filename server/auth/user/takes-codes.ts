import type { UserRow } from "../tables.ts";

/** Whether a one-time code can reach the account's owner. */
export const takesCodes = ({ email, ssoEmail, phone }: Pick<UserRow, "email" | "ssoEmail" | "phone">) =>
  (email ?? ssoEmail ?? phone) !== null;
