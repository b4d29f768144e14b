/** Escapes ".data" at the end of a name, because React Router uses that ending itself. */
export function getProfilePath(username: string): string {
  return `/u/${encodeURIComponent(username).replace(/\.(?=data$)/i, "%2E")}`;
}

/** Shown as the author of a deleted account's posts and comments. The name is reserved. */
export const DELETED_MEMBER = "Deleted member";

/** Also true for the temporary name of an account that is being deleted. Such members have no page. */
export function isDeletedMember(username: string): boolean {
  return username === DELETED_MEMBER || /^deleted_\d{12}$/.test(username);
}
