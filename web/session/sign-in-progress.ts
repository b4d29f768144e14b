/**
 * Whether this page is signing in. The sign-in itself then decides where to go, and listeners for session changes must
 * not reload the page.
 */
export const signInProgress = { isActive: false };
