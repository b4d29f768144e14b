/** Whether a sign-in or an account deletion is running. It decides where to go next: other code must not reload the page. */
export const signInProgress = { isActive: false };
