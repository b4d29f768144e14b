import { SignJWT } from "jose";

/**
 * Creates a service_role token for /auth/v1/admin, signed with AUTH_JWT_SECRET (HS256). It grants full
 * control over all accounts. It expires after `seconds`, if given, and becomes invalid when the secret
 * changes.
 */
export function createServiceKey(secret: string, { seconds }: { seconds?: number } = {}): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const key = new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("lattice")
    .setIssuedAt(issuedAt);
  if (seconds !== undefined) key.setExpirationTime(issuedAt + seconds);
  return key.sign(new TextEncoder().encode(secret));
}
