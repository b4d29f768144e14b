/** Whether a sign-in is in progress. The sign-in decides where to go next, so other code must not reload the page. */
export const signInProgress = { isActive: false };
