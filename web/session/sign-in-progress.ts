/**
 * Whether this page is signing in. The sign-in then decides where to go, so listeners for session changes must not
 * reload the page.
 */
export const signInProgress = { isActive: false };
