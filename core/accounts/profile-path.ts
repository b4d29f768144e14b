/**
 * The address of a member's page. Every legal username has one: blanks and letters of any script are encoded, and a
 * name that ends in ".data" hides its dot, since React Router reads that ending as its own.
 */
export function profilePath(username: string): string {
  return `/u/${encodeURIComponent(username).replace(/\.(?=data$)/i, "%2E")}`;
}

/** Whose words stand under what a member wrote who is no member any more. No member's name: it is reserved. */
export const DELETED_MEMBER = "Deleted member";

/** That name, or one that the program gave to an account while it is deleted; such a member has no page. */
export function isDeletedMember(username: string): boolean {
  return username === DELETED_MEMBER || /^deleted_\d{12}$/.test(username);
}
