/** Looks up an untrusted key. Returns undefined for keys that every object inherits, such as "constructor". */
export const getOwn = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
