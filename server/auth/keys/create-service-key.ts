import { SignJWT } from "jose";

/** Creates a token that grants full control over all accounts until it expires or AUTH_JWT_SECRET changes. */
export function createServiceKey(secret: string, { seconds }: { seconds?: number } = {}): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const key = new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("lattice")
    .setIssuedAt(issuedAt);
  if (seconds !== undefined) key.setExpirationTime(issuedAt + seconds);
  return key.sign(new TextEncoder().encode(secret));
}
