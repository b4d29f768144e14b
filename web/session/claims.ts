export interface Claims {
  readonly sub?: string;
  readonly aal?: string;
  readonly amr?: readonly { readonly method: string }[];
}

/**
 * Decodes an access token without verifying it. Use it only for tokens from our server or this browser's storage, never
 * for tokens from a URL, and never show the claims.
 */
export function decodeClaims(accessToken: string): Claims | null {
  try {
    const payload = accessToken.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  } catch {
    return null;
  }
}
