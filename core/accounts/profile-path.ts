/** Returns the path of a member's page. Escapes a final ".data", because React Router reserves that ending. */
export function getProfilePath(username: string): string {
  return `/u/${encodeURIComponent(username).replace(/\.(?=data$)/i, "%2E")}`;
}

/** Shown as the author of a deleted account's posts and comments. The name is reserved. */
export const DELETED_MEMBER = "Deleted member";

/** Whether the name belongs to a member who is deleted or being deleted. Such members have no page. */
export function isDeletedMember(username: string): boolean {
  return username === DELETED_MEMBER || /^deleted_\d{12}$/.test(username);
}
