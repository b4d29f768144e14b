const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether PostgreSQL takes the text for a uuid in its usual form, whatever the version. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}
