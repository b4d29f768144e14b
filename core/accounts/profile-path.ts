/**
 * The address of a member's page. Every legal username has one: blanks and letters of any script are encoded, and a
 * name that ends in ".data" hides its dot, since React Router reads that ending as its own.
 */
export function profilePath(username: string): string {
  return `/u/${encodeURIComponent(username).replace(/\.(?=data$)/i, "%2E")}`;
}

/** A name that the program gave to a member who was deleted; such a member has no page. */
export function isDeletedMember(username: string): boolean {
  return /^deleted_\d{12}$/.test(username);
}
