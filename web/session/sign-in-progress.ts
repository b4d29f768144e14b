/**
 * Whether a sign-in or account deletion is running. Its code decides which page opens next, so nothing else may reload
 * the page.
 */
export const signInProgress = { isActive: false };
