import type { UserRow } from "../tables.ts";

export const isBanned = (user: Pick<UserRow, "bannedUntil">, now: Date) =>
  user.bannedUntil !== null && user.bannedUntil > now;
