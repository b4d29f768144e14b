/** The auth client's storage key. A file of its own, because visitors don't load the cookie code. */
export const SESSION_KEY = "lattice-session";
