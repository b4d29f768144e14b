/** The local storage key of the email address last entered to request an email. It prefills the form for a new link. */
export const LAST_EMAIL_KEY = "lattice-mailed-to";
