/**
 * Whether a sign-in is under way on this page. Who runs it decides where it leads; what hears of new sessions (this
 * page's own among them) leaves the page alone meanwhile.
 */
export const signingIn = { here: false };
