import { compactVerify, errors, type JWTPayload, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SessionRow, UserRow } from "../tables.ts";
import type { Keys } from "./keys.ts";

export interface Claims extends JWTPayload {
  role?: string;
  session_id?: string;
  /** The app that the token was issued to. */
  client_id?: string;
  /** The app that an ID token was issued to. */
  azp?: string;
}

export type Tokens = Awaited<ReturnType<typeof createTokens>>;

/** Fixed dates, in 2024 and 2100, so that the public API key is the same after every start. */
const PUBLIC_KEY_ISSUED_AT = 1_704_067_200;
const PUBLIC_KEY_EXPIRES_AT = 4_102_444_800;

interface TokenSettings {
  readonly issuer: string;
  /** The lifetime of access tokens and ID tokens. */
  readonly lifetimeSeconds: number;
}

export async function createTokens(keys: Keys, { issuer, lifetimeSeconds }: TokenSettings, clock: Clock) {
  const verifiedClaims = new LRUCache<string, Claims>({ max: 5_000 });
  const getUnixTime = () => Math.floor(clock.now().getTime() / 1000);

  async function verifySignature(token: string): Promise<Claims> {
    const cachedClaims = verifiedClaims.get(token);
    if (cachedClaims) return cachedClaims;
    const { payload } = await compactVerify(token, (header) => {
      // Each key verifies only its own algorithm, so that a token can't choose another one.
      const namedKey = keys.findVerifyKey(header.kid);
      if (namedKey && header.alg === namedKey.algorithm) return namedKey.key;
      if (!namedKey && header.alg === "HS256") return keys.secret;
      throw new errors.JOSEAlgNotAllowed("signing method is not valid");
    });
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Claims;
    if (claims === null || typeof claims !== "object" || Array.isArray(claims))
      throw new errors.JWTInvalid("token has invalid claims");
    verifiedClaims.set(token, claims);
    return claims;
  }

  async function verify(token: string) {
    let claims: Claims;
    try {
      claims = await verifySignature(token);
    } catch (cause) {
      throw createBadTokenError(
        cause instanceof errors.JOSEError ? cause.message : "token is malformed",
        cause,
      );
    }
    const now = getUnixTime();
    if (typeof claims.nbf === "number" && claims.nbf > now)
      throw createBadTokenError("token is not valid yet");
    if (claims.exp !== undefined && typeof claims.exp !== "number")
      throw createBadTokenError("token has invalid claims");
    return { claims, expired: claims.exp !== undefined && claims.exp <= now };
  }

  const buildUnsignedToken = (claims: Claims, type: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: keys.signing.algorithm, kid: keys.signing.kid, typ: type })
      .setIssuer(issuer);

  return {
    /** The public API key, for browsers. It changes only when the secret changes. */
    publicKey: await new SignJWT({ role: "anon" })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer("lattice")
      .setIssuedAt(PUBLIC_KEY_ISSUED_AT)
      .setExpirationTime(PUBLIC_KEY_EXPIRES_AT)
      .sign(keys.secret),

    /** `expiresAt` is in Unix seconds. An app's token has no role and identifies the member only by ID. */
    async signAccessToken(user: UserRow, session: SessionRow) {
      const issuedAt = getUnixTime();
      const expiresAt = issuedAt + lifetimeSeconds;
      const { oauthClientId, oauthScopes } = session;
      const unsignedToken =
        oauthClientId === null
          ? buildUnsignedToken(
              {
                email: user.email ?? user.ssoEmail ?? "",
                phone: user.phone ?? "",
                app_metadata: user.appMetadata,
                user_metadata: user.userMetadata,
                role: user.role,
                aal: session.aal,
                amr: session.amr,
                session_id: session.id,
                is_anonymous: user.isAnonymous,
              },
              "JWT",
            )
          : buildUnsignedToken(
              { client_id: oauthClientId, scope: oauthScopes?.join(" "), session_id: session.id },
              "at+jwt",
            );
      const token = await unsignedToken
        .setSubject(user.id)
        .setAudience(user.aud)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(keys.signing.key);
      return { token, expiresIn: lifetimeSeconds, expiresAt };
    },

    signIdToken(claims: Claims & { readonly azp: string }) {
      const issuedAt = getUnixTime();
      return buildUnsignedToken(claims, "JWT")
        .setAudience(claims.azp)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(keys.signing.key);
    },

    /**
     * Verifies a token. An expired one isn't rejected, but `expired` is true. Rejects tokens issued to apps, so that
     * they give no access to the site. Throws AuthError: bad_jwt, no_authorization.
     */
    async verify(token: string) {
      const verifiedToken = await verify(token);
      const { client_id: clientId, azp } = verifiedToken.claims;
      if (clientId === undefined && azp === undefined) return verifiedToken;
      throw new AuthError("no_authorization", {
        status: 403,
        message:
          clientId === undefined
            ? "This is an ID token, which gives no access. Use an access token"
            : "This token was issued to an app, which can use it only at /oauth/userinfo",
      });
    },

    /** Verifies an app's access token, which only /oauth/userinfo accepts. Throws AuthError("bad_jwt"). */
    async verifyAppToken(token: string) {
      const verifiedToken = await verify(token);
      const { client_id: clientId } = verifiedToken.claims;
      if (typeof clientId !== "string") throw createBadTokenError("token was not issued to an app");
      return { ...verifiedToken, clientId };
    },
  };
}

export function createBadTokenError(reason: string, cause?: unknown): AuthError {
  return new AuthError("bad_jwt", {
    message: `invalid JWT: unable to parse or verify signature, ${reason}`,
    cause,
  });
}
