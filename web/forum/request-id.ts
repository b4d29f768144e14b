/**
 * An id for one form submission. "" where the browser can't create a UUID (plain http from another machine); the
 * server creates it then.
 */
export function createRequestId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : "";
}
