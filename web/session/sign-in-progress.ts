/**
 * Whether a sign-in or account deletion is running. Its code decides which page opens next, so nothing else may reload
 * the page's data or navigate.
 */
export const signInProgress = { isActive: false };
