export interface Claims {
  readonly sub?: string;
  readonly aal?: string;
  readonly amr?: readonly { readonly method: string }[];
}

/**
 * The claims of an access token that the server has just returned or that this browser stores. Nothing verifies them
 * here: never to be shown, nor read from a token that came in an address.
 */
export function claimsOf(accessToken: string): Claims | null {
  try {
    const payload = accessToken.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  } catch {
    return null;
  }
}
