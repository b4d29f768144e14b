/** Hides an invitation's token in a request's decoded path, for the log. */
export const hideToken = (path: string): string =>
  path.replace(/^\/+invite\/.*?(\.data)?$/i, (_, data = "") => `/invite/…${data}`);
