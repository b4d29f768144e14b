/** Whether a sign-in or account deletion is running. It decides where to go next, so nothing else may reload the page. */
export const signInProgress = { isActive: false };
