/** The decoded path of a request as it is logged: without the token of an invitation. */
export const hideToken = (path: string): string =>
  path.replace(/^\/+invite\/.*?(\.data)?$/i, (_, data = "") => `/invite/…${data}`);
