/** The auth client's storage key, in a separate file because visitors don't load the cookie code. */
export const SESSION_KEY = "lattice-session";
