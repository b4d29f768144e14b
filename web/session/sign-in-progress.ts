/** Whether a sign-in is in progress. It decides where to go, so other code must not reload the page. */
export const signInProgress = { isActive: false };
