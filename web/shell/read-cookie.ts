/** A cookie of a name without special signs, out of a Cookie header; undefined when it is not there. */
export function readCookie(cookieHeader: string | null, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookieHeader ?? "")?.[1];
}
