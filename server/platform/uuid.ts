const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a string is a UUID in the usual format, of any version. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}
