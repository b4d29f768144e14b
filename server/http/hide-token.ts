/** Returns the decoded path of a request for the log, without an invitation's token. */
export const hideToken = (path: string): string =>
  path.replace(/^\/+invite\/.*?(\.data)?$/i, (_, data = "") => `/invite/…${data}`);
