/** Under what the browser's auth client keeps its session. Apart from the cookie's code, which visitors do not load. */
export const SESSION_KEY = "lattice-session";
