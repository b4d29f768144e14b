/** While this is active, the sign-in decides where to go, so other code must not reload the page. */
export const signInProgress = { isActive: false };
