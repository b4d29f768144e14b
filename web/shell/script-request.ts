/** Whether the page's own script asks (React Router's data requests), rather than a form of a page without script. */
export function isScriptRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith(".data");
}
