/**
 * One name for one writing, made by its form: a uuid. "" where the page is not served safely enough to make one
 * (http and another machine than this); the server then makes it.
 */
export function newRequestId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : "";
}
