/** Local storage key of the address we last sent an email to. Prefills the form when a link has expired. */
export const LAST_EMAIL_KEY = "lattice-mailed-to";
