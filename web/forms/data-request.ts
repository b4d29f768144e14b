/** Whether this is one of React Router's data requests, rather than a form submitted without JavaScript. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(".data");
}
