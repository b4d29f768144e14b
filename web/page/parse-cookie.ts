/** A cookie from a Cookie header. The name must not contain special characters. */
export function parseCookie(cookieHeader: string | null, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookieHeader ?? "")?.[1];
}
