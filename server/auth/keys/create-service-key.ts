import { SignJWT } from "jose";

/** Creates a token that grants full control over all accounts until it expires or AUTH_JWT_SECRET changes. */
export function createServiceKey(secret: string, { seconds }: { seconds?: number } = {}): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const token = new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("lattice")
    .setIssuedAt(issuedAt);
  if (seconds !== undefined) token.setExpirationTime(issuedAt + seconds);
  return token.sign(new TextEncoder().encode(secret));
}
