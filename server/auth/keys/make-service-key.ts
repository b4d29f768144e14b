import { SignJWT } from "jose";

/**
 * A token of role service_role for /auth/v1/admin, signed with AUTH_JWT_SECRET (HS256). Whoever has it administers
 * every account; it ends when the secret changes, or after `seconds` where given.
 */
export function makeServiceKey(secret: string, { seconds }: { seconds?: number } = {}): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const key = new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("lattice")
    .setIssuedAt(issuedAt);
  if (seconds !== undefined) key.setExpirationTime(issuedAt + seconds);
  return key.sign(new TextEncoder().encode(secret));
}
