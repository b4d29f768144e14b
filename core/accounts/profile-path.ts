/** Escapes ".data" at the end of a name, because React Router uses that ending itself. */
export function getProfilePath(username: string): string {
  return `/u/${encodeURIComponent(username).replace(/\.(?=data$)/i, "%2E")}`;
}

/** Shown as the author of a deleted account's posts and comments. The name is reserved. */
export const DELETED_MEMBER = "Deleted member";

/** Deleted members have no page. Accounts that are being deleted have a temporary name. */
export function isDeletedMember(username: string): boolean {
  return username === DELETED_MEMBER || /^deleted_\d{12}$/.test(username);
}
