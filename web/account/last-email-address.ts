/**
 * The local storage key of the address that an email was last requested for. The address prefills the form when a link
 * has expired.
 */
export const LAST_EMAIL_KEY = "lattice-mailed-to";
