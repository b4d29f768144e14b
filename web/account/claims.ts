export interface ShownClaims {
  readonly sub?: string;
  readonly email?: string;
  readonly aal?: string;
  readonly amr?: readonly { readonly method: string }[];
}

/** The claims of an access token, for show: only the server judges whether they are true. */
export function claimsOf(accessToken: string): ShownClaims | null {
  try {
    const payload = accessToken.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as ShownClaims;
  } catch {
    return null;
  }
}
