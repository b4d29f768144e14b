/**
 * The local storage key of the email address last entered to request an email. /auth/landing uses the address for codes
 * and prefills the form for a new link with it.
 */
export const LAST_EMAIL_KEY = "lattice-mailed-to";
