/**
 * Formats the header for the `download` parameter, with an ASCII name for old clients and the exact name (RFC 5987). If
 * the parameter is empty, the object's own name is used. Returns undefined without the parameter.
 */
export function formatContentDisposition(download: string | undefined, key: string): string | undefined {
  if (download === undefined) return undefined;
  const name = (download || (key.split("/").at(-1) ?? key)).replace(/\p{Cc}/gu, "").slice(0, 255);
  const asciiName = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\]/g, "_");
  const encodedName = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
